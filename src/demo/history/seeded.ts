/** Numbers that look drawn at random and are the same at each start (mulberry32), so that the demonstration never differs. */
export class Seeded {
  constructor(private state: number) {}

  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return least + (((mixed ^ (mixed >>> 14)) >>> 0) % (most - least + 1));
  }

  /** One of these. */
  pick<T>(values: readonly T[]): T {
    return values[this.int(0, values.length - 1)]!;
  }
}
