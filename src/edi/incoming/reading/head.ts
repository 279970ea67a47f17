import { value, type Segment } from '../../edifact/tokenizer';
import { quoted } from './findings';
import { dayOf, momentOf, type Moment } from './moments';
import type { Group, Row, State } from './reader';
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
  /** RFF+VON, of TDT+20 before another one. */
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
  voyage_of_main: Word | null = null;
  imo: Word | null = null;
  call_sign: Word | null = null;
  vessel: Word | null = null;
  line_of_ca: Word | null = null;
  line_of_cf: Word | null = null;
  carrier: Word | null = null;

  end(): Head {
    const { conveyance, imo, call_sign, vessel } = this;
    const words = { conveyance, voyage: this.voyage_of_main ?? this.voyage, imo, call_sign, vessel };
    return {
      code: this.code,
      document_number: this.document_number,
      function: this.function,
      function_code: this.function_code,
      document_date: this.document_date,
      // a vessel alone names no voyage
      voyage: words.conveyance || words.voyage ? words : null,
      line: this.line_of_ca ?? this.line_of_cf ?? this.carrier,
    };
  }
}

export interface WithHead extends State {
  head: HeadDraft;
}

/** An IMO number, before which some write what it is. */
const IMO = /^(?:IMO)?\s*(\d{7})$/i;

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
  voyage: {
    tag: 'RFF',
    qualifier: 'VON',
    becomes: 'the number of the voyage, where TDT+20 has none',
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

/** The main carriage (TDT+20), which alone names vessel and voyage. */
const mainCarriage: Group<WithHead> = {
  opens: {
    tag: 'TDT',
    qualifier: '20',
    becomes:
      'the vessel by IMO number (seven digits), else call sign, whatever qualifier is beside it, else name; the voyage by conveyance reference (8028); the carrier, which is the line where no NAD names one. SMDG 1.5 has vessel and carrier in the fourth and sixth element, the others in the eighth and fifth',
    take({ head, findings }, segment) {
      const at = placesOfTransport(segment);
      head.conveyance ??= wordOf(segment, 2);
      head.carrier ??= carrierOf(segment, at.carrier, findings);
      head.vessel ??= wordOf(segment, at.vessel, 4);
      const word = wordOf(segment, at.vessel);
      if (!word) return;
      const imo = IMO.exec(word.text)?.[1];
      if (imo) head.imo ??= { ...word, text: imo };
      else head.call_sign ??= word;
    },
  },
  rows: [
    {
      tag: 'RFF',
      qualifier: 'VON',
      becomes: 'the number of the voyage, where the conveyance reference finds none',
      take({ head }, segment) {
        head.voyage_of_main ??= wordOf(segment, 1, 2);
      },
    },
  ],
};

/** Another leg: references, places and times behind it are its own. */
export const otherCarriage = {
  opens: {
    tag: 'TDT',
    shown: 'TDT of others',
    becomes: 'nothing: it and RFF, LOC and DTM behind it are of another leg, and count as not read',
  },
  own: ['RFF', 'LOC', 'DTM'],
} satisfies Group<State>;

/** What a head has that is known and deliberately not kept: parties of the message, and times of the voyage. */
export const PASSED_OF_HEAD = ['TMD', 'NAD', 'CTA', 'COM', 'DTM'] as const;
/** Likewise of a container: its parties, and how it moves (TMD), which D.95B has in its group. */
export const PASSED_OF_CONTAINER = ['TMD', 'NAD', 'CTA', 'COM'] as const;

/** The transport of a head, leg by leg. */
export const CARRIAGE: Group<WithHead>[] = [mainCarriage, otherCarriage];

/** Where a TDT has the vessel and its carrier: SMDG 1.5 (D.91.1) knows fewer elements. */
function placesOfTransport(segment: Segment): { vessel: number; carrier: number } {
  const isOlder =
    !textOf(segment, 8) &&
    !textOf(segment, 8, 4) &&
    (['103', '146'].includes(textOf(segment, 4, 2)) || textOf(segment, 4, 4) !== '');
  return isOlder ? { vessel: 4, carrier: 6 } : { vessel: 8, carrier: 5 };
}

/** The time of a DTM; undefined where it is empty or refused. */
export function momentOfSegment(segment: Segment, findings: State['findings']): Moment | undefined {
  const text = textOf(segment, 1, 2);
  if (!text) return undefined;
  const format = textOf(segment, 1, 3);
  const moment = dayOf(text) ?? momentOf(text, format);
  if (!moment)
    findings.refuse(
      'invalid',
      `${quoted(text)} is no time of format ${quoted(format)}.`,
      placeOf(segment, 1, 2),
    );
  return moment;
}

/** The carrier of a TDT. Some write the code list before it: `172:WHA`. */
function carrierOf(segment: Segment, at: number, findings: State['findings']): Word | null {
  const turned = textOf(segment, at, 2);
  if (value(segment, at) !== '172' || !turned) return wordOf(segment, at);
  findings.warn(
    'carrier_turned',
    `carrier ${quoted(turned)} stands where its code list belongs.`,
    placeOf(segment, at),
  );
  return { ...wordOf(segment, at, 2)!, list: '172', agency: null };
}
