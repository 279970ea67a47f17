import { fault, type Fault, type Place } from '../../edifact/fault';

/** Why a message is refused, as far as it is known without the database. */
export type MessageError =
  /** A value is missing, of the wrong form or outside its limits. */
  | 'invalid'
  /** The message is none of those that are read (BGM 1001). */
  | 'message_unknown'
  /** Its function (BGM 1225) is none that is known. */
  | 'function_unknown'
  /** The number of a container is none of ISO 6346. */
  | 'container_invalid'
  /** Two things that are named do not belong together. */
  | 'mismatch'
  /** It is beyond a limit. */
  | 'too_large';

/** What only looks odd in a message, and stops nothing. */
export type MessageWarning =
  /** The check digit of a container is wrong. */
  | 'check_digit'
  /** A container is named twice; the later one counts. */
  | 'twice_in_message'
  /** CNT counts otherwise. */
  | 'control_total'
  /** The carrier stands where its code list belongs. */
  | 'carrier_turned'
  /** Two groups of a bayplan are for one cell. */
  | 'cell_twice'
  /** A place on board is none of ISO 9711. */
  | 'cell_unknown'
  /** What stands in a cell has no number of ISO 6346. */
  | 'container_invalid'
  /** Whether a container is full is said by a code (8169) that is none of 4, 5, 7 and 8. */
  | 'status_unknown'
  /** Segments with a value that the reader passes over. */
  | 'not_read'
  /** Something that is stated of containers is not kept. */
  | 'not_kept';

/** How many faults of each kind are kept of a message; all are counted. */
const MOST_KEPT = 200;

/** What is wrong with a message, and what looks odd. */
export class Findings {
  readonly errors: Fault<MessageError>[] = [];
  errors_count = 0;
  readonly warnings: Fault<MessageWarning>[] = [];
  warnings_count = 0;
  /** The container of which the segments speak that are read now. */
  container: string | null = null;

  refuse(code: MessageError, sentence: string, place: Place = {}): void {
    if (this.errors_count++ < MOST_KEPT) this.errors.push(this.found(code, sentence, place));
  }

  warn(code: MessageWarning, sentence: string, place: Place = {}): void {
    if (this.warnings_count++ < MOST_KEPT) this.warnings.push(this.found(code, sentence, place));
  }

  /** Warns of the whole message; the warning is kept however many there are. */
  warnOfAll(code: MessageWarning, sentence: string): void {
    this.warnings_count++;
    this.warnings.unshift(fault(code, sentence));
    this.warnings.splice(MOST_KEPT);
  }

  private found<Code extends string>(code: Code, sentence: string, place: Place): Fault<Code> {
    return { ...fault(code, sentence, place), container: this.container };
  }
}

/** A text of a partner for a sentence: in quotation marks, and not too long. */
export function quoted(text: string): string {
  return `'${text.length > 60 ? `${text.slice(0, 60)}…` : text}'`;
}
