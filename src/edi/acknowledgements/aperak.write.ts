import { DateTime } from 'luxon';
import type { Fault } from '../edifact/fault';
import { written, type WrittenSegment } from '../edifact/writer';
import { applicationErrorOf } from './application-errors';

/** The refusal of a message that came. */
export interface Aperak {
  /** Of the APERAK itself. */
  document_number: string;
  written_at: Date;
  /** What is refused: BGM 1004, else the reference of the message. */
  refused: string;
  own_id: string;
  partner_id: string;
  errors: readonly Fault[];
}

/** How an APERAK is written. */
interface Writing {
  character_set: string;
  time_zone: string;
}

/** How long a reference and an id of a party are, and a text: five lines of 70 characters. */
const [REFERENCE, PARTY, LINE, LINES] = [35, 17, 70, 5];
/** The application error that rejects (1001), and the function of what is not accepted (1225). */
const [ERROR_RESPONSE, NOT_ACCEPTED] = ['963', '27'];

/** The segments of an APERAK between UNH and UNT: each reason as an ERC with its sentence. */
export function aperak(message: Aperak, { character_set, time_zone }: Writing): WrittenSegment[] {
  const cut = (text: string, most: number) => [...written(text, character_set)].slice(0, most).join('');
  const at = DateTime.fromJSDate(message.written_at, { zone: time_zone }).toFormat('yyyyMMddHHmm');
  return [
    ['BGM', ERROR_RESPONSE, message.document_number, NOT_ACCEPTED],
    ['DTM', ['137', at, '203']],
    ['RFF', ['ACW', cut(message.refused, REFERENCE)]],
    ['NAD', 'MS', cut(message.own_id, PARTY)],
    ['NAD', 'MR', cut(message.partner_id, PARTY)],
    ...message.errors.flatMap(({ code, sentence }): WrittenSegment[] => [
      ['ERC', [applicationErrorOf(code), null, 'ZZZ']],
      ['FTX', 'AAO', null, null, linesOf(cut(sentence, LINE * LINES))],
    ]),
  ];
}

/** A text in lines; a word is cut only where it does not fit into one. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest && lines.length < LINES) {
    const room = rest.slice(0, LINE + 1);
    const blank = rest.length > LINE ? room.lastIndexOf(' ') : -1;
    const end = blank > 0 ? blank : LINE;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return lines;
}
