import { value, type Segment } from '../../edifact/tokenizer';
import { quoted } from './findings';
import { momentOf, type Moment } from './moments';
import type { Row, State } from './reader';
import { identifierOf, meaningOf, placeOf, stored, textOf, wordOf, type Word } from './words';

/** What is done with what stands (1225). */
const FUNCTIONS = {
  '9': 'original',
  '5': 'replace',
  '4': 'change',
  '2': 'addition',
  '3': 'deletion',
  '1': 'cancellation',
} as const;
export type MessageFunction = (typeof FUNCTIONS)[keyof typeof FUNCTIONS];

/** How a voyage is named; everything as it came. */
export interface VoyageWords {
  /** The conveyance reference of TDT+20. */
  conveyance: Word | null;
  /** RFF+VON. */
  voyage: Word | null;
  imo: Word | null;
  call_sign: Word | null;
  vessel: Word | null;
}

/** What every document has. */
export interface Head {
  /** BGM 1001. */
  code: Word | null;
  document_number: string | null;
  /** null when it is unknown. */
  function: MessageFunction | null;
  /** BGM 1225 as it came. */
  function_code: string | null;
  document_date: Moment | null;
  /** null where nothing names one. */
  voyage: VoyageWords | null;
  /** Of NAD+CA, else of NAD+CF, else the carrier of TDT+20. */
  line: Word | null;
}

/** A head while it is read. */
export class HeadDraft {
  code: Word | null = null;
  document_number: string | null = null;
  function: MessageFunction | null = 'original';
  function_code: string | null = null;
  document_date: Moment | null = null;
  conveyance: Word | null = null;
  voyage: Word | null = null;
  imo: Word | null = null;
  call_sign: Word | null = null;
  vessel: Word | null = null;
  line_of_ca: Word | null = null;
  line_of_cf: Word | null = null;
  carrier: Word | null = null;

  end(): Head {
    const { conveyance, voyage, imo, call_sign, vessel } = this;
    const words = { conveyance, voyage, imo, call_sign, vessel };
    return {
      code: this.code,
      document_number: this.document_number,
      function: this.function,
      function_code: this.function_code,
      document_date: this.document_date,
      voyage: Object.values(words).some(Boolean) ? words : null,
      line: this.line_of_ca ?? this.line_of_cf ?? this.carrier,
    };
  }
}

export interface WithHead extends State {
  head: HeadDraft;
}

const IMO = /^\d{7}$/;

/** The segments of every head. */
export const HEAD = {
  bgm: {
    tag: 'BGM',
    becomes:
      'the kind of the message (1001), `document_number` (1004), `function` (1225): 9 original, 5 replaces, 4 changes, 2 adds, 3 removes, 1 cancels; 9 where there is none',
    take({ head, findings }, segment) {
      head.code = wordOf(segment, 1);
      head.document_number = identifierOf(segment, 2, 1, findings)?.text ?? null;
      const code = textOf(segment, 3);
      if (!code) return;
      head.function_code = stored(code);
      head.function = meaningOf<MessageFunction>(FUNCTIONS, code) ?? null;
      if (!head.function)
        findings.refuse(
          'function_unknown',
          `function ${quoted(code)} is none that is known.`,
          placeOf(segment, 3),
        );
    },
  },
  document_date: {
    tag: 'DTM',
    qualifier: '137',
    becomes: '`document_date`, by which a message is older than another one',
    take({ head, findings }, segment) {
      head.document_date ??= momentOfSegment(segment, findings) ?? null;
    },
  },
  transport: {
    tag: 'TDT',
    qualifier: '20',
    becomes:
      'the vessel by IMO number (146), call sign (103) or name; the voyage by conveyance reference (8028); the carrier, which is the line where no NAD names one',
    take({ head, findings }, segment) {
      head.conveyance ??= wordOf(segment, 2);
      head.carrier ??= carrierOf(segment, findings);
      const vessel = wordOf(segment, 8);
      if (vessel?.list === '103') head.call_sign ??= vessel;
      else if (vessel && (vessel.list === '146' || IMO.test(vessel.text))) head.imo ??= vessel;
      head.vessel ??= wordOf(segment, 8, 4);
    },
  },
  voyage: {
    tag: 'RFF',
    qualifier: 'VON',
    becomes: 'the number of the voyage, where the conveyance reference finds none',
    take({ head }, segment) {
      head.voyage ??= wordOf(segment, 1, 2);
    },
  },
  line_of_ca: {
    tag: 'NAD',
    qualifier: 'CA',
    becomes: '`shipping_line`',
    take({ head }, segment) {
      head.line_of_ca ??= wordOf(segment, 2);
    },
  },
  line_of_cf: {
    tag: 'NAD',
    qualifier: 'CF',
    becomes: '`shipping_line`, where no NAD+CA names one',
    take({ head }, segment) {
      head.line_of_cf ??= wordOf(segment, 2);
    },
  },
} satisfies Record<string, Row<WithHead>>;

/** The time of a DTM; undefined where it is empty or refused. */
function momentOfSegment(segment: Segment, findings: State['findings']): Moment | undefined {
  const text = textOf(segment, 1, 2);
  if (!text) return undefined;
  const format = textOf(segment, 1, 3);
  const moment = momentOf(text, format);
  if (!moment)
    findings.refuse(
      'invalid',
      `${quoted(text)} is no time of format ${quoted(format)}.`,
      placeOf(segment, 1, 2),
    );
  return moment;
}

/** The carrier of a TDT. Some write the code list before it: `172:WHA`. */
function carrierOf(segment: Segment, findings: State['findings']): Word | null {
  const turned = textOf(segment, 5, 2);
  if (value(segment, 5) !== '172' || !turned) return wordOf(segment, 5);
  findings.warn(
    'carrier_turned',
    `carrier ${quoted(turned)} stands where its code list belongs.`,
    placeOf(segment, 5),
  );
  return { ...wordOf(segment, 5, 2)!, list: '172', agency: null };
}
