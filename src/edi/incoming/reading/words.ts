import { hasUnseen } from '../../../common/input/values';
import type { Place } from '../../edifact/fault';
import { value, type Segment } from '../../edifact/tokenizer';
import { quoted, type Findings } from './findings';

/** A word of a partner as it came, and its place: what it means is looked up later. */
export interface Word extends Required<Place> {
  text: string;
  /** The code list (1131) and the agency that keeps it (3055). */
  list: string | null;
  agency: string | null;
}

/** The place of what no segment names. */
export const NOWHERE: Word = {
  text: '',
  segment: null,
  tag: null,
  element: null,
  component: null,
  at: null,
  list: null,
  agency: null,
};

/** The most characters of what is stored. */
const MOST_STORED = 255;

/** A value without blanks around it; empty where there is none. */
export const textOf = (segment: Segment, element: number, component = 1): string =>
  value(segment, element, component).trim();

/** The place of a value. */
export function placeOf({ number, tag, at }: Segment, element: number | null = null, component = 1): Place {
  return { segment: number, tag, element, component: element === null ? null : component, at };
}

/** The word at a place, with code list and agency behind it; null where it is empty. */
export function wordOf(segment: Segment, element: number, component = 1): Word | null {
  const text = textOf(segment, element, component);
  if (!text) return null;
  return {
    text,
    segment: segment.number,
    tag: segment.tag,
    element,
    component,
    at: segment.at,
    list: textOf(segment, element, component + 1) || null,
    agency: textOf(segment, element, component + 2) || null,
  };
}

/** A party as a NAD names it. */
export interface NamedParty {
  /** Its code; without one its name. */
  word: Word;
  name: string | null;
}

/** The party of a NAD; null for one without code and name. */
export function namedPartyOf(segment: Segment): NamedParty | null {
  const word = wordOf(segment, 2) ?? wordOf(segment, 4) ?? wordOf(segment, 3);
  const name = textOf(segment, 4) || textOf(segment, 3);
  return word && { word, name: name ? stored(name) : null };
}

/** A word that becomes the name or number of a record. Refuses invisible characters, and what is too long. */
export function identifierOf(
  segment: Segment,
  element: number,
  component: number,
  findings: Findings,
): Word | null {
  const word = wordOf(segment, element, component);
  if (!word) return null;
  if (word.text.length > MOST_STORED) {
    findings.refuse('invalid', `${quoted(word.text)} is longer than ${MOST_STORED} characters.`, word);
    return null;
  }
  if (hasUnseen(word.text)) {
    findings.refuse('invalid', `${quoted(word.text)} has invisible characters.`, word);
    return null;
  }
  return word;
}

/** A text that is stored, as long as it may be. */
export function stored(text: string, most = MOST_STORED): string {
  return text.length > most ? [...text].slice(0, most).join('') : text;
}

/** What a code means by a table; undefined for another one, whatever its letters are. */
export function meaningOf<T>(table: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}
