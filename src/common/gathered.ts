/**
 * Bytes that come in parts, copied into one buffer. Parts that are kept as they came take a hundred times their size and
 * more where a stranger sends them byte by byte.
 */
export class Gathered {
  private buffer = Buffer.alloc(0);
  private used = 0;

  /** @param most the most bytes that are kept */
  constructor(private readonly most: number) {}

  /** The bytes that were kept. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.used);
  }

  /** Keeps a part, as far as there is room. Returns whether all of it was kept. */
  add(part: Buffer): boolean {
    const kept = Math.min(part.length, this.most - this.used);
    this.makeRoom(this.used + kept);
    part.copy(this.buffer, this.used, 0, kept);
    this.used += kept;
    return kept === part.length;
  }

  private makeRoom(size: number): void {
    if (size <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(size, this.buffer.length * 2), this.most));
    this.bytes.copy(larger);
    this.buffer = larger;
  }
}
