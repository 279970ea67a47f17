import { Turns } from '../../common/turns';
import { fault, refuse, type Fault, type SyntaxCode, type SyntaxWarning } from './fault';
import { MOST_MESSAGES } from './limits';
import { Marks } from './marks';
import { Tokenizer, value, type Segment } from './tokenizer';

/** A sender or recipient: its id and the qualifier of it (0007). */
interface Identification {
  id: string;
  qualifier: string | null;
}

/** A message of an interchange by its header (UNH), and where its segments are. */
export interface MessageHeader {
  reference: string;
  /** Such as `COPARN`. */
  message: string;
  /** Such as `95B`: version and release without the `D`. */
  directory: string;
  association: string | null;
  /** The UNH. */
  first: Pick<Segment, 'at' | 'number'>;
  segments_count: number;
  /** Why this message alone is refused. */
  errors: Fault<SyntaxCode>[];
}

export interface Interchange {
  control_reference: string;
  sender: Identification;
  recipient: Identification;
  /** Date and time as they came: six or eight digits, and four. */
  prepared_at: string;
  character_set: string;
  syntax_version: string;
  asks_acknowledgement: boolean;
  test: boolean;
  segments_count: number;
  messages: MessageHeader[];
  warnings: Fault<SyntaxWarning>[];
  /** Where its segments are found again. */
  marks: Marks;
}

/** How many bytes cost as much as an item of `Turns`. */
const BYTES_OF_ITEM = 256;

/** Walks through segments, and gives other work its turn every 5 ms. */
export async function eachSegment(
  tokenizer: Tokenizer,
  use: (segment: Segment) => boolean | void,
): Promise<void> {
  await inTurns(tokenizer, () => {
    const segment = tokenizer.step();
    return segment !== undefined && (!segment || use(segment) !== false);
  });
}

/** Reads step by step while there is more, and gives other work its turn every 5 ms. */
async function inTurns(tokenizer: Tokenizer, step: () => boolean): Promise<void> {
  const turns = new Turns();
  for (let at = tokenizer.position, more = true; more; at = tokenizer.position) {
    more = step();
    const given = turns.after(1 + (tokenizer.position - at) / BYTES_OF_ITEM);
    if (given) await given;
  }
}

/**
 * Reads the envelope of an interchange to its end, so that nothing of it is used before all of it came.
 * @throws Unreadable when it is refused as a whole; a message with a wrong UNT is refused by its `errors` alone
 */
export async function readInterchange(bytes: Buffer): Promise<Interchange> {
  const tokenizer = new Tokenizer(bytes);
  const envelope = new Envelope();
  const marks = new Marks();
  await eachSegment(tokenizer, (segment) => {
    marks.take(segment);
    return envelope.take(segment);
  });
  const read = envelope.end();
  let at = null as number | null | undefined;
  await inTurns(tokenizer, () => (at = tokenizer.rest()) === null);
  if (typeof at === 'number')
    refuse('envelope_mismatch', 'nothing may come behind UNZ.', { segment: read.segments_count + 1, at });
  return { ...read, warnings: tokenizer.warnings, marks };
}

/** Follows headers and trailers. */
class Envelope {
  private header?: Segment;
  private group?: { header: Segment; messages: number };
  private groups = 0;
  private message?: MessageHeader;
  private readonly messages: MessageHeader[] = [];
  private last = 0;
  private isOver = false;

  /** Returns false behind the UNZ, of which nothing is read. */
  take(segment: Segment): boolean {
    this.follow(segment);
    return !this.isOver;
  }

  private follow(segment: Segment): void {
    this.last = segment.number;
    switch (segment.tag) {
      case 'UNB':
        if (this.header) mismatch(segment, 'an interchange has one UNB.');
        this.header = segment;
        return;
      case 'UNG':
        this.endMessage(segment);
        if (this.group) mismatch(segment, 'the group before it has no UNE.');
        this.group = { header: segment, messages: this.messages.length };
        this.groups++;
        return;
      case 'UNE':
        this.endMessage(segment);
        return this.endGroup(segment);
      case 'UNH':
        this.endMessage(segment);
        return this.begin(segment);
      case 'UNT':
        return this.trailer(segment);
      case 'UNZ':
        this.endMessage(segment);
        return this.close(segment);
      default:
        if (!this.message) mismatch(segment, 'it is in no message.');
        this.message.segments_count++;
    }
  }

  end(): Omit<Interchange, 'warnings' | 'marks'> {
    const header = this.header!;
    if (!this.isOver) refuse('cut_off', 'The interchange has no UNZ.');
    return {
      control_reference: padded(header, 5),
      sender: identification(header, 2),
      recipient: identification(header, 3),
      prepared_at: `${value(header, 4)}${value(header, 4, 2)}`,
      character_set: value(header, 1),
      syntax_version: value(header, 1, 2),
      asks_acknowledgement: value(header, 9) === '1',
      test: value(header, 11) === '1',
      segments_count: this.last,
      messages: this.messages,
    };
  }

  private begin(segment: Segment): void {
    if (this.messages.length === MOST_MESSAGES)
      refuse('too_large', `an interchange has at most ${MOST_MESSAGES} messages.`, segment);
    const [message = '', version = '', release = '', , association = ''] = segment.elements[1] ?? [];
    this.message = {
      reference: value(segment, 1),
      message,
      directory: version === 'D' ? release : `${version}${release}`,
      association: association || null,
      first: { at: segment.at, number: segment.number },
      segments_count: 1,
      errors: [],
    };
    this.messages.push(this.message);
  }

  private trailer(segment: Segment): void {
    const { message } = this;
    if (!message) return mismatch(segment, 'no UNH stands before it.');
    message.segments_count++;
    this.message = undefined;
    const { segments_count, reference } = message;
    if (Number(value(segment, 1)) !== segments_count)
      message.errors.push(
        wrong(segment, 1, `it counts ${value(segment, 1) || 'no'} segments of ${segments_count}.`),
      );
    if (value(segment, 2) !== reference)
      message.errors.push(
        wrong(segment, 2, `it names message '${value(segment, 2)}' in place of '${reference}'.`),
      );
  }

  /** A message that another header or trailer ends is refused; what follows begins anew. */
  private endMessage(next: Segment): void {
    const { message } = this;
    if (!message) return;
    message.errors.push(wrong(next, null, `message '${message.reference}' has no UNT before it.`));
    this.message = undefined;
  }

  private endGroup(segment: Segment): void {
    const { group } = this;
    if (!group) return mismatch(segment, 'no UNG stands before it.');
    this.group = undefined;
    const count = this.messages.length - group.messages;
    if (Number(value(segment, 1)) !== count)
      mismatch(segment, `it counts ${value(segment, 1) || 'no'} messages of ${count}.`, 1);
    if (value(segment, 2) !== value(group.header, 5))
      mismatch(segment, 'it names another group than its UNG.', 2);
  }

  private close(segment: Segment): void {
    if (this.group) mismatch(segment, 'the group before it has no UNE.');
    const count = this.groups || this.messages.length;
    const what = this.groups ? 'groups' : 'messages';
    if (Number(value(segment, 1)) !== count)
      mismatch(segment, `it counts ${value(segment, 1) || 'no'} ${what} of ${count}.`, 1);
    const reference = padded(this.header!, 5);
    if (padded(segment, 2) !== reference)
      mismatch(segment, `it names interchange '${value(segment, 2)}' in place of '${reference}'.`, 2);
    this.isOver = true;
  }
}

function identification(header: Segment, element: number): Identification {
  return { id: padded(header, element), qualifier: padded(header, element, 2) || null };
}

/** A value of the envelope without the blanks that partners fill it up with. */
const padded = (segment: Segment, element: number, component = 1): string =>
  value(segment, element, component).trim();

function wrong({ number, tag, at }: Segment, element: number | null, sentence: string): Fault<SyntaxCode> {
  return fault('envelope_mismatch', sentence, { segment: number, tag, element, at });
}

function mismatch({ number, tag, at }: Segment, sentence: string, element: number | null = null): never {
  return refuse('envelope_mismatch', sentence, { segment: number, tag, element, at });
}
