import { anyByte, decoderOf, isRead, type Decode } from './character-sets';
import { fault, refuse, type Fault, type Place, type SyntaxWarning } from './fault';
import { MOST_BYTES, MOST_CHARACTERS, MOST_COMPONENTS, MOST_ELEMENTS, MOST_SEGMENTS } from './limits';
import { isBlank, isLineBreak, readAdvice, REPETITION, type ServiceCharacters } from './service-characters';

/** A segment of an interchange. */
export interface Segment {
  /** Counts from 1, which is UNB. */
  number: number;
  tag: string;
  /** Its first byte. */
  at: number;
  /** The values behind the tag: components by element, which may be empty. */
  elements: string[][];
  /** The repeated values of elements (syntax version 4), each under the number of its element from 1. */
  repeated: { element: number; components: string[] }[];
}

/** A value of a segment, counted from 1 behind the tag; empty where the segment is shorter. */
export const value = (segment: Segment, element: number, component = 1): string =>
  segment.elements[element - 1]?.[component - 1] ?? '';

/**
 * The UNB of an interchange, also of one in a character set that is not read.
 * @throws Unreadable for bytes that begin with no UNB
 */
export function headerOf(bytes: Buffer): Segment {
  return new Tokenizer(bytes, true).next()!;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const TAG = /^[A-Z]{3}$/;

/**
 * Reads an interchange segment by segment (ISO 9735-1). It holds one segment at a time, keeps to the limits before it
 * builds anything, and never replaces a byte that the character set lacks.
 */
export class Tokenizer {
  readonly warnings: Fault<SyntaxWarning>[] = [];
  readonly characters: ServiceCharacters;
  private decode: Decode;
  private isUpperCase = false;
  /** The next byte, and the number of the last segment. */
  private at: number;
  private number = 0;

  /**
   * @param anySet whether a UNB of an unknown character set or syntax version is read, too
   * @throws Unreadable for what is too large, or begins with neither UNA nor UNB
   */
  constructor(
    private readonly bytes: Buffer,
    private readonly anySet = false,
  ) {
    if (bytes.length > MOST_BYTES) refuse('too_large', `An interchange has at most ${MOST_BYTES} bytes.`);
    this.at = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
    while (isBlank(bytes[this.at])) this.at++;
    const { characters, isStated, end, warnings } = readAdvice(bytes, this.at);
    this.warnings.push(...warnings);
    this.characters = { ...characters };
    this.at = end;
    this.decode = anyByte;
    this.readHeader(isStated);
  }

  /** Goes back to a segment that was read before. */
  from({ at, number }: Pick<Segment, 'at' | 'number'>): this {
    this.at = at;
    this.number = number - 1;
    return this;
  }

  /** The byte that follows, but for blanks; undefined at the end. */
  rest(): number | undefined {
    while (isBlank(this.bytes[this.at])) this.at++;
    return this.at < this.bytes.length ? this.at : undefined;
  }

  /** The next segment; undefined at the end. Throws Unreadable. */
  next(): Segment | undefined {
    if (this.rest() === undefined) return undefined;
    if (this.number === MOST_SEGMENTS)
      refuse('too_large', `An interchange has at most ${MOST_SEGMENTS} segments.`, { at: this.at });
    this.number++;
    return this.read();
  }

  /** Reads the UNB once to learn character set and syntax version; `next` reads it again with these. */
  private readHeader(isStated: boolean): void {
    const start = this.at;
    const header = this.next();
    if (!header && start > 0) refuse('cut_off', 'The interchange ends behind its UNA.', { at: start });
    if (header?.tag !== 'UNB') refuse('not_edifact', 'An interchange begins with UNA or UNB.', { at: start });
    const [set = '', version = ''] = header.elements[0] ?? [];
    if (!this.anySet) this.decode = decoderOfHeader(set, version);
    else if (isRead(set)) this.decode = decoderOf(set, SET);
    this.isUpperCase = set === 'UNOA';
    if (version === '4' && !isStated) this.characters.repetition = REPETITION;
    if (Number(version) < 4) this.characters.repetition = -1;
    this.from(header);
  }

  private read(): Segment {
    const { bytes, number } = this;
    const { component, element, release, repetition, terminator } = this.characters;
    const segment: Segment = { number, tag: '', at: this.at, elements: [], repeated: [] };
    let components: string[] = [];
    let repeats = false;
    /** The beginning of the value, the parts of it before what was left out, and how long those are. */
    let from = this.at;
    let parts: Buffer[] = [];

    const place = (): Place => ({ segment: number, tag: segment.tag || null, at: this.at });
    const leaveOut = (end: number) => {
      if (end > from) parts.push(bytes.subarray(from, end));
      from = end + 1;
    };
    const endValue = (end: number) => {
      const raw = parts.length
        ? Buffer.concat([...parts, bytes.subarray(from, end)])
        : bytes.subarray(from, end);
      parts = [];
      from = end + 1;
      components.push(this.value(raw, place));
      if (components.length > MOST_COMPONENTS)
        refuse('too_large', `an element has at most ${MOST_COMPONENTS} components.`, place());
    };
    const endElement = (end: number) => {
      endValue(end);
      if (!segment.tag) segment.tag = this.tag(components, segment.at);
      else if (repeats) segment.repeated.push({ element: segment.elements.length, components });
      else segment.elements.push(components);
      components = [];
      if (segment.elements.length > MOST_ELEMENTS || segment.repeated.length > MOST_ELEMENTS)
        refuse('too_large', `a segment has at most ${MOST_ELEMENTS} elements.`, place());
    };

    for (; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at]!;
      if (byte === terminator) {
        endElement(this.at);
        this.at++;
        return segment;
      }
      if (byte === element || byte === repetition) {
        endElement(this.at);
        repeats = byte === repetition;
      } else if (byte === component) endValue(this.at);
      else if (byte === release) {
        leaveOut(this.at);
        // a line that was wrapped behind the release character
        while (isLineBreak(bytes[this.at + 1]) && bytes[this.at + 1] !== terminator) leaveOut(++this.at);
        this.at++;
      } else if (isLineBreak(byte)) leaveOut(this.at);
      else if (byte < 0x20 || byte === 0x7f)
        refuse('characters_invalid', `byte ${byte} is a control character.`, place());
    }
    return refuse('cut_off', 'the interchange ends inside of it.', place());
  }

  private value(raw: Buffer, place: () => Place): string {
    if (raw.length > 4 * MOST_CHARACTERS) this.refuseLength(place);
    const text = this.decode(raw);
    if (text === undefined)
      return refuse(
        'characters_invalid',
        'the character set of the interchange lacks a byte of it.',
        place(),
      );
    if (text.length > MOST_CHARACTERS) this.refuseLength(place);
    if (this.isUpperCase && /[a-z]/.test(text)) {
      this.isUpperCase = false;
      this.warnings.push(fault('small_letters', 'UNOA has no small letters.', place()));
    }
    return text;
  }

  private refuseLength(place: () => Place): never {
    return refuse('too_large', `a value has at most ${MOST_CHARACTERS} characters.`, place());
  }

  private tag([tag]: string[], at: number): string {
    if (!TAG.test(tag!))
      refuse('not_edifact', `'${tag!.slice(0, 20)}' is no tag.`, { segment: this.number, at });
    return tag!;
  }
}

/** Where the UNB names its character set. */
const SET: Place = { segment: 1, tag: 'UNB', element: 1, component: 1 };

/** The versions of the syntax that are read (0002). */
const VERSIONS = /^[1-4]?$/;

function decoderOfHeader(set: string, version: string): Decode {
  if (!VERSIONS.test(version))
    refuse('character_set_unknown', `syntax version ${version} is none that is read.`, {
      ...SET,
      component: 2,
    });
  return decoderOf(set, SET);
}
