/** The longest lag of a replica that answers: in milliseconds, and in bytes of the log. */
export const LONGEST_LAG_MS = 10_000;
const LARGEST_LAG = 8n * 1024n * 1024n;

/** Where the primary was with its log, and when. */
interface Sample {
  at: number;
  position: bigint;
}

/** Where the log of the primary was in the last ten seconds, by which the lag of a replica is told. */
export class PrimaryPositions {
  private samples: Sample[] = [];
  /** When the primary was where the replica is now. */
  private reachedAt = performance.now();

  /** Notes where the primary was. `at` is when it was asked, on the clock of `performance.now()`. */
  note(sample: Sample): void {
    this.samples = [...this.samples.filter(({ at }) => at >= sample.at - LONGEST_LAG_MS), sample];
  }

  /** The least position of a replica that is near enough; undefined while it is not known where the primary is. */
  get least(): bigint | undefined {
    const now = performance.now();
    const oldest = this.samples.find(({ at }) => at >= now - LONGEST_LAG_MS);
    if (!oldest) return undefined;
    const near = this.samples.at(-1)!.position - LARGEST_LAG;
    return near > oldest.position ? near : oldest.position;
  }

  /** How far a replica is behind that is at this position, in seconds. */
  lagAt(position: bigint | undefined): number {
    const reached =
      position === undefined ? undefined : this.samples.findLast((each) => each.position <= position);
    this.reachedAt = Math.max(this.reachedAt, reached?.at ?? 0);
    const isNewest = reached !== undefined && reached === this.samples.at(-1);
    return isNewest ? 0 : (performance.now() - this.reachedAt) / 1000;
  }
}
