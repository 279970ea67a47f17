import type { Segment } from '../../edifact/tokenizer';
import {
  VERIFIED,
  checkTotal,
  DANGEROUS,
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
import { subjectOf } from '../reading/unread';
import {
  identifierOf,
  meaningOf,
  type NamedParty,
  namedPartyOf,
  NOWHERE,
  stored,
  textOf,
  type Word,
} from '../reading/words';

/** What a COPARN is (BGM 1001). */
const ORDERS = { '126': 'booking', '12': 'release', '11': 'acceptance' } as const;

/** A line's order about the containers of one booking: a booking, the release of empties, or the acceptance of exports. */
export interface Coparn {
  order: (typeof ORDERS)[keyof typeof ORDERS];
  function: MessageFunction;
  /** The number of the booking. */
  booking: Word;
  /** null where nothing names one. */
  line: Word | null;
  /** null where nothing names one. */
  voyage: VoyageWords | null;
  port_of_loading: Word | null;
  port_of_discharge: Word | null;
  place_of_delivery: Word | null;
  goods: string | null;
  /** Who fetches what is released. */
  company: NamedParty | null;
  valid_from: Moment | null;
  valid_until: Moment | null;
  /** What is stated of all. */
  remarks: string | null;
  /** How many containers it is about. */
  quantity: number;
  /** Its groups of EQD in their order, each container once; what the head states of all stands in each. */
  groups: Equipment[];
  /** Those of them that name a container; of a release none. */
  containers: Equipment[];
}

interface CoparnState extends WithHead, WithCount {
  booking: Word | null;
  /** What the head states of all containers. */
  common: EquipmentDraft;
  packages: string[];
  /** By what they are (NAD 3035). */
  companies: Record<string, NamedParty>;
  valid_from: Moment | null;
  valid_until: Moment | null;
}

/** The parties that fetch what is released (NAD 3035): the haulier before those that it comes for. */
const COMPANIES = ['CB', 'CU', 'FW'] as const;

/** What a release is bound to, at its head or at its containers. */
const TERMS: Row<CoparnState>[] = [
  {
    tag: 'NAD',
    qualifier: COMPANIES,
    becomes: '`trucking_company` of the release: CB, else CU, else FW',
    take(state, segment) {
      const party = namedPartyOf(segment);
      if (party) state.companies[subjectOf(segment)] ??= party;
    },
  },
  {
    tag: 'DTM',
    qualifier: ['7', '201'],
    becomes: '`valid_from` of the release',
    take(state, segment) {
      state.valid_from ??= momentOfSegment(segment, state.findings) ?? null;
    },
  },
  {
    tag: 'DTM',
    qualifier: '36',
    becomes: '`valid_until` of the release',
    take(state, segment) {
      state.valid_until ??= momentOfSegment(segment, state.findings) ?? null;
    },
  },
];

export const COPARN: Declaration<CoparnState, Coparn> = {
  message: 'COPARN',
  about:
    'A booking (126), the release of empty containers (12) or the acceptance of exports (11); others are refused. Its subject is one booking; of a release and an acceptance their document number, too.',
  sections: [
    {
      title: 'Head',
      passes: PASSED_OF_HEAD,
      rows: [
        HEAD.bgm,
        HEAD.document_date,
        {
          tag: 'RFF',
          qualifier: 'BN',
          becomes: '`number` of the booking; where it is missing, the one of the first container',
          take(state, segment) {
            state.booking ??= identifierOf(segment, 1, 2, state.findings);
          },
        },
        HEAD.voyage,
        HEAD.line_of_ca,
        HEAD.line_of_cf,
        ...TERMS,
        {
          ...FACTS.port_of_loading,
          qualifier: '9',
          becomes: '`port_of_loading` of the booking',
        },
        {
          ...FACTS.port_of_discharge,
          qualifier: '11',
          becomes: '`port_of_discharge` of the booking',
        },
        { ...FACTS.place_of_delivery, becomes: '`place_of_delivery` of the booking' },
        {
          ...FACTS.goods,
          becomes: '`goods` of the booking, and of each group of containers without its own',
        },
        {
          tag: 'GID',
          becomes: '`goods`, as packages, where no FTX+AAA says them',
          repeats: 'each',
          take(state, segment) {
            const text = [textOf(segment, 2), textOf(segment, 2, 5) || textOf(segment, 2, 2)]
              .filter(Boolean)
              .join(' ');
            if (text && state.packages.length < 10) state.packages.push(stored(text));
          },
        },
        { ...FACTS.set_point, becomes: 'the set point of each group of containers without its own' },
        { ...FACTS.range, becomes: 'likewise, where no TMP+2 is' },
        { ...FACTS.remarks, becomes: '`remarks` of the booking or release' },
        { ...FACTS.handling, becomes: '`remarks`, likewise' },
      ],
      groups: [
        ...CARRIAGE,
        {
          ...DANGEROUS,
          opens: {
            ...FACTS.dangerous,
            becomes: 'the dangerous goods of each group of containers without its own',
          },
        },
      ],
    },
    {
      title: 'Container',
      passes: PASSED_OF_CONTAINER,
      opens: {
        tag: 'EQD',
        qualifier: 'CN',
        becomes:
          'a line of the booking: its `container_type` and `container_status` (8169: 5, 7, 8 full; 4 empty). With a number (11, 126) a container of the booking, which announces its stay, to be exported; it counts for the line of its type',
        repeats: 'each',
        take: takeEquipment,
      },
      rows: [
        { ...FACTS.quantity, becomes: '`quantity` of the line; 1 without it' },
        {
          tag: 'RFF',
          qualifier: 'BN',
          becomes: 'the booking, which has to be that of the head',
          repeats: 'each',
          take: takeBooking,
        },
        FACTS.weight,
        ...VERIFIED,
        { ...FACTS.ventilation, becomes: `${FACTS.ventilation.becomes}; of the line` },
        { ...FACTS.humidity, becomes: `${FACTS.humidity.becomes}; of the line` },
        FACTS.seal,
        FACTS.set_point,
        FACTS.range,
        FACTS.over,
        FACTS.goods,
        FACTS.remarks,
        FACTS.handling,
        FACTS.line_of_cf,
        FACTS.line_of_ca,
        {
          ...FACTS.port_of_loading,
          qualifier: '9',
          becomes: '`port_of_loading` of the booking, where the head has none',
        },
        {
          ...FACTS.port_of_discharge,
          qualifier: '11',
          becomes: '`port_of_discharge` of the booking, where the head has none',
        },
        {
          ...FACTS.place_of_delivery,
          becomes: '`place_of_delivery` of the booking, where the head has none',
        },
        ...TERMS,
      ],
      groups: [otherCarriage, DANGEROUS],
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
      booking: null,
      common,
      equipment: common,
      listed: new Listed(findings),
      packages: [],
      companies: {},
      valid_from: null,
      valid_until: null,
      counted: 0,
      total: null,
    };
  },
  end,
};

function takeEquipment(state: CoparnState, segment: Segment): void {
  const { findings } = state;
  findings.container = null;
  const equipment = equipmentOf(segment, findings);
  state.counted++;
  state.equipment = null;
  if (!state.listed.hasRoom(equipment.named)) return;
  if (equipment.named.text) {
    equipment.number = numberOf(equipment.named, findings);
    if (equipment.number === null) return;
  }
  state.listed.add(equipment);
  state.equipment = equipment;
}

function takeBooking(state: CoparnState, segment: Segment): void {
  const { findings } = state;
  const booking = identifierOf(segment, 1, 2, findings);
  state.booking ??= booking;
  if (!booking || booking.text === state.booking!.text) return;
  findings.refuse(
    'mismatch',
    `booking ${quoted(booking.text)} is another one than ${quoted(state.booking!.text)}.`,
    booking,
  );
}

function end(state: CoparnState) {
  const { findings, booking } = state;
  checkTotal(state);
  const head = state.head.end();
  const code = head.code?.text ?? '';
  const order = meaningOf<Coparn['order']>(ORDERS, code) ?? null;
  if (!order)
    findings.refuse(
      'message_unknown',
      `COPARN ${quoted(code)} is none that is read: 126, 12 and 11 are.`,
      head.code ?? {},
    );
  if (!booking) findings.refuse('invalid', 'The message names no booking (RFF+BN).');
  if (!order || !booking || !head.function) return { head, content: null };

  if (!state.common.goods.length) state.common.goods = state.packages;
  const common = state.common.end();
  const groups = state.listed.end().map((each) => withCommon(each.end(), common));
  const portOf = (name: 'port_of_loading' | 'port_of_discharge' | 'place_of_delivery') =>
    common[name] ?? groups.find((each) => each[name])?.[name] ?? null;
  const content: Coparn = {
    order,
    function: head.function,
    booking,
    line: head.line ?? groups[0]?.line ?? null,
    voyage: head.voyage,
    port_of_loading: portOf('port_of_loading'),
    port_of_discharge: portOf('port_of_discharge'),
    place_of_delivery: portOf('place_of_delivery'),
    goods: common.goods,
    company: COMPANIES.map((each) => state.companies[each]).find(Boolean) ?? null,
    valid_from: state.valid_from,
    valid_until: state.valid_until,
    remarks: common.remarks,
    quantity: groups.reduce((sum, { quantity }) => sum + quantity, 0),
    groups,
    containers: order === 'release' ? [] : groups.filter(({ number }) => number !== null),
  };
  return { head, content };
}

/** A group of containers, with what the head states of all where it states nothing itself. */
function withCommon(group: Equipment, common: Equipment): Equipment {
  return {
    ...group,
    goods: group.goods ?? common.goods,
    set_point: group.set_point ?? common.set_point,
    dangerous: group.dangerous.length ? group.dangerous : common.dangerous,
    remarks: group.remarks ?? common.remarks,
  };
}

/** Reads a COPARN. */
export const readCoparn = (settings: Settings) => readerOf(COPARN, settings);
