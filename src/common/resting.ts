/** What this process leaves alone for a while, such as what failed, so that it takes no turn from what is behind it. */
export class Resting<K> {
  /** Until when each rests, on the clock of `performance.now()`. */
  private readonly until = new Map<K, number>();

  /** Leaves one alone for so many milliseconds. */
  rest(key: K, ms: number): void {
    this.until.set(key, performance.now() + ms);
  }

  /** What rests now. */
  keys(): K[] {
    const now = performance.now();
    for (const [key, until] of this.until) if (until < now) this.until.delete(key);
    return [...this.until.keys()];
  }
}
