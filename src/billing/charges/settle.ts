import { Exact, price } from '../money';
import type { NewCharge } from './charge-rows';
import { type StoredCharge, unitsOf } from './stored-charge';

/** A charge that nets to nothing with others, and the number of the one that completed that. */
export interface Settled {
  /** Null where it is written with that one. */
  id: number | null;
  subject_id: number;
  number: number;
  settled_with: number;
}

/** What settling looks at. */
type OpenCharge = Pick<
  NewCharge,
  | 'subject_id'
  | 'number'
  | 'charge_code_id'
  | 'payer'
  | 'currency'
  | 'amount'
  | 'tariff_id'
  | 'event'
  | 'first_unit'
  | 'last_unit'
  | 'quantity'
  | 'total'
> & { id: number | null };

/**
 * The charges of a subject that are on no invoice and net to nothing with what is added. One that was waived in part
 * stays open with its waiver.
 */
export function settlements(stored: StoredCharge[], added: NewCharge[]): Settled[] {
  if (!added.some(({ kind }) => kind === 'adjustment')) return [];
  const waived = new Set(stored.map(({ waives_id }) => waives_id));
  const open = stored.filter((each) => each.open && each.kind !== 'waiver' && !waived.has(each.id));
  const those = netting([...open, ...added.map((each) => ({ ...each, id: null }))]);
  const settled_with = Math.max(...those.map(({ number }) => number));
  return those.map(({ id, subject_id, number }) => ({ id, subject_id, number, settled_with }));
}

/** Those that net to nothing with each other, event by event and unit by unit, and to the hundredth. */
function netting(open: OpenCharge[]): OpenCharge[] {
  let those = open;
  for (;;) {
    const nets = new Map<string, Exact>();
    const totals = new Map<string, Exact>();
    for (const each of those) {
      for (const [key, quantity] of cellsOf(each)) nets.set(key, quantity.plus(nets.get(key) ?? 0));
      totals.set(groupOf(each), new Exact(each.total).plus(totals.get(groupOf(each)) ?? 0));
    }
    const left = those.filter((each) => cellsOf(each).every(([key]) => nets.get(key)!.isZero()));
    if (left.length === those.length) return those.filter((each) => totals.get(groupOf(each))!.isZero());
    those = left;
  }
}

const groupOf = ({ charge_code_id, payer, currency, amount, tariff_id }: OpenCharge) =>
  [charge_code_id, payer, currency, price(amount), tariff_id].join('|');

function cellsOf(charge: OpenCharge): [string, Exact][] {
  const units = unitsOf(charge);
  const each = new Exact(charge.quantity).dividedBy(units.length);
  return units.map((unit) => [`${groupOf(charge)}|${unit ?? charge.event}`, each]);
}
