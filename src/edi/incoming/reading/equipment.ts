import { meetsIso6346, normalizeContainerNumber } from '../../../common/iso-6346';
import type { Numeric } from '../../../common/schema/columns';
import { MOST_CONTAINERS } from '../../edifact/limits';
import type { Segment } from '../../edifact/tokenizer';
import { quoted, type Findings } from './findings';
import { airFlowOf, celsiusOf, centimetresOf, humidityOf, quantityOf, rangeOf, weightOf } from './measures';
import { momentOfSegment } from './head';
import type { Moment } from './moments';
import type { Group, Row, Section, State } from './reader';
import { subjectOf } from './unread';
import { identifierOf, meaningOf, namedPartyOf, placeOf, stored, textOf, wordOf, type Word } from './words';

/** Dangerous goods in a container, each value as it came. */
export interface Dangerous {
  imdg_class: string | null;
  un_number: string | null;
  /** With its unit, where that is said. */
  flashpoint: string | null;
  packing_group: string | null;
  proper_shipping_name: string | null;
}

/** How far goods stand out of their container on each side, in whole centimetres. */
export type Over = Partial<Record<'height' | 'left' | 'right' | 'front' | 'back', number>>;

/** What a message says of the verified gross mass of a container; null is not said. */
export interface Verified {
  /** In the organization's unit. */
  vgm: Numeric | null;
  method: 'weighing' | 'calculation' | null;
  responsible: string | null;
  at: Moment | null;
  reference: string | null;
}

/** What a message says of a container, or of several of a type; null is not said. */
export interface Equipment {
  /** The segment that names it, for what is found out about it later. */
  named: Word;
  /** Of ISO 6346 in form; null where the message has none. */
  number: string | null;
  /** How many there are (EQN). */
  quantity: number;
  size_type: Word | null;
  /** EQD 8249: 2 export, 3 import, 6 transhipment. */
  equipment_status: string | null;
  container_status: 'full' | 'empty' | null;
  /** Of NAD+CF, else of NAD+CA. */
  line: Word | null;
  booking: Word | null;
  bill_of_lading: Word | null;
  port_of_loading: Word | null;
  port_of_discharge: Word | null;
  /** The related place (C519) of the port of discharge. */
  terminal_of_discharge: Word | null;
  place_of_delivery: Word | null;
  /** Seven digits. */
  cell: string | null;
  /** In the organization's unit. */
  weight: Numeric | null;
  verified: Verified;
  seals: string[];
  /** In degrees Celsius. */
  set_point: Numeric | null;
  /** In cubic metres an hour. */
  ventilation: Numeric | null;
  /** In percent. */
  humidity: Numeric | null;
  goods: string | null;
  dangerous: Dangerous[];
  over: Over;
  /** Handling instructions, notes, and the span of temperatures. */
  remarks: string | null;
}

/** Equipment while it is read. */
export class EquipmentDraft {
  number: string | null = null;
  quantity: number | null = null;
  size_type: Word | null = null;
  equipment_status: string | null = null;
  container_status: 'full' | 'empty' | null = null;
  line_of_cf: Word | null = null;
  line_of_ca: Word | null = null;
  booking: Word | null = null;
  bill_of_lading: Word | null = null;
  port_of_loading: Word | null = null;
  port_of_discharge: Word | null = null;
  terminal_of_discharge: Word | null = null;
  place_of_delivery: Word | null = null;
  cell: string | null = null;
  /** By what is measured (6313); of the tare only that there is one. */
  weights: Partial<Record<Weight, Numeric>> = {};
  hasTare = false;
  verified: Omit<Verified, 'vgm'> = { method: null, responsible: null, at: null, reference: null };
  seals: string[] = [];
  set_point: Numeric | null = null;
  ventilation: Numeric | null = null;
  humidity: Numeric | null = null;
  /** The middle of a range of temperatures, where nothing else names a set point. */
  middle: Numeric | null = null;
  goods: string[] = [];
  dangerous: Dangerous[] = [];
  over: Over = {};
  remarks: string[] = [];

  constructor(readonly named: Word) {}

  /** Takes over what was said of all in its cell; a weight is that of the first, or of all together. */
  takeOver(common: EquipmentDraft, isFirst: boolean): void {
    const { port_of_loading, port_of_discharge, terminal_of_discharge } = common;
    const { line_of_cf, line_of_ca, bill_of_lading, set_point, middle } = common;
    Object.assign(this, {
      port_of_loading,
      port_of_discharge,
      terminal_of_discharge,
      line_of_cf,
      line_of_ca,
      bill_of_lading,
      set_point,
      middle,
    });
    this.seals = [...common.seals];
    this.goods = [...common.goods];
    this.dangerous = [...common.dangerous];
    if (!isFirst) return;
    this.weights = common.weights;
    this.hasTare = common.hasTare;
  }

  /** The weight that counts. EGW is the gross weight where a tare stands beside it, else it may be that of the equipment. */
  private get weight(): Numeric | null {
    const order = this.hasTare ? WEIGHTS_BESIDE_TARE : WEIGHTS;
    const kind = order.find((each) => this.weights[each] !== undefined);
    return kind ? this.weights[kind]! : null;
  }

  end(): Equipment {
    return {
      named: this.named,
      number: this.number,
      quantity: this.quantity ?? 1,
      size_type: this.size_type,
      equipment_status: this.equipment_status,
      container_status: this.container_status,
      line: this.line_of_cf ?? this.line_of_ca,
      booking: this.booking,
      bill_of_lading: this.bill_of_lading,
      port_of_loading: this.port_of_loading,
      port_of_discharge: this.port_of_discharge,
      terminal_of_discharge: this.terminal_of_discharge,
      place_of_delivery: this.place_of_delivery,
      cell: this.cell,
      weight: this.weight,
      verified: { vgm: this.weights.VGM ?? null, ...this.verified },
      seals: this.seals,
      set_point: this.set_point ?? this.middle,
      ventilation: this.ventilation,
      humidity: this.humidity,
      goods: joined(this.goods),
      dangerous: this.dangerous,
      over: this.over,
      remarks: joined(this.remarks),
    };
  }
}

/** Texts as one; null without any. */
const joined = (texts: readonly string[]): string | null => stored(texts.join(', ')) || null;

/** A message that speaks of a container, or is about to. */
export interface WithEquipment extends State {
  /** Whose facts the segments say; null where they are nobody's. */
  equipment: EquipmentDraft | null;
}

/** The most dangerous goods, and seals, of a container. */
const MOST_OF_A_CONTAINER = 99;
/** The most characters of a value of dangerous goods. */
const MOST_DANGEROUS_TEXT = 35;

/** What a container holds (8169): 7 and 8 are full, for several consignees and for one. */
const STATUSES: Record<string, 'full' | 'empty'> = { '5': 'full', '7': 'full', '8': 'full', '4': 'empty' };
/** Which weight counts before others (6313): the verified one first. A tare (T) is none. */
const WEIGHTS = ['VGM', 'WT', 'G', 'EGW'] as const;
const WEIGHTS_BESIDE_TARE = ['VGM', 'EGW', 'WT', 'G'] as const;
type Weight = (typeof WEIGHTS)[number];
/** The methods of SOLAS VI/2, in the code list of SMDG. */
export const VGM_METHODS: Record<string, 'weighing' | 'calculation'> = {
  SM1: 'weighing',
  SM2: 'calculation',
};
const TARE = 'T';
/** The sides of dimensions that are off standard (6145), with the component of C211 that has each. */
const OFF_STANDARD: Record<string, { side: keyof Over; component: number }> = {
  '5': { side: 'front', component: 2 },
  '6': { side: 'back', component: 2 },
  '7': { side: 'right', component: 3 },
  '8': { side: 'left', component: 3 },
  '9': { side: 'height', component: 4 },
  '13': { side: 'height', component: 4 },
};

/** What EQD says itself, its number apart. */
export function equipmentOf(segment: Segment, findings: Findings): EquipmentDraft {
  const draft = new EquipmentDraft(
    wordOf(segment, 2) ?? {
      ...placeOf(segment, 2),
      segment: segment.number,
      tag: segment.tag,
      at: segment.at,
      element: 2,
      component: 1,
      text: '',
      list: null,
      agency: null,
    },
  );
  draft.size_type = wordOf(segment, 3);
  draft.equipment_status = textOf(segment, 5) || null;
  const status = textOf(segment, 6);
  draft.container_status = meaningOf(STATUSES, status) ?? null;
  if (status && !draft.container_status)
    findings.warn(
      'status_unknown',
      `${quoted(status)} says neither full (5, 7, 8) nor empty (4).`,
      placeOf(segment, 6),
    );
  return draft;
}

/**
 * The number of a container without blanks; null where it has not the form of ISO 6346, which is refused. A wrong check digit
 * is a warning. What is found from here on is of this container.
 * @param as `warn` where something without such a number may stand
 */
export function numberOf(word: Word, findings: Findings, as: 'refuse' | 'warn' = 'refuse'): string | null {
  const number = normalizeContainerNumber(word.text);
  if (!/^[A-Z]{4}\d{7}$/.test(number)) {
    findings.container = null;
    findings[as]('container_invalid', `container ${quoted(word.text)} is no number of ISO 6346.`, word);
    return null;
  }
  findings.container = number;
  if (!meetsIso6346(number))
    findings.warn('check_digit', `container number '${number}' has no valid check digit (ISO 6346).`, word);
  return number;
}

/** The equipment of a message, each container once: of one that is named twice the later one counts. */
export class Listed<T extends Pick<EquipmentDraft, 'number' | 'named'>> {
  private readonly all: (T | undefined)[] = [];
  private readonly places = new Map<string, number>();
  private isOver = false;

  /** @param what what a message has at most so many of */
  constructor(
    private readonly findings: Findings,
    private readonly what = 'containers',
  ) {}

  /** Whether there is room for one more behind others that are to come; the message is refused when there is none. */
  hasRoom(named: Word, others = 0): boolean {
    if (this.all.length + others < MOST_CONTAINERS) return true;
    if (!this.isOver)
      this.findings.refuse('too_large', `a message has at most ${MOST_CONTAINERS} ${this.what}.`, named);
    this.isOver = true;
    return false;
  }

  /** Puts one behind the others. */
  add(one: T): void {
    const before = one.number === null ? undefined : this.places.get(one.number);
    if (before !== undefined) {
      this.findings.container = one.number;
      this.findings.warn('twice_in_message', 'the message named it before; this one counts.', one.named);
      this.all[before] = undefined;
    }
    if (one.number !== null) this.places.set(one.number, this.all.length);
    this.all.push(one);
  }

  end(): T[] {
    return this.all.filter((one) => one !== undefined);
  }
}

/** What becomes of a fact where there is a container to say it of. */
const fact =
  (take: (equipment: EquipmentDraft, segment: Segment, state: WithEquipment) => void) =>
  (state: WithEquipment, segment: Segment): void => {
    if (state.equipment) take(state.equipment, segment, state);
  };

/** A place on board in seven digits (ISO 9711); null where it has another form. */
export function cellOf(segment: Segment): string | null {
  const text = textOf(segment, 2);
  return /^\d{6,7}$/.test(text) ? text.padStart(7, '0') : null;
}

/** The segments of a container. */
export const FACTS = {
  line_of_cf: {
    tag: 'NAD',
    qualifier: 'CF',
    becomes: '`shipping_line` of the container',
    take: fact((equipment, segment) => {
      equipment.line_of_cf ??= wordOf(segment, 2);
    }),
  },
  line_of_ca: {
    tag: 'NAD',
    qualifier: 'CA',
    becomes: '`shipping_line` of the container, where no NAD+CF names one',
    take: fact((equipment, segment) => {
      equipment.line_of_ca ??= wordOf(segment, 2);
    }),
  },
  quantity: {
    tag: 'EQN',
    becomes: 'how many there are; 1 without it',
    take({ equipment, findings }, segment) {
      if (equipment) equipment.quantity ??= quantityOf(segment, findings) ?? null;
    },
  },
  booking: {
    tag: 'RFF',
    qualifier: 'BN',
    becomes: 'the booking',
    take: fact((equipment, segment, { findings }) => {
      equipment.booking ??= identifierOf(segment, 1, 2, findings);
    }),
  },
  bill_of_lading: {
    tag: 'RFF',
    qualifier: 'BM',
    becomes: 'the bill of lading',
    take: fact((equipment, segment, { findings }) => {
      equipment.bill_of_lading ??= identifierOf(segment, 1, 2, findings);
    }),
  },
  port_of_loading: {
    tag: 'LOC',
    qualifier: ['9', '6'],
    becomes: '`port_of_loading`; 6 of SMDG 1.5',
    take: fact((equipment, segment) => {
      equipment.port_of_loading ??= wordOf(segment, 2);
    }),
  },
  port_of_discharge: {
    tag: 'LOC',
    qualifier: ['11', '12'],
    becomes: '`port_of_discharge`; 12 of SMDG 1.5',
    take: fact((equipment, segment) => {
      if (equipment.port_of_discharge) return;
      equipment.port_of_discharge = wordOf(segment, 2);
      equipment.terminal_of_discharge = wordOf(segment, 3);
    }),
  },
  cell: {
    tag: 'LOC',
    qualifier: '147',
    becomes: '`cell`, the place on board in seven digits',
    take: fact((equipment, segment, { findings }) => {
      const text = textOf(segment, 2);
      const cell = cellOf(segment);
      if (cell) equipment.cell ??= cell;
      else if (text)
        findings.warn(
          'cell_unknown',
          `${quoted(text)} is no place on board of seven digits.`,
          placeOf(segment, 2),
        );
    }),
  },
  place_of_delivery: {
    tag: 'LOC',
    qualifier: '7',
    becomes: '`place_of_delivery`',
    take: fact((equipment, segment) => {
      equipment.place_of_delivery ??= wordOf(segment, 2);
    }),
  },
  weight: {
    tag: 'MEA',
    qualifier: [...WEIGHTS, TARE],
    shown: 'MEA of VGM, WT, G, EGW, T',
    becomes:
      '`weight`, in the unit of the organization: VGM, else WT, G, EGW; beside a tare (T) VGM, else EGW, WT, G. The tare itself is none. VGM is the `vgm` of the stay as well, where none is better',
    repeats: 'last',
    take: fact((equipment, segment, { findings, settings }) => {
      const kind = subjectOf(segment);
      if (kind === TARE) {
        if (textOf(segment, 3, 2)) equipment.hasTare = true;
        return;
      }
      const weight = weightOf(segment, settings.weight_unit, findings);
      if (weight !== undefined) equipment.weights[kind as Weight] = weight;
    }),
  },
  vgm_method: {
    tag: 'FTX',
    qualifier: 'ABS',
    becomes: '`vgm_method` of the stay: SM1 `weighing`, SM2 `calculation`',
    take: fact((equipment, segment) => {
      equipment.verified.method ??= meaningOf(VGM_METHODS, textOf(segment, 3)) ?? null;
    }),
  },
  vgm_at: {
    tag: 'DTM',
    qualifier: ['798', 'WAT'],
    becomes: '`vgm_at` of the stay; the date of the message where there is none',
    take: fact((equipment, segment, { findings }) => {
      equipment.verified.at ??= momentOfSegment(segment, findings) ?? null;
    }),
  },
  vgm_responsible: {
    tag: 'NAD',
    qualifier: 'SPC',
    becomes: '`vgm_responsible` of the stay, by name, else code',
    take: fact((equipment, segment) => {
      const party = namedPartyOf(segment);
      if (party) equipment.verified.responsible ??= party.name ?? stored(party.word.text);
    }),
  },
  vgm_reference: {
    tag: 'RFF',
    qualifier: 'VGR',
    becomes: '`vgm_reference` of the stay',
    take: fact((equipment, segment) => {
      equipment.verified.reference ??= stored(textOf(segment, 1, 2)) || null;
    }),
  },
  ventilation: {
    tag: 'MEA',
    qualifier: 'AAS',
    becomes: '`ventilation`, in cubic metres an hour: MQH, CBM and MTQ, and 2L, cubic feet a minute',
    repeats: 'last',
    take: fact((equipment, segment, { findings }) => {
      equipment.ventilation = airFlowOf(segment, findings) ?? equipment.ventilation;
    }),
  },
  humidity: {
    tag: 'MEA',
    qualifier: 'AAO',
    becomes: '`humidity`, in percent (P1, PCT)',
    repeats: 'last',
    take: fact((equipment, segment, { findings }) => {
      equipment.humidity = humidityOf(segment, findings) ?? equipment.humidity;
    }),
  },
  seal: {
    tag: 'SEL',
    becomes: '`seals`',
    repeats: 'each',
    take: fact((equipment, segment, { findings }) => {
      const seal = stored(textOf(segment, 1));
      if (!seal || equipment.seals.includes(seal)) return;
      if (equipment.seals.length < MOST_OF_A_CONTAINER) equipment.seals.push(seal);
      else
        findings.refuse(
          'too_large',
          `a container has at most ${MOST_OF_A_CONTAINER} seals.`,
          placeOf(segment),
        );
    }),
  },
  set_point: {
    tag: 'TMP',
    qualifier: '2',
    becomes: '`reefer_set_point_temperature`, in degrees Celsius',
    repeats: 'last',
    take: fact((equipment, segment, { findings }) => {
      equipment.set_point = celsiusOf(segment, findings) ?? equipment.set_point;
    }),
  },
  range: {
    tag: 'RNG',
    qualifier: '5',
    becomes:
      '`reefer_set_point_temperature` where no TMP+2 is: the middle of the range, which stands in `remarks` unless its ends are equal',
    repeats: 'last',
    take: fact((equipment, segment, { findings }) => {
      const range = rangeOf(segment, findings);
      if (!range) return;
      equipment.middle = range.middle;
      if (range.span) addText(equipment.remarks, range.span);
    }),
  },
  goods: {
    tag: 'FTX',
    qualifier: 'AAA',
    becomes: '`goods`',
    repeats: 'each',
    take: fact((equipment, segment) => {
      addFreeText(equipment.goods, segment);
    }),
  },
  remarks: {
    tag: 'FTX',
    qualifier: ['AAI', 'HAN', 'OSI', 'SIN'],
    becomes: '`remarks`',
    repeats: 'each',
    take: fact((equipment, segment) => {
      addFreeText(equipment.remarks, segment);
    }),
  },
  handling: {
    tag: 'HAN',
    becomes: '`remarks`: the instruction as text, else its code',
    repeats: 'each',
    take: fact((equipment, segment) => {
      addText(equipment.remarks, textOf(segment, 1, 4) || textOf(segment, 1));
    }),
  },
  over: {
    tag: 'DIM',
    qualifier: Object.keys(OFF_STANDARD),
    becomes:
      '`over`, in centimetres: 5 `front`, 6 `back`, 7 `right`, 8 `left`, 9 and 13 `height`; CMT, MTR, MMT and INH are converted',
    take: fact((equipment, segment, { findings }) => {
      const { side, component } = OFF_STANDARD[subjectOf(segment)]!;
      const over = centimetresOf(segment, component, findings);
      if (over) equipment.over[side] ??= over;
    }),
  },
  dangerous: {
    tag: 'DGS',
    becomes: '`dangerous`: IMDG class, UN number, flashpoint and packing group as they come',
    repeats: 'each',
    take: fact((equipment, segment, { findings }) => {
      const goods = dangerousOf(segment);
      if (!Object.values(goods).some(Boolean)) return;
      if (equipment.dangerous.length < MOST_OF_A_CONTAINER) equipment.dangerous.push(goods);
      else
        findings.refuse(
          'too_large',
          `a container has at most ${MOST_OF_A_CONTAINER} dangerous goods.`,
          placeOf(segment),
        );
    }),
  },
} satisfies Record<string, Row<WithEquipment>>;

/** The rows of a verified gross mass beside MEA, as SMDG recommends them for lists and bookings. */
export const VERIFIED: Row<WithEquipment>[] = [
  FACTS.vgm_method,
  FACTS.vgm_at,
  FACTS.vgm_responsible,
  FACTS.vgm_reference,
];

/** How many texts of goods are kept. */
const MOST_TEXTS = 10;

function addText(texts: string[], text: string): void {
  if (text && texts.length < MOST_TEXTS) texts.push(stored(text));
}

/** The text of an FTX; empty without any. */
export const freeTextOf = (segment: Segment): string =>
  [1, 2, 3, 4, 5]
    .map((component) => textOf(segment, 4, component))
    .filter(Boolean)
    .join(' ');

/** Adds the text of an FTX. */
const addFreeText = (texts: string[], segment: Segment): void => addText(texts, freeTextOf(segment));

/** Dangerous goods, and what is stated of them alone. */
export const DANGEROUS: Group<WithEquipment> = {
  opens: FACTS.dangerous,
  rows: [
    {
      tag: 'FTX',
      qualifier: ['AAD', 'AAC'],
      becomes: '`proper_shipping_name` of these dangerous goods',
      take: fact(({ dangerous }, segment) => {
        const goods = dangerous.at(-1);
        if (goods) goods.proper_shipping_name ??= freeTextOf(segment) || null;
      }),
    },
  ],
};

function dangerousOf(segment: Segment): Dangerous {
  const text = (element: number, component = 1) =>
    stored(textOf(segment, element, component), MOST_DANGEROUS_TEXT) || null;
  const flashpoint = text(4);
  return {
    imdg_class: text(2),
    un_number: text(3),
    flashpoint: flashpoint && stored([flashpoint, text(4, 2)].filter(Boolean).join(' '), MOST_DANGEROUS_TEXT),
    packing_group: text(5),
    proper_shipping_name: null,
  };
}

/** A message that counts what it names. */
export interface WithCount extends WithEquipment {
  /** How many EQD there were. */
  counted: number;
  listed: Listed<EquipmentDraft>;
  /** The control total. */
  total: Word | null;
}

/** The control total at the end. */
export const summary = <S extends WithCount>(): Section<S> => ({
  title: 'End',
  opens: {
    tag: 'CNT',
    becomes: 'nothing: one of 16 that does not fit what is named is the warning `control_total`',
    repeats: 'each',
    take(state, segment) {
      state.equipment = null;
      state.findings.container = null;
      if (textOf(segment, 1) === '16') state.total ??= wordOf(segment, 1, 2);
    },
  },
  rows: [],
});

/** Compares the control total with what came. Some count the segments, and some the containers that these stand for. */
export function checkTotal({ findings, total, counted, listed }: WithCount): void {
  findings.container = null;
  if (!total || Number(total.text) === counted) return;
  const quantity = listed.end().reduce((sum, each) => sum + (each.quantity ?? 1), 0);
  if (Number(total.text) === quantity) return;
  findings.warn('control_total', `it counts ${quoted(total.text)} containers, not ${counted}.`, total);
}

/** Equipment that is no container. */
export const otherEquipment = <S extends State>(): Section<S> => ({
  title: 'Other equipment',
  opens: {
    tag: 'EQD',
    shown: 'EQD of others',
    becomes: 'nothing: chassis, gensets and the like, and what is stated of them, count as not read',
  },
  rows: [],
});
