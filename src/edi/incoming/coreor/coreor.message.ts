import type { Segment } from '../../edifact/tokenizer';
import {
  checkTotal,
  equipmentOf,
  EquipmentDraft,
  FACTS,
  Listed,
  numberOf,
  otherEquipment,
  summary,
  type Equipment,
  type WithCount,
} from '../reading/equipment';
import { quoted } from '../reading/findings';
import {
  CARRIAGE,
  HEAD,
  HeadDraft,
  momentOfSegment,
  otherCarriage,
  PASSED_OF_CONTAINER,
  PASSED_OF_HEAD,
  type MessageFunction,
  type VoyageWords,
  type WithHead,
} from '../reading/head';
import type { Moment } from '../reading/moments';
import { readerOf, type Declaration, type Row, type Settings } from '../reading/reader';
import { identifierOf, type NamedParty, namedPartyOf, NOWHERE, type Word } from '../reading/words';

/** The documents that release (BGM 1001). */
const RELEASES = ['129', '12'];

/** What a release is bound to; what is not stated is null. */
export interface ReleaseTerms {
  /** RFF+RE, else RFF+REO. */
  reference: string | null;
  valid_from: Moment | null;
  valid_until: Moment | null;
  /** NAD+FW. */
  forwarder: NamedParty | null;
  /** NAD+CB. */
  haulier: NamedParty | null;
}

/** A container that is released. What is stated of all stands in each. */
interface ReleasedContainer {
  equipment: Equipment;
  terms: ReleaseTerms;
}

/** A line's release of containers, or of all on a bill of lading where it names none. */
export interface Coreor {
  function: MessageFunction;
  /** null where nothing names one. */
  line: Word | null;
  voyage: VoyageWords | null;
  bill_of_lading: Word | null;
  /** Of all. */
  terms: ReleaseTerms;
  containers: ReleasedContainer[];
}

/** The terms of a release while they are read. */
class TermsDraft {
  re: Word | null = null;
  reo: Word | null = null;
  valid_from: Moment | null = null;
  valid_until: Moment | null = null;
  forwarder: NamedParty | null = null;
  haulier: NamedParty | null = null;

  /** @param common what is stated of all containers */
  end(common?: ReleaseTerms): ReleaseTerms {
    return {
      reference: (this.re ?? this.reo)?.text ?? common?.reference ?? null,
      valid_from: this.valid_from ?? common?.valid_from ?? null,
      valid_until: this.valid_until ?? common?.valid_until ?? null,
      forwarder: this.forwarder ?? common?.forwarder ?? null,
      haulier: this.haulier ?? common?.haulier ?? null,
    };
  }
}

interface CoreorState extends WithHead, WithCount {
  /** What the head states of all containers. */
  common: EquipmentDraft;
  /** The terms that the segments state, of the head or of a container. */
  terms: TermsDraft;
  termsOf: Map<EquipmentDraft, TermsDraft>;
}

/** What releases are bound to, at the head or at a container. */
const TERMS: Row<CoreorState>[] = [
  {
    tag: 'RFF',
    qualifier: 'RE',
    becomes: '`reference` of the release',
    take({ terms, findings }, segment) {
      terms.re ??= identifierOf(segment, 1, 2, findings);
    },
  },
  {
    tag: 'RFF',
    qualifier: 'REO',
    becomes: '`reference`, where no RFF+RE is',
    take({ terms, findings }, segment) {
      terms.reo ??= identifierOf(segment, 1, 2, findings);
    },
  },
  {
    tag: 'DTM',
    qualifier: '7',
    becomes: '`valid_from` of the release; a day begins with its first hour',
    take({ terms, findings }, segment) {
      terms.valid_from ??= momentOfSegment(segment, findings) ?? null;
    },
  },
  {
    tag: 'DTM',
    qualifier: '36',
    becomes: '`valid_until` of the release, when the hold returns; a day lasts until its end',
    take({ terms, findings }, segment) {
      terms.valid_until ??= momentOfSegment(segment, findings) ?? null;
    },
  },
  {
    tag: 'NAD',
    qualifier: 'CB',
    becomes: '`trucking_company`, which is nominated to collect',
    take({ terms }, segment) {
      terms.haulier ??= namedPartyOf(segment);
    },
  },
  {
    tag: 'NAD',
    qualifier: 'FW',
    becomes:
      '`freight_forwarder`, which is nominated to collect, and passes that on to the haulier of NAD+CB',
    take({ terms }, segment) {
      terms.forwarder ??= namedPartyOf(segment);
    },
  },
];

/** What a release repeats of its cargo, which others state: where it is handed over and goes, and what it weighs. */
const PLACES = ['7', '8', '9', '11', '88', '98', '99'].map((place) => `LOC+${place}`);
const WEIGHTS = ['G', 'WT', 'EGW', 'VGM', 'T'].map((kind) => `MEA+AAE+${kind}`);

export const COREOR: Declaration<CoreorState, Coreor> = {
  message: 'COREOR',
  about:
    'A line’s release of containers (129, 12), or of all on a bill of lading where it names none. It lifts the holds of the type that its flow names. Its subject is the number of the document.',
  sections: [
    {
      title: 'Head',
      passes: [...PASSED_OF_HEAD, ...PLACES],
      rows: [
        HEAD.bgm,
        HEAD.document_date,
        HEAD.voyage,
        HEAD.line_of_ca,
        HEAD.line_of_cf,
        ...TERMS,
        {
          ...FACTS.bill_of_lading,
          becomes: '`bill_of_lading_number`: all that is on it where no container is named',
        },
      ],
      groups: CARRIAGE,
    },
    {
      title: 'Container',
      passes: [...PASSED_OF_CONTAINER, 'EQN', 'SEL', 'TMD', 'DTM', ...PLACES, ...WEIGHTS],
      opens: {
        tag: 'EQD',
        qualifier: 'CN',
        becomes: 'a container that is released, by its number',
        repeats: 'each',
        take: takeEquipment,
      },
      rows: [
        ...TERMS,
        { ...FACTS.bill_of_lading, becomes: '`bill_of_lading_number`' },
        FACTS.line_of_cf,
        FACTS.line_of_ca,
      ],
      groups: [otherCarriage],
    },
    otherEquipment(),
    summary(),
  ],
  start: (findings, settings) => {
    const common = new EquipmentDraft(NOWHERE);
    return {
      findings,
      settings,
      head: new HeadDraft(),
      common,
      equipment: common,
      terms: new TermsDraft(),
      termsOf: new Map(),
      listed: new Listed(findings),
      counted: 0,
      total: null,
    };
  },
  end,
};

function takeEquipment(state: CoreorState, segment: Segment): void {
  const { findings } = state;
  findings.container = null;
  const equipment = equipmentOf(segment, findings);
  if (!state.termsOf.size) state.termsOf.set(state.common, state.terms);
  state.counted++;
  state.equipment = null;
  state.terms = new TermsDraft();
  if (!state.listed.hasRoom(equipment.named)) return;
  if (!equipment.named.text)
    return findings.refuse('invalid', 'A container is released by its number.', equipment.named);
  equipment.number = numberOf(equipment.named, findings);
  if (equipment.number === null) return;
  state.listed.add(equipment);
  state.equipment = equipment;
  state.termsOf.set(equipment, state.terms);
}

function end(state: CoreorState) {
  const { findings, common } = state;
  checkTotal(state);
  const head = state.head.end();
  const code = head.code?.text ?? '';
  if (!RELEASES.includes(code))
    findings.refuse(
      'message_unknown',
      `COREOR ${quoted(code)} is none that is read: 129 and 12 are.`,
      head.code ?? {},
    );
  const bill_of_lading = common.end().bill_of_lading;
  const named = state.listed.end();
  if (!named.length && !bill_of_lading && !findings.errors_count && head.function !== 'cancellation')
    findings.refuse('invalid', 'The release names neither a container nor a bill of lading (RFF+BM).');
  if (!RELEASES.includes(code) || !head.function) return { head, content: null };
  const terms = (state.termsOf.get(common) ?? state.terms).end();
  const containers = named.map((draft) => ({
    equipment: { ...draft.end(), bill_of_lading: draft.bill_of_lading ?? bill_of_lading },
    terms: state.termsOf.get(draft)!.end(terms),
  }));
  const content: Coreor = {
    function: head.function,
    line: head.line ?? containers[0]?.equipment.line ?? null,
    voyage: head.voyage,
    bill_of_lading,
    terms,
    containers,
  };
  return { head, content };
}

/** Reads a COREOR. */
export const readCoreor = (settings: Settings) => readerOf(COREOR, settings);
