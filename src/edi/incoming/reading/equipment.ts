import { meetsIso6346, normalizeContainerNumber } from '../../../common/iso-6346';
import type { Numeric } from '../../../common/schema/columns';
import { MOST_CONTAINERS } from '../../edifact/limits';
import type { Segment } from '../../edifact/tokenizer';
import { quoted, type Findings } from './findings';
import { celsiusOf, quantityOf, weightOf } from './measures';
import type { Row, Section, State } from './reader';
import { identifierOf, meaningOf, placeOf, stored, textOf, wordOf, type Word } from './words';

/** Dangerous goods in a container, each value as it came. */
export interface Dangerous {
  imdg_class: string | null;
  un_number: string | null;
  /** With its unit, where that is said. */
  flashpoint: string | null;
  packing_group: string | null;
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
  /** Seven digits. */
  cell: string | null;
  /** In the organization's unit. */
  weight: Numeric | null;
  seals: string[];
  /** In degrees Celsius. */
  set_point: Numeric | null;
  goods: string | null;
  dangerous: Dangerous[];
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
  cell: string | null = null;
  weight: Numeric | null = null;
  weight_rank = 0;
  seals: string[] = [];
  set_point: Numeric | null = null;
  goods: string[] = [];
  dangerous: Dangerous[] = [];

  constructor(readonly named: Word) {}

  /** Takes over what was said of all in its cell; a weight is that of the first, or of all together. */
  takeOver(common: EquipmentDraft, isFirst: boolean): void {
    const { port_of_loading, port_of_discharge, line_of_cf, line_of_ca, bill_of_lading, set_point } = common;
    Object.assign(this, {
      port_of_loading,
      port_of_discharge,
      line_of_cf,
      line_of_ca,
      bill_of_lading,
      set_point,
    });
    this.seals = [...common.seals];
    this.goods = [...common.goods];
    this.dangerous = [...common.dangerous];
    if (!isFirst) return;
    this.weight = common.weight;
    this.weight_rank = common.weight_rank;
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
      cell: this.cell,
      weight: this.weight,
      seals: this.seals,
      set_point: this.set_point,
      goods: goodsOf(this.goods),
      dangerous: this.dangerous,
    };
  }
}

/** The texts of goods as one; null without any. */
export const goodsOf = (texts: readonly string[]): string | null => stored(texts.join(', ')) || null;

/** A message that speaks of a container, or is about to. */
export interface WithEquipment extends State {
  /** Whose facts the segments say; null where they are nobody's. */
  equipment: EquipmentDraft | null;
}

/** The most dangerous goods, and seals, of a container. */
const MOST_OF_A_CONTAINER = 99;
/** The most characters of a value of dangerous goods. */
const MOST_DANGEROUS_TEXT = 35;

const STATUSES: Record<string, 'full' | 'empty'> = { '5': 'full', '4': 'empty' };
/** Which weight counts before others (6311): the verified one. Tare is none. */
const WEIGHTS: Record<string, number> = { VGM: 2, G: 1, WT: 1 };

/** What EQD says itself, its number apart. */
export function equipmentOf(segment: Segment): EquipmentDraft {
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
  draft.container_status = meaningOf(STATUSES, textOf(segment, 6)) ?? null;
  return draft;
}

/**
 * The number of a container without blanks; null where it has not the form of ISO 6346, which is refused. A wrong check digit
 * is a warning. What is found from here on is of this container.
 */
export function numberOf(word: Word, findings: Findings): string | null {
  const number = normalizeContainerNumber(word.text);
  if (!/^[A-Z]{4}\d{7}$/.test(number)) {
    findings.container = null;
    findings.refuse('container_invalid', `container ${quoted(word.text)} is no number of ISO 6346.`, word);
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
    qualifier: '9',
    becomes: '`port_of_loading`',
    take: fact((equipment, segment) => {
      equipment.port_of_loading ??= wordOf(segment, 2);
    }),
  },
  port_of_discharge: {
    tag: 'LOC',
    qualifier: '11',
    becomes: '`port_of_discharge`',
    take: fact((equipment, segment) => {
      equipment.port_of_discharge ??= wordOf(segment, 2);
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
  weight: {
    tag: 'MEA',
    shown: 'MEA of VGM, G, WT',
    becomes: '`weight`, in the unit of the organization; VGM before G or WT; tare is passed over',
    take: fact((equipment, segment, { findings, settings }) => {
      const rank = meaningOf(WEIGHTS, textOf(segment, 2) || textOf(segment, 1)) ?? 0;
      if (!rank || rank < equipment.weight_rank) return;
      const weight = weightOf(segment, settings.weight_unit, findings);
      if (weight === undefined) return;
      equipment.weight = weight;
      equipment.weight_rank = rank;
    }),
  },
  seal: {
    tag: 'SEL',
    becomes: '`seals`',
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
    take: fact((equipment, segment, { findings }) => {
      equipment.set_point = celsiusOf(segment, findings) ?? equipment.set_point;
    }),
  },
  goods: {
    tag: 'FTX',
    qualifier: 'AAA',
    becomes: '`goods`',
    take: fact((equipment, segment) => {
      addGoods(equipment.goods, segment);
    }),
  },
  dangerous: {
    tag: 'DGS',
    becomes: '`dangerous`: IMDG class, UN number, flashpoint and packing group as they come',
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

/** How many texts of goods are kept. */
const MOST_TEXTS = 10;

/** Adds the text of an FTX. */
export function addGoods(texts: string[], segment: Segment): void {
  const lines = [1, 2, 3, 4, 5].map((component) => textOf(segment, 4, component)).filter(Boolean);
  if (lines.length && texts.length < MOST_TEXTS) texts.push(stored(lines.join(' ')));
}

function dangerousOf(segment: Segment): Dangerous {
  const text = (element: number, component = 1) =>
    stored(textOf(segment, element, component), MOST_DANGEROUS_TEXT) || null;
  const flashpoint = text(4);
  return {
    imdg_class: text(2),
    un_number: text(3),
    flashpoint: flashpoint && stored([flashpoint, text(4, 2)].filter(Boolean).join(' '), MOST_DANGEROUS_TEXT),
    packing_group: text(5),
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

/** Equipment that is no container: what is said of it is passed over. */
export const otherEquipment = <S extends WithEquipment>(): Section<S> => ({
  title: 'Other equipment',
  opens: {
    tag: 'EQD',
    shown: 'EQD of others',
    becomes: 'nothing: chassis, gensets and the like are passed over',
    take(state) {
      state.equipment = null;
      state.findings.container = null;
    },
  },
  rows: [],
});
