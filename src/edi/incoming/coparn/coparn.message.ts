import type { Numeric } from '../../../common/schema/columns';
import type { Segment } from '../../edifact/tokenizer';
import {
  addGoods,
  checkTotal,
  equipmentOf,
  FACTS,
  goodsOf,
  Listed,
  numberOf,
  otherEquipment,
  summary,
  type Equipment,
  type WithCount,
} from '../reading/equipment';
import { quoted } from '../reading/findings';
import { HEAD, HeadDraft, type MessageFunction, type VoyageWords, type WithHead } from '../reading/head';
import { celsiusOf } from '../reading/measures';
import { readerOf, type Declaration, type Settings } from '../reading/reader';
import { identifierOf, meaningOf, stored, textOf, type Word } from '../reading/words';

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
  /** How many containers it is about. */
  quantity: number;
  /** The size types that it names, each once. */
  types: Word[];
  goods: string | null;
  /** The containers that it names by number, each once; of a release none. */
  containers: Equipment[];
}

interface CoparnState extends WithHead, WithCount {
  booking: Word | null;
  types: Map<string, Word>;
  goods: string[];
  packages: string[];
  set_point: Numeric | null;
}

export const COPARN: Declaration<CoparnState, Coparn> = {
  message: 'COPARN',
  about:
    'A booking (126), the release of empty containers (12) or the acceptance of exports (11); others are refused. Its subject is one booking.',
  sections: [
    {
      title: 'Head',
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
        HEAD.transport,
        HEAD.voyage,
        HEAD.line_of_ca,
        HEAD.line_of_cf,
        {
          tag: 'FTX',
          qualifier: 'AAA',
          becomes: '`goods` of the booking, and of each container without its own',
          take(state, segment) {
            addGoods(state.goods, segment);
          },
        },
        {
          tag: 'GID',
          becomes: '`goods`, as packages, where no FTX+AAA says them',
          take(state, segment) {
            const text = [textOf(segment, 2), textOf(segment, 2, 5) || textOf(segment, 2, 2)]
              .filter(Boolean)
              .join(' ');
            if (text && state.packages.length < 10) state.packages.push(stored(text));
          },
        },
        {
          tag: 'TMP',
          qualifier: '2',
          becomes: '`reefer_set_point_temperature` of each container without its own',
          take(state, segment) {
            state.set_point ??= celsiusOf(segment, state.findings) ?? null;
          },
        },
      ],
    },
    {
      title: 'Container',
      opens: {
        tag: 'EQD',
        qualifier: 'CN',
        becomes:
          'one of `quantity` and its `container_type`; with a number (11, 126) a container of the booking, which announces its stay: full (8169 is 5) or empty (4), to be exported',
        take: takeEquipment,
      },
      rows: [
        FACTS.quantity,
        {
          tag: 'RFF',
          qualifier: 'BN',
          becomes: 'the booking, which has to be that of the head',
          take: takeBooking,
        },
        FACTS.weight,
        FACTS.seal,
        FACTS.set_point,
        FACTS.goods,
        FACTS.line_of_cf,
        FACTS.line_of_ca,
      ],
    },
    otherEquipment(),
    summary(),
  ],
  start: (findings, settings) => ({
    findings,
    settings,
    head: new HeadDraft(),
    booking: null,
    equipment: null,
    listed: new Listed(findings),
    types: new Map(),
    goods: [],
    packages: [],
    set_point: null,
    counted: 0,
    total: null,
  }),
  end,
};

function takeEquipment(state: CoparnState, segment: Segment): void {
  const { findings } = state;
  findings.container = null;
  const equipment = equipmentOf(segment);
  state.counted++;
  state.equipment = null;
  if (!state.listed.hasRoom(equipment.named)) return;
  if (equipment.named.text) {
    equipment.number = numberOf(equipment.named, findings);
    if (equipment.number === null) return;
  }
  state.listed.add(equipment);
  state.equipment = equipment;
  const { size_type } = equipment;
  if (size_type && !state.types.has(size_type.text)) state.types.set(size_type.text, size_type);
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
  if (!order || !booking || !head.function) return { head, said: null };

  const goods = goodsOf(state.goods.length ? state.goods : state.packages);
  const equipment = state.listed.end().map((each) => each.end());
  const containers = order === 'release' ? [] : equipment.filter(({ number }) => number !== null);
  for (const each of containers) {
    each.goods ??= goods;
    each.set_point ??= state.set_point;
  }
  const said: Coparn = {
    order,
    function: head.function,
    booking,
    line: head.line ?? equipment[0]?.line ?? null,
    voyage: head.voyage,
    quantity: equipment.reduce((sum, { quantity }) => sum + quantity, 0),
    types: [...state.types.values()],
    goods,
    containers,
  };
  return { head, said };
}

/** Reads a COPARN. */
export const readCoparn = (settings: Settings) => readerOf(COPARN, settings);
