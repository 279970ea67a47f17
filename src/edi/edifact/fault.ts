/** Why an interchange, or one message of it, is refused as a whole because of its syntax. */
export type SyntaxCode =
  /** The bytes are no EDIFACT interchange. */
  | 'not_edifact'
  /** The interchange ends before its UNZ. */
  | 'cut_off'
  /** The character set of the UNB is none that is read. */
  | 'character_set_unknown'
  /** The character set of the UNB lacks a byte. */
  | 'characters_invalid'
  /** A trailer counts or names otherwise than its header. */
  | 'envelope_mismatch'
  /** The interchange is beyond a limit. */
  | 'too_large';

/** What only looks odd, and stops nothing. */
export type SyntaxWarning =
  /** The UNA lacks its blank. */
  | 'una_short'
  /** The character set UNOA has no small letters. */
  | 'small_letters';

/** A fault of an interchange, by its place. */
export interface Fault<Code extends string = string> {
  /** The number of the segment: UNB is 1. */
  segment: number | null;
  tag: string | null;
  /** Counts from 1 behind the tag. */
  element: number | null;
  component: number | null;
  /** The byte. */
  at: number | null;
  code: Code;
  sentence: string;
  /** The number of the container of which the segment speaks. */
  container: string | null;
}

/** A place in an interchange, as far as it is known. */
export type Place = Partial<Pick<Fault, 'segment' | 'tag' | 'element' | 'component' | 'at'>>;

/** A fault at a place; its sentence begins with the segment, where that is known, and goes on in small letters. */
export function fault<Code extends string>(code: Code, sentence: string, place: Place = {}): Fault<Code> {
  const { segment = null, tag = null, element = null, component = null, at = null } = place;
  const whole =
    segment === null
      ? sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
      : `Segment ${segment}${tag === null ? '' : ` (${tag})`}: ${sentence.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())}`;
  return { segment, tag, element, component, at, code, sentence: whole, container: null };
}

/** An interchange that is refused as a whole. */
export class Unreadable extends Error {
  constructor(readonly fault: Fault<SyntaxCode>) {
    super(fault.sentence);
  }
}

/** Refuses the interchange. */
export function refuse(code: SyntaxCode, sentence: string, place: Place = {}): never {
  throw new Unreadable(fault(code, sentence, place));
}
