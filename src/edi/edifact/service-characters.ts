import { fault, refuse, type Fault, type SyntaxWarning } from './fault';

/** The characters that structure an interchange, as bytes. */
export interface ServiceCharacters {
  component: number;
  element: number;
  /** Makes the character behind it part of the value; -1 where there is none. */
  release: number;
  /** Repeats an element; -1 where nothing does. */
  repetition: number;
  terminator: number;
}

const code = (character: string) => character.charCodeAt(0);
const [BLANK, CR, LF] = [code(' '), code('\r'), code('\n')];

/** The characters without a UNA. */
export const DEFAULTS: ServiceCharacters = {
  component: code(':'),
  element: code('+'),
  release: code('?'),
  repetition: -1,
  terminator: code("'"),
};
/** What repeats an element in syntax version 4, unless the UNA says otherwise. */
export const REPETITION = code('*');

export const LINE_BREAKS: readonly number[] = [CR, LF];
const isLineBreak = (byte: number | undefined) => byte === CR || byte === LF;
export const isBlank = (byte: number | undefined) => byte === BLANK || isLineBreak(byte);
/** Whether a byte says nothing behind an interchange: what ends or fills up a file of old systems (Ctrl-Z, NUL, tab). */
export const isFilling = (byte: number | undefined) =>
  isBlank(byte) || byte === 0x1a || byte === 0x00 || byte === 0x09;

export interface Advice {
  characters: ServiceCharacters;
  /** Whether the UNA decides what repeats. */
  isStated: boolean;
  /** The byte behind it. */
  end: number;
  warnings: Fault<SyntaxWarning>[];
}

/**
 * Reads the service string advice (UNA) at a place, or takes the defaults. One of eight characters, without the blank, is
 * read with a warning.
 * @throws Unreadable for a UNA that is cut or names a character twice
 */
export function readAdvice(bytes: Buffer, at: number): Advice {
  const starts = bytes.toString('latin1', at, at + 3);
  if (starts === 'UNB') return { characters: DEFAULTS, isStated: false, end: at, warnings: [] };
  if (starts !== 'UNA') return refuse('not_edifact', 'An interchange begins with UNA or UNB.', { at });
  const place = { tag: 'UNA', at };
  if (bytes.length < at + 8) return refuse('cut_off', 'The interchange ends inside of its UNA.', place);
  const isShort = lacksBlank(bytes, at);
  if (!isShort && bytes.length < at + 9)
    return refuse('cut_off', 'The interchange ends inside of its UNA.', place);
  const [component, element, decimal, release, fifth] = [3, 4, 5, 6, 7].map((nth) => bytes[at + nth]!);
  const terminator = isShort ? fifth! : bytes[at + 8]!;
  const repetition = isShort || fifth === BLANK ? -1 : fifth!;
  const named = [component!, element!, decimal!, terminator, release!, repetition].filter(
    (byte, nth) => byte !== -1 && !(nth === 4 && byte === BLANK),
  );
  if (new Set(named).size < named.length || !named.every(canStructure))
    return refuse(
      'not_edifact',
      'The UNA has to name different characters that are neither letters nor digits.',
      place,
    );
  return {
    characters: {
      component: component!,
      element: element!,
      release: release === BLANK ? -1 : release!,
      repetition,
      terminator,
    },
    isStated: !isShort && fifth !== BLANK,
    end: at + (isShort ? 8 : 9),
    warnings: isShort ? [fault('una_short', 'The UNA lacks its blank.', place)] : [],
  };
}

/** Whether a UNA has eight characters: the UNB follows behind its fifth one, with or without a line break. */
function lacksBlank(bytes: Buffer, at: number): boolean {
  const [fifth, next] = [bytes[at + 7], bytes[at + 8]];
  if (fifth === BLANK || fifth === REPETITION) return false;
  let begin = at + 8;
  while (isBlank(bytes[begin])) begin++;
  return (next === code('U') || isLineBreak(next)) && bytes.toString('latin1', begin, begin + 3) === 'UNB';
}

function canStructure(byte: number): boolean {
  if (isLineBreak(byte)) return true;
  return byte > BLANK && byte < 0x7f && !/[A-Za-z0-9]/.test(String.fromCharCode(byte));
}
