/** The longest lag of a replica that answers: in milliseconds, and in bytes of the log. */
const LONGEST_LAG_MS = 10_000;
const LARGEST_LAG = 8n * 1024n * 1024n;
/** How old the last sample may be while a replica answers, in milliseconds, because the primary may be another one since. */
const FRESH_MS = 1_000;

/** Where the primary was with its log, and when. */
interface Sample {
  at: number;
  position: bigint;
}

/** A lag of more than ten seconds is shown by one sample of each 5 s of the last hour, in milliseconds. */
const MARK_MS = 5_000;
const MARKED_MS = 3_600_000;

/** Where the log of the primary was in the last hour, by which the lag of a replica is shown. */
export class PrimaryPositions {
  private samples: Sample[] = [];
  private marks: Sample[] = [];
  /** When the primary was where the replica is, and whether it still is there. */
  private reachedAt = performance.now();
  private isReached = false;
  private followed = '';

  /** The database and the timeline that the positions belong to; empty while that is not known. */
  get history(): string {
    return this.followed;
  }

  /** Forgets the positions of another database or timeline, because they say nothing about this one. */
  follow(history: string): void {
    if (history !== this.followed) this.samples = this.marks = [];
    this.followed = history;
  }

  /** Notes where the primary was. `at` is when it was queried, on the clock of `performance.now()`. */
  note(sample: Sample): void {
    this.samples = [...this.samples.filter(({ at }) => at >= sample.at - LONGEST_LAG_MS), sample];
    if (sample.at >= (this.marks.at(-1)?.at ?? -Infinity) + MARK_MS)
      this.marks = [...this.marks.filter(({ at }) => at >= sample.at - MARKED_MS), sample];
  }

  /** The least position of a replica that is near enough; undefined while it is not known where the primary is. */
  get least(): bigint | undefined {
    const now = performance.now();
    const [oldest, newest] = [this.samples.find(({ at }) => at >= now - LONGEST_LAG_MS), this.samples.at(-1)];
    if (!oldest || !newest || newest.at < now - FRESH_MS) return undefined;
    const near = newest.position - LARGEST_LAG;
    return near > oldest.position ? near : oldest.position;
  }

  /** Notes where the replica is that answers; undefined while it does not. */
  noteReplica(position: bigint | undefined): void {
    const isPast = (each: Sample) => position !== undefined && each.position <= position;
    const reached = this.samples.findLast(isPast) ?? this.marks.findLast(isPast);
    this.reachedAt = Math.max(this.reachedAt, reached?.at ?? 0);
    this.isReached = reached !== undefined && reached === this.samples.at(-1);
  }

  /** How far the replica is behind, in seconds. While it does not answer, its lag grows. */
  get lag(): number {
    return this.isReached ? 0 : (performance.now() - this.reachedAt) / 1000;
  }
}
