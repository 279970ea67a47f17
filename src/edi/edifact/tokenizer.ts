import { anyByte, decoderOf, isRead, type Decode } from './character-sets';
import { fault, refuse, type Fault, type Place, type SyntaxWarning } from './fault';
import { MOST_BYTES, MOST_CHARACTERS, MOST_COMPONENTS, MOST_ELEMENTS, MOST_SEGMENTS } from './limits';
import {
  isBlank,
  isFilling,
  LINE_BREAKS,
  readAdvice,
  REPETITION,
  type ServiceCharacters,
} from './service-characters';

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

/** How many bytes are read before other work may have its turn: some tenths of a millisecond. */
const STEP_BYTES = 16 * 1024;

/** The bytes of a value as they came, with what releases and wraps them: four for each character of UTF-8. */
const MOST_VALUE_BYTES = 4 * MOST_CHARACTERS;

/** What a byte does in a segment; most are a part of the value. */
enum Does {
  Belongs,
  Wraps,
  Releases,
  Controls,
  // those behind this one end a value
  EndsComponent,
  EndsElement,
  EndsSegment,
}

/** A segment of which the end was not read yet. */
interface Begun {
  segment: Segment;
  /** The components of its last element, and whether that repeats the one before. */
  components: string[];
  repeats: boolean;
  /** Where its last value begins, and how many bytes of it are in the buffer. */
  from: number;
  length: number;
}

/**
 * Reads an interchange segment by segment (ISO 9735-1). It holds one segment at a time, keeps to the limits before it
 * builds anything, and never replaces a byte that the character set lacks.
 */
export class Tokenizer {
  readonly warnings: Fault<SyntaxWarning>[] = [];
  readonly characters: ServiceCharacters;
  private decode: Decode;
  private does: Uint8Array;
  private isUpperCase = false;
  /** The next byte, and the number of the last segment. */
  private at: number;
  private number = 0;
  private begun?: Begun;
  /** The bytes of the value that is read, without what is left out of it. */
  private readonly value = Buffer.allocUnsafe(MOST_VALUE_BYTES);

  /**
   * @param anySet whether a UNB of an unknown character set or syntax version is read, too
   * @throws Unreadable for what is too large, or begins with neither UNA nor UNB
   */
  constructor(
    private bytes: Buffer,
    private readonly anySet = false,
  ) {
    if (bytes.length > MOST_BYTES) refuse('too_large', `An interchange has at most ${MOST_BYTES} bytes.`);
    this.at = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
    this.passBlanks(STEP_BYTES);
    const { characters, isStated, end, warnings } = readAdvice(bytes, this.at);
    this.warnings.push(...warnings);
    this.characters = { ...characters };
    this.does = doesBy(this.characters);
    this.at = end;
    this.decode = anyByte;
    this.readHeader(isStated);
  }

  /** Goes back to a segment that was read before. */
  from({ at, number }: Pick<Segment, 'at' | 'number'>): this {
    this.at = at;
    this.number = number - 1;
    this.begun = undefined;
    return this;
  }

  /** Goes on in a part of the interchange, which begins with the segment of this number. */
  inPart(bytes: Buffer, number: number): this {
    this.bytes = bytes;
    return this.from({ at: 0, number });
  }

  /** The next segment; undefined at the end. Throws Unreadable. */
  next(): Segment | undefined {
    for (;;) {
      const segment = this.step();
      if (segment !== null) return segment;
    }
  }

  /**
   * Reads on, about 16 kB at most. Returns the next segment, null while its end was not read, and undefined at the end of the
   * interchange.
   * @throws Unreadable
   */
  step(): Segment | null | undefined {
    const until = Math.min(this.at + STEP_BYTES, this.bytes.length);
    if (!this.begun) {
      this.passBlanks(until);
      if (this.at === until) return until < this.bytes.length ? null : undefined;
      if (this.number === MOST_SEGMENTS)
        refuse('too_large', `An interchange has at most ${MOST_SEGMENTS} segments.`, { at: this.at });
      const segment = { number: ++this.number, tag: '', at: this.at, elements: [], repeated: [] };
      this.begun = { segment, components: [], repeats: false, from: this.at, length: 0 };
    }
    return this.read(this.begun, until);
  }

  /** The byte that is read next. */
  get position(): number {
    return this.at;
  }

  /** The next byte that says something, null while none was found in about 16 kB, and undefined when there is none. */
  rest(): number | null | undefined {
    const until = Math.min(this.at + STEP_BYTES, this.bytes.length);
    while (this.at < until && isFilling(this.bytes[this.at])) this.at++;
    if (this.at < until) return this.at;
    return until < this.bytes.length ? null : undefined;
  }

  private passBlanks(until: number): void {
    while (this.at < until && isBlank(this.bytes[this.at])) this.at++;
  }

  /** Reads the UNB once to learn character set and syntax version; `next` reads it again with these. */
  private readHeader(isStated: boolean): void {
    const start = this.at;
    const header = this.step();
    if (header === null)
      return refuse('too_large', `The UNB is more than ${STEP_BYTES} bytes long.`, { at: start });
    if (!header && start > 0) refuse('cut_off', 'The interchange ends behind its UNA.', { at: start });
    if (header?.tag !== 'UNB') refuse('not_edifact', 'An interchange begins with UNA or UNB.', { at: start });
    const [set = '', version = ''] = header.elements[0] ?? [];
    if (!this.anySet) this.decode = decoderOfHeader(set, version);
    else if (isRead(set)) this.decode = decoderOf(set, SET);
    this.isUpperCase = set === 'UNOA';
    if (version === '4' && !isStated) this.characters.repetition = REPETITION;
    if (Number(version) < 4) this.characters.repetition = -1;
    this.does = doesBy(this.characters);
    this.from(header);
  }

  /** Reads a segment up to a byte. Returns null when its end is not before it. */
  private read(begun: Begun, until: number): Segment | null {
    const { bytes, does, value } = this;
    for (; this.at < until; this.at++) {
      const byte = bytes[this.at]!;
      if (this.at - begun.from >= MOST_VALUE_BYTES && (does[byte] as Does) < Does.EndsComponent)
        this.refuseLength();
      switch (does[byte] as Does) {
        case Does.Belongs:
          value[begun.length++] = byte;
          break;
        case Does.EndsComponent:
          this.endValue(begun);
          break;
        case Does.EndsElement:
          this.endElement(begun);
          begun.repeats = byte === this.characters.repetition;
          break;
        case Does.EndsSegment:
          this.endElement(begun);
          this.at++;
          this.begun = undefined;
          return begun.segment;
        case Does.Releases:
          value[begun.length++] = this.released(begun.from);
          break;
        case Does.Wraps:
          break;
        case Does.Controls:
          this.refuseControl(byte);
      }
    }
    if (this.at < bytes.length) return null;
    return refuse('cut_off', 'the interchange ends inside of it.', this.place());
  }

  /** The byte behind a release character, also behind one where the line was wrapped. */
  private released(from: number): number {
    const { bytes } = this;
    do {
      if (++this.at === bytes.length) refuse('cut_off', 'the interchange ends inside of it.', this.place());
      if (this.at - from >= MOST_VALUE_BYTES) this.refuseLength();
    } while (this.does[bytes[this.at]!] === Does.Wraps);
    const byte = bytes[this.at]!;
    if (this.does[byte] === Does.Controls) this.refuseControl(byte);
    return byte;
  }

  private endValue(begun: Begun): void {
    begun.components.push(begun.length ? this.readValue(begun.length) : '');
    begun.from = this.at + 1;
    begun.length = 0;
    if (begun.components.length > MOST_COMPONENTS)
      refuse('too_large', `an element has at most ${MOST_COMPONENTS} components.`, this.place());
  }

  private endElement(begun: Begun): void {
    this.endValue(begun);
    const { segment, components, repeats } = begun;
    if (!segment.tag) segment.tag = this.tag(components, segment.at);
    else if (repeats) segment.repeated.push({ element: segment.elements.length, components });
    else segment.elements.push(components);
    begun.components = [];
    if (segment.elements.length > MOST_ELEMENTS || segment.repeated.length > MOST_ELEMENTS)
      refuse('too_large', `a segment has at most ${MOST_ELEMENTS} elements.`, this.place());
  }

  private readValue(length: number): string {
    const text = this.decode(this.value.subarray(0, length));
    if (text === undefined)
      return refuse(
        'characters_invalid',
        'the character set of the interchange lacks a byte of it.',
        this.place(),
      );
    if (text.length > MOST_CHARACTERS) this.refuseLength();
    if (this.isUpperCase && /[a-z]/.test(text)) {
      this.isUpperCase = false;
      this.warnings.push(fault('small_letters', 'UNOA has no small letters.', this.place()));
    }
    return text;
  }

  private refuseLength(): never {
    return refuse('too_large', `a value has at most ${MOST_CHARACTERS} characters.`, this.place());
  }

  private refuseControl(byte: number): never {
    return refuse('characters_invalid', `byte ${byte} is a control character.`, this.place());
  }

  /** Where it reads. */
  private place(): Place {
    const tag = this.begun?.segment.tag || null;
    return { segment: this.number, tag, at: this.at };
  }

  private tag([tag]: string[], at: number): string {
    if (!TAG.test(tag!))
      refuse('not_edifact', `'${tag!.slice(0, 20)}' is no tag.`, { segment: this.number, at });
    return tag!;
  }
}

/** What each byte does in a segment. */
function doesBy({ component, element, release, repetition, terminator }: ServiceCharacters): Uint8Array {
  const does = new Uint8Array(256);
  does.fill(Does.Controls, 0, 0x20);
  does[0x7f] = Does.Controls;
  for (const byte of LINE_BREAKS) does[byte] = Does.Wraps;
  if (release >= 0) does[release] = Does.Releases;
  does[component] = Does.EndsComponent;
  if (repetition >= 0) does[repetition] = Does.EndsElement;
  does[element] = Does.EndsElement;
  does[terminator] = Does.EndsSegment;
  return does;
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
