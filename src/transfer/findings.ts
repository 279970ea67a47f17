/** What is wrong with a field of some lines of a file. */
export interface Finding {
  /** The first of these lines. */
  line: number;
  field: string;
  reason: string;
  /** How many lines it is wrong on. */
  lines: number;
  /** The last of these lines. */
  last_line: number;
}

/** The most findings of a file that are kept. */
const MOST = 200;

/**
 * What is wrong with the lines of one file, a sentence for each field and reason however many lines have it. The first 200 are
 * kept.
 */
export class Findings {
  private readonly byReason = new Map<string, Finding>();
  /** How many findings are beyond those that are kept. */
  more = 0;

  add(line: number, field: string, reason: string): void {
    const key = `${field} ${reason}`;
    const known = this.byReason.get(key);
    if (known) {
      known.lines++;
      known.last_line = Math.max(known.last_line, line);
      known.line = Math.min(known.line, line);
    } else if (this.byReason.size < MOST)
      this.byReason.set(key, { line, field, reason, lines: 1, last_line: line });
    else this.more++;
  }

  /** By their first lines. */
  get all(): Finding[] {
    return [...this.byReason.values()].sort((a, b) => a.line - b.line);
  }
}
