import { groupBy } from '../../common/group-by';
import type { Numeric } from '../../common/schema/columns';
import { Exact, money, plain, sum } from '../money';

/** What a charge says that a line of an invoice follows from. */
export interface DraftCharge {
  id: number;
  charge_code_id: number;
  container_id: number | null;
  stay_id: number | null;
  tariff_id: number | null;
  tax_id: number | null;
  tax_percent: string | null;
  amount: string;
  quantity: string;
  total: string;
  billed_by: string;
  billed_per: string;
  /** The days of what is charged. */
  from: string;
  until: string;
}

/** Charges on one line: its quantity times their amount is its total, and the sum of their totals. */
export interface DraftLine<C> {
  charges: C[];
  quantity: Numeric;
  total: Numeric;
  from: string;
  until: string;
}

/** What the charges of a line have in common. */
const keyOf = (charge: DraftCharge): string =>
  JSON.stringify([
    charge.charge_code_id,
    charge.container_id,
    charge.stay_id,
    charge.tax_id,
    charge.tax_percent === null ? null : plain(charge.tax_percent),
    charge.tariff_id,
    charge.billed_by,
    charge.billed_per,
    plain(charge.amount),
  ]);

/**
 * Puts charges on lines: those that share code, container, tax, tariff and amount on one, as long as its total is the
 * sum of theirs to the cent. Charges that net to nothing are settled together and make no line.
 */
export function draftLines<C extends DraftCharge>(
  charges: C[],
  currency: string,
): { lines: DraftLine<C>[]; settled: C[][] } {
  const lines: DraftLine<C>[] = [];
  const settled: C[][] = [];
  for (const group of groupBy(charges, keyOf).values()) {
    const { pairs, others } = opposites(group);
    settled.push(...pairs);
    for (const part of parts(others, currency)) {
      const line = lineOf(part, currency);
      if (line.quantity === '0' && line.total === '0.00') settled.push(part);
      else lines.push(line);
    }
  }
  return { lines, settled };
}

/** Takes out the pairs of which one takes back the other. */
function opposites<C extends DraftCharge>(group: C[]): { pairs: C[][]; others: C[] } {
  const waiting = new Map<string, C[]>();
  const taken = new Set<C>();
  const pairs: C[][] = [];
  const stated = (quantity: Exact, total: Exact) => `${plain(quantity)} ${plain(total)}`;
  for (const charge of group) {
    const [quantity, total] = [new Exact(charge.quantity), new Exact(charge.total)];
    const other = waiting.get(stated(quantity.negated(), total.negated()))?.pop();
    if (other) {
      pairs.push([other, charge]);
      taken.add(other).add(charge);
      continue;
    }
    const key = stated(quantity, total);
    const alike = waiting.get(key);
    if (alike) alike.push(charge);
    else waiting.set(key, [charge]);
  }
  return { pairs, others: group.filter((charge) => !taken.has(charge)) };
}

/** The charges in as few parts as keep every cent, in their order. */
function parts<C extends DraftCharge>(group: C[], currency: string): C[][] {
  if (!group.length) return [];
  if (isExact(group, currency)) return [group];
  const found: C[][] = [];
  let [quantity, total] = [sum([]), sum([])];
  for (const charge of group) {
    const last = found.at(-1);
    [quantity, total] = [quantity.plus(charge.quantity), total.plus(charge.total)];
    if (last && total.equals(money(quantity.times(charge.amount), currency))) last.push(charge);
    else {
      found.push([charge]);
      [quantity, total] = [sum([charge.quantity]), sum([charge.total])];
    }
  }
  return found;
}

/** Whether the price of all together is the sum of their totals. */
function isExact(part: DraftCharge[], currency: string): boolean {
  const quantity = sum(part.map((charge) => charge.quantity));
  const total = sum(part.map((charge) => charge.total));
  return total.equals(money(quantity.times(part[0]!.amount), currency));
}

function lineOf<C extends DraftCharge>(charges: C[], currency: string): DraftLine<C> {
  const least = (days: string[]) => days.reduce((a, b) => (a < b ? a : b));
  const most = (days: string[]) => days.reduce((a, b) => (a > b ? a : b));
  return {
    charges,
    quantity: plain(sum(charges.map(({ quantity }) => quantity))),
    total: money(sum(charges.map(({ total }) => total)), currency),
    from: least(charges.map(({ from }) => from)),
    until: most(charges.map(({ until }) => until)),
  };
}
