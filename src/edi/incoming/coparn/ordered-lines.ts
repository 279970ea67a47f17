import type { ImdgGoods } from '../../../cargo/imdg-goods';
import { asOver, type Over } from '../../../cargo/over-dimensions';
import type { Numeric } from '../../../common/schema/columns';
import type { Equipment } from '../reading/equipment';
import type { Intent } from '../standing';
import { imdgOf } from '../imdg';

/** A line of a booking as a message states it. */
export interface OrderedLine {
  /** null for any type. */
  container_type_id: number | null;
  /** null for as many as come. */
  quantity: number | null;
  container_status: 'full' | null;
  /** In degrees Celsius. */
  set_point: number | null;
  /** In cubic metres an hour. */
  ventilation: number | null;
  /** In percent. */
  humidity: number | null;
  operating_reefer: boolean;
  dangerous_goods: ImdgGoods[];
  over: Over | null;
  goods: string | null;
  /** Of one container, in the organization's unit. */
  weight: number | null;
  remarks: string | null;
}

/** A line of the booking as it is stored. */
export interface StandingLine extends OrderedLine {
  number: number;
  /** How many were received or released, or are at the gate. */
  used: number;
  has_release: boolean;
}

/** A line to be written; one without a number is new. */
export type WrittenLine = OrderedLine & { number?: number };

/** What becomes of the lines of a booking. */
export interface MergedLines {
  lines: WrittenLine[];
  /** The lines that the message drops, and that stay because they were used. */
  left: StandingLine[];
}

/** Groups of a message whose words are known. */
export interface TypedGroup {
  equipment: Equipment;
  container_type_id: number | null;
}

/**
 * The lines that groups of containers make, in their order. Each group without a number is a line; those with numbers count in
 * the first line of their type, and together make one where there is none.
 */
export function linesOf(groups: TypedGroup[]): OrderedLine[] {
  const lines = groups.filter(({ equipment }) => equipment.number === null).map(lineOf);
  const named = groups.filter(({ equipment }) => equipment.number !== null);
  const own: OrderedLine[] = [];
  for (const group of named) {
    const line = lineOf(group);
    const ofType = [...lines, ...own].find(isOfType(group.container_type_id));
    if (!ofType) own.push(line);
    else {
      ofType.quantity = (ofType.quantity ?? 0) + (line.quantity ?? 0);
      if (own.includes(ofType)) keepCommon(ofType, line);
    }
  }
  return [...lines, ...own];
}

const isOfType =
  (container_type_id: number | null) =>
  (line: OrderedLine): boolean =>
    line.container_type_id === container_type_id;

function lineOf({ equipment, container_type_id }: TypedGroup): OrderedLine {
  const { quantity, container_status, set_point, dangerous, over, goods, remarks } = equipment;
  return {
    container_type_id,
    quantity,
    container_status: container_status === 'full' ? 'full' : null,
    ...measuresOf(equipment),
    operating_reefer: set_point !== null,
    dangerous_goods: dangerous.map(imdgOf),
    over: asOver(over),
    goods,
    remarks,
  };
}

/** The measures of a line, which are exact texts in messages and records, as numbers. */
export function measuresOf(stated: Record<Measure, Numeric | null>): Pick<OrderedLine, Measure> {
  const number = (name: Measure) => (stated[name] === null ? null : Number(stated[name]));
  return {
    set_point: number('set_point'),
    ventilation: number('ventilation'),
    humidity: number('humidity'),
    weight: number('weight'),
  };
}
type Measure = 'set_point' | 'ventilation' | 'humidity' | 'weight';

/** What containers of one line do not have in common is none of the line. */
function keepCommon(line: OrderedLine, other: OrderedLine): void {
  const differs = (name: keyof OrderedLine) => JSON.stringify(line[name]) !== JSON.stringify(other[name]);
  if (differs('set_point')) Object.assign(line, { set_point: null, operating_reefer: false });
  if (differs('dangerous_goods')) line.dangerous_goods = [];
  for (const name of [
    'container_status',
    'ventilation',
    'humidity',
    'over',
    'goods',
    'weight',
    'remarks',
  ] as const)
    if (differs(name)) line[name] = null;
}

/**
 * The lines of a booking once a message is applied to those that stand. A line of the message is the first one that stands of
 * its type. A line that the message drops goes, unless it was used: then it stays with what was done. Groups of containers
 * that the booking has already are left out by the caller, since they do not count again.
 */
export function mergedLines(
  intent: Exclude<Intent, 'cancel'>,
  standing: StandingLine[],
  groups: TypedGroup[],
): MergedLines {
  if (intent === 'replace') return replaced(standing, groups);
  const lines: WrittenLine[] = standing.map(({ used: _used, has_release: _has, ...line }) => line);
  if (intent === 'change') change(lines, groups);
  else if (intent === 'add') add(lines, linesOf(groups));
  else return { lines: lessened(lines, standing, groups), left: [] };
  return { lines, left: [] };
}

/** A group without a number changes the line of its type; a container that the booking lacks is one more of it. */
function change(lines: WrittenLine[], groups: TypedGroup[]): void {
  const isNamed = ({ equipment }: TypedGroup) => equipment.number !== null;
  for (const [line, other] of paired(lines, linesOf(groups.filter((group) => !isNamed(group)))))
    if (line) Object.assign(line, other);
    else lines.push(other);
  add(lines, linesOf(groups.filter(isNamed)));
}

/** Takes quantities away. An unused line of nothing goes, unless it is the only one. */
function lessened(lines: WrittenLine[], standing: StandingLine[], groups: TypedGroup[]): WrittenLine[] {
  for (const other of linesOf(groups)) {
    const line = lines.find(isOfType(other.container_type_id));
    if (line && line.quantity !== null) line.quantity = Math.max(0, line.quantity - (other.quantity ?? 0));
  }
  const isUsed = new Set(
    standing.filter(({ used, has_release }) => used > 0 || has_release).map(({ number }) => number),
  );
  const kept = lines.filter(({ quantity, number }) => quantity !== 0 || isUsed.has(number!));
  return kept.length ? kept : lines.slice(0, 1);
}

function replaced(standing: StandingLine[], groups: TypedGroup[]): MergedLines {
  const ordered = linesOf(groups);
  const pairs = paired(standing, ordered.length ? ordered : [NOTHING]);
  const taken = new Set(pairs.map(([line]) => line));
  const left = standing.filter((line) => !taken.has(line) && (line.used > 0 || line.has_release));
  return {
    lines: [
      ...pairs.map(([line, other]): WrittenLine => ({ ...other, ...(line && { number: line.number }) })),
      ...left.map(({ used, has_release: _has, ...line }) => ({ ...line, quantity: used })),
    ],
    left,
  };
}

/** What a line is of which nothing but its type and quantity is stated. */
export const NOTHING_ELSE: Omit<OrderedLine, 'container_type_id' | 'quantity'> = {
  container_status: null,
  set_point: null,
  ventilation: null,
  humidity: null,
  operating_reefer: false,
  dangerous_goods: [],
  over: null,
  goods: null,
  weight: null,
  remarks: null,
};

/** A message without any containers is for none. */
const NOTHING: OrderedLine = { ...NOTHING_ELSE, container_type_id: null, quantity: 0 };

/** Adds the quantities of lines to the first ones of their types; other lines are put behind. */
function add(lines: WrittenLine[], others: OrderedLine[]): void {
  for (const other of others) {
    const line = lines.find(isOfType(other.container_type_id));
    if (!line) lines.push(other);
    else if (line.quantity !== null) line.quantity += other.quantity ?? 0;
  }
}

/** Each line of a message with the line of its type that stands, each of those once. */
function paired<T extends OrderedLine>(
  standing: T[],
  ordered: OrderedLine[],
): [T | undefined, OrderedLine][] {
  const free = [...standing];
  return ordered.map((line) => {
    const at = free.findIndex(isOfType(line.container_type_id));
    return [at < 0 ? undefined : free.splice(at, 1)[0], line];
  });
}
