import type { Item } from '../pricing/item';
import { linesOf, type PricedLine } from '../pricing/lines';
import { Exact, price } from '../money';
import { dayOfUnit, ofOneUnit, type StoredCharge, unitsOf } from './stored-charge';

/** What stays charged although it is not proposed. */
export interface Kept {
  /** Whether the subject goes on, so that events which were charged ahead may still happen. */
  events: boolean;
  /** Which units behind those that are proposed stay: all, those that were charged ahead, or none. */
  units: 'all' | 'ahead' | 'none';
}

/** Neighbouring units of one price, or an event, that were charged and should not have been. */
export interface TakenBack {
  /** The charge that they were charged by, the first of several. */
  of: StoredCharge;
  first_unit: number | null;
  last_unit: number | null;
  /** The days of the units; none for an event. */
  days: string[];
  /** 1 where less than nothing was charged, as by a maximum; else -1. */
  sign: 1 | -1;
}

export interface Difference {
  taken: TakenBack[];
  written: PricedLine[];
}

/** What was charged for one event or unit at one price: how often, and by which charge. */
interface Cell {
  net: number;
  of: StoredCharge;
  unit: number | null;
}

/**
 * What has to be written so that the net of the charges is what is proposed. Both are tables of charge code, event or
 * unit number, payer, currency, amount and quantity; taxes, tariffs and waivers are not compared.
 */
export function compare(items: Item[], stored: StoredCharge[], kept: Kept): Difference {
  if (!stored.length) return { taken: [], written: linesOf(items) };
  const cells = netOf(stored);
  const missing: Item[] = [];
  for (const item of items) {
    const key = keyOfItem(item);
    const sign = item.quantity.startsWith('-') ? -1 : 1;
    const cell = cells.get(key);
    if (cell?.net === sign) cells.delete(key);
    else missing.push(item);
  }
  const proposed = new Proposed(items);
  const surplus = [...cells.values()].filter(
    ({ net, of, unit }) => net !== 0 && !proposed.keeps(of, unit, kept),
  );
  return { taken: takenBack(surplus), written: linesOf(missing) };
}

function netOf(stored: StoredCharge[]): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const of of stored) {
    if (of.kind === 'waiver') continue;
    const sign = of.quantity.startsWith('-') ? -1 : 1;
    for (const { key, unit } of keysOf(of)) {
      const cell = cells.get(key);
      if (!cell) cells.set(key, { net: sign, of, unit });
      else {
        cell.net += sign;
        if (of.kind === 'charge') cell.of = of;
      }
    }
  }
  return cells;
}

const keyOf = (...parts: (string | number | null)[]) => parts.join('|');

/** What tells an event or unit at its price from all others of a subject. */
export const keyOfItem = ({ code, unit, event, payer, tariff, amount, quantity }: Item): string =>
  keyOf(code.id, unit ?? event, payer, tariff.currency, amount, quantity.replace('-', ''));

/** The same of each unit of a charge, or of its event. */
export function keysOf(of: StoredCharge): { key: string; unit: number | null }[] {
  const each = ofOneUnit(of);
  return unitsOf(of).map((unit) => ({
    key: keyOf(of.charge_code_id, unit ?? of.event, of.payer, of.currency, price(of.amount), each),
    unit,
  }));
}

/** What is proposed, to tell what lies beyond it. */
class Proposed {
  private readonly events: Set<string>;
  private readonly lastUnits = new Map<number, number>();

  constructor(items: Item[]) {
    this.events = new Set(items.flatMap(({ code, event }) => (event === null ? [] : `${code.id} ${event}`)));
    for (const { code, unit } of items)
      if (unit !== null) this.lastUnits.set(code.id, Math.max(unit, this.lastUnits.get(code.id) ?? 0));
  }

  /** Whether what a charge says stays charged. */
  keeps(of: StoredCharge, unit: number | null, kept: Kept): boolean {
    const { charge_code_id, event, ahead, charged_on } = of;
    if (unit === null) return kept.events && ahead && !this.events.has(`${charge_code_id} ${event}`);
    if (unit <= (this.lastUnits.get(charge_code_id) ?? 0)) return false;
    return kept.units === 'all' || (kept.units === 'ahead' && dayOfUnit(of, unit) > charged_on);
  }
}

/** Puts neighbouring units of one charge code, payer and price together. */
function takenBack(cells: Cell[]): TakenBack[] {
  const found: TakenBack[] = [];
  for (const { net, of, unit } of cells) {
    const last = found.at(-1);
    const sign = net > 0 ? -1 : 1;
    const days = unit === null ? [] : [dayOfUnit(of, unit)];
    if (last && unit !== null && last.last_unit === unit - 1 && last.sign === sign && isAlike(last.of, of)) {
      last.last_unit = unit;
      last.days.push(...days);
    } else
      for (let times = 0; times < Math.abs(net); times++)
        found.push({ of, first_unit: unit, last_unit: unit, days, sign });
  }
  return found;
}

/** Whether two charges say the same but for their units. */
function isAlike(one: StoredCharge, other: StoredCharge): boolean {
  return (
    one === other ||
    (one.charge_code_id === other.charge_code_id &&
      one.payer === other.payer &&
      one.currency === other.currency &&
      new Exact(one.amount).eq(other.amount) &&
      one.tariff_id === other.tariff_id &&
      one.rate_position === other.rate_position &&
      ofOneUnit(one) === ofOneUnit(other))
  );
}
