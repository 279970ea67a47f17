import type { Numeric } from '../../common/schema/columns';
import { unitsOf } from '../charges/stored-charge';
import { Exact, money, plain, sum } from '../money';

/** A charge on a line that is credited, in order of the charges of its subject. */
export interface InvoicedCharge {
  id: number;
  subject_id: number;
  kind: string;
  event: string | null;
  first_unit: number | null;
  last_unit: number | null;
  quantity: string;
  amount: string;
}

/** What is taken back of a charge: neighbouring units, or an event. */
export interface Taken<C> {
  of: C;
  kind: 'adjustment' | 'waiver';
  first_unit: number | null;
  last_unit: number | null;
  quantity: Numeric;
  total: Numeric;
}

interface Cell<C> {
  of: C;
  unit: number | null;
  quantity: Exact;
}

/**
 * What is taken back of the charges on a line when part of its quantity is credited: the last units first, behind what
 * was credited before. With the last of the line its waivers are taken back, too.
 * @param quantity how much is credited now, and `before` how much was, both with the sign of the credit
 * @param total of the credit: the sum of what is taken back
 */
export function takenBack<C extends InvoicedCharge>(
  charges: C[],
  line: { quantity: string; amount: string },
  credit: { quantity: string; before: string; total: string },
  currency: string | null,
): Taken<C>[] {
  const isLast = new Exact(line.quantity).plus(credit.quantity).plus(credit.before).isZero();
  const taken = grouped(lastOf(cellsOf(charges, line.quantity), credit, isLast));
  const waivers = isLast ? charges.filter(({ kind }) => kind === 'waiver') : [];
  const rows = [
    ...taken.map(({ of, first_unit, last_unit, quantity }) => ({
      of,
      kind: 'adjustment' as const,
      first_unit,
      last_unit,
      quantity: plain(quantity.negated()),
    })),
    ...waivers.map((of) => ({
      of,
      kind: 'waiver' as const,
      first_unit: of.first_unit,
      last_unit: of.last_unit,
      quantity: plain(new Exact(of.quantity).negated()),
    })),
  ].map((row) => ({ ...row, total: money(new Exact(row.quantity).times(line.amount), currency) }));
  const last = rows.at(-1);
  if (last) {
    const all = sum(rows.map(({ total }) => total));
    last.total = money(new Exact(last.total).plus(credit.total).minus(all), currency);
  }
  return rows;
}

/** The units and events of the sign of the line, each with what adjustments on the line left of it. */
function cellsOf<C extends InvoicedCharge>(charges: C[], ofLine: string): Cell<C>[] {
  const sign = new Exact(ofLine).isNegative() ? -1 : 1;
  const cells = new Map<string, Cell<C>>();
  const back: { key: string; quantity: Exact }[] = [];
  for (const of of charges) {
    if (of.kind === 'waiver') continue;
    const units = unitsOf(of);
    const quantity = new Exact(of.quantity).dividedBy(units.length);
    for (const unit of units) {
      const key = `${of.subject_id} ${unit ?? of.event}`;
      const known = cells.get(key);
      if (quantity.times(sign).isNegative()) back.push({ key, quantity });
      else if (known) known.quantity = known.quantity.plus(quantity);
      else cells.set(key, { of, unit, quantity });
    }
  }
  for (const { key, quantity } of back) {
    const cell = cells.get(key);
    if (cell) cell.quantity = cell.quantity.plus(quantity);
  }
  return [...cells.values()].filter(({ quantity }) => quantity.times(sign).gt(0));
}

/** So much of the cells from their end, behind what was taken before; with the last of the line all that is left. */
function lastOf<C>(
  cells: Cell<C>[],
  credit: { quantity: string; before: string },
  isLast: boolean,
): Cell<C>[] {
  let skip = new Exact(credit.before).abs();
  let left = isLast ? new Exact(Infinity) : new Exact(credit.quantity).abs();
  const found: Cell<C>[] = [];
  for (const cell of cells.toReversed()) {
    const size = cell.quantity.abs();
    const skipped = Exact.min(skip, size);
    skip = skip.minus(skipped);
    const taken = Exact.min(left, size.minus(skipped));
    if (taken.isZero()) continue;
    left = left.minus(taken);
    found.push({ ...cell, quantity: cell.quantity.isNegative() ? taken.negated() : taken });
  }
  return found.toReversed();
}

/** Neighbouring whole units of one charge, put together. */
function grouped<C extends InvoicedCharge>(
  cells: Cell<C>[],
): { of: C; first_unit: number | null; last_unit: number | null; quantity: Exact; each: Exact }[] {
  const found: ReturnType<typeof grouped<C>> = [];
  for (const { of, unit, quantity } of cells) {
    const last = found.at(-1);
    if (
      last &&
      unit !== null &&
      last.of === of &&
      last.last_unit === unit - 1 &&
      last.each.equals(quantity)
    ) {
      last.last_unit = unit;
      last.quantity = last.quantity.plus(quantity);
    } else found.push({ of, first_unit: unit, last_unit: unit, quantity, each: quantity });
  }
  return found;
}
