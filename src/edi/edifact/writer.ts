import { lettersOf } from './character-sets';
import { DEFAULTS } from './service-characters';

/** A value of a segment: one component, or several; trailing empty ones are left out. */
export type WrittenElement = string | null | (string | null)[];
/** A segment to write: its tag and its elements. */
export type WrittenSegment = [tag: string, ...elements: WrittenElement[]];

/** A message to write, without UNH and UNT. */
export interface WrittenMessage {
  reference: string;
  /** Message, version, release, agency and association of the UNH. */
  type: WrittenElement;
  segments: WrittenSegment[];
}

/** The envelope of an interchange to write. */
export interface WrittenEnvelope {
  character_set: string;
  syntax_version: string;
  sender: WrittenElement;
  recipient: WrittenElement;
  /** The date in six digits (eight from syntax version 4) and the time in four. */
  prepared_at: [date: string, time: string];
  control_reference: string;
  asks_acknowledgement: boolean;
  test: boolean;
  /** Whether UNA is written. */
  service_advice: boolean;
  /** Whether a line break stands behind each terminator. */
  line_breaks: boolean;
}

const { component, element, release, terminator } = DEFAULTS;
const [COMPONENT, ELEMENT, RELEASE, TERMINATOR] = [component, element, release, terminator].map((byte) =>
  String.fromCharCode(byte),
) as [string, string, string, string];
/** What is released in values; syntax version 4 has a character that repeats, too. */
const SERVICE = /['+:?]/g;
const SERVICE_OF_4 = /['+:?*]/g;
const ADVICE = "UNA:+.? '";
const BEYOND_ASCII = /[\u0080-\u{10ffff}]/gu;

/** Letters that no accent makes of others, as a character set that lacks them has them. */
const SPELT: Record<string, string> = {
  ß: 'SS',
  æ: 'AE',
  Æ: 'AE',
  œ: 'OE',
  Œ: 'OE',
  ø: 'O',
  Ø: 'O',
  ł: 'L',
  Ł: 'L',
  đ: 'D',
  Đ: 'D',
};

/** An interchange as bytes in its character set. UNT, UNZ count what they end. */
export function writeInterchange(envelope: WrittenEnvelope, messages: WrittenMessage[]): Buffer {
  const set = envelope.character_set;
  const service = envelope.syntax_version === '4' ? SERVICE_OF_4 : SERVICE;
  const segments: WrittenSegment[] = [
    [
      'UNB',
      [set, envelope.syntax_version],
      envelope.sender,
      envelope.recipient,
      envelope.prepared_at,
      envelope.control_reference,
      null,
      null,
      null,
      envelope.asks_acknowledgement ? '1' : null,
      null,
      envelope.test ? '1' : null,
    ],
    ...messages.flatMap(({ reference, type, segments }): WrittenSegment[] => [
      ['UNH', reference, type],
      ...segments,
      ['UNT', String(segments.length + 2), reference],
    ]),
    ['UNZ', String(messages.length), envelope.control_reference],
  ];
  const end = TERMINATOR + (envelope.line_breaks ? '\r\n' : '');
  const text = segments.map((segment) => segmentText(segment, set, service) + end).join('');
  const advice = envelope.service_advice ? ADVICE + (envelope.line_breaks ? '\r\n' : '') : '';
  return bytesIn(advice + text, set);
}

/** Text of which the set has every letter, as bytes. */
function bytesIn(text: string, set: string): Buffer {
  const letters = lettersOf(set);
  if (!letters) return Buffer.from(text, 'utf8');
  return Buffer.from(
    text.replace(BEYOND_ASCII, (letter) => String.fromCharCode(letters.get(letter)!)),
    'latin1',
  );
}

function segmentText([tag, ...elements]: WrittenSegment, set: string, service: RegExp): string {
  const texts = elements.map((each) =>
    trimmed(
      [each].flat().map((value) => released(value ?? '', set, service)),
      COMPONENT,
    ),
  );
  return trimmed([tag, ...texts], ELEMENT);
}

/** Texts without the empty ones at their end. */
function trimmed(texts: string[], separator: string): string {
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1).join(separator);
}

function released(value: string, set: string, service: RegExp): string {
  return written(value, set).replace(service, (character) => RELEASE + character);
}

/**
 * A value in the letters of a character set: without accents, spelt out, or a blank for a letter that it lacks. UNOA has
 * capitals.
 */
export function written(value: string, set: string): string {
  const clean = value.replace(/\p{Cc}/gu, ' ');
  const letters = lettersOf(set);
  if (!letters) return clean;
  const text = clean
    .normalize('NFC')
    .replace(BEYOND_ASCII, (letter) => (letters.has(letter) ? letter : bare(letter)));
  return set === 'UNOA' ? text.toUpperCase() : text;
}

function bare(letter: string): string {
  const without = SPELT[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
  return /^[\x20-\x7e]+$/.test(without) ? without : ' ';
}
