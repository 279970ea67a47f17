import { Conflict, naming, Refused } from '../../common/errors/errors';
import { BILLING } from '../billing.codes';
import { Exact, money, plain } from '../money';
import type { ChargeKind } from './charge-words';

/** A charge that is to be waived, with what was taken off it before. Quantities are text. */
export interface Waivable {
  kind: ChargeKind;
  quantity: string;
  amount: string;
  currency: string;
  is_settled: boolean;
  /** How much of it waivers and adjustments have taken off. */
  taken: string;
  /** Whether an adjustment took some of it back. */
  is_adjusted: boolean;
  /** The number of the invoice or draft that it is on. */
  invoice: string | null;
}

/** What a waiver takes off: `total` is less than nothing. */
export interface Waiver {
  quantity: string;
  total: string;
  /** Whether nothing of the charge is left. */
  is_whole: boolean;
}

/**
 * The waiver of a charge, or of part of its quantity.
 * @throws Conflict for a charge that is on an invoice, settled or adjusted; Refused for more than is left
 */
export function waiverOf(charge: Waivable, requested: number | undefined): Waiver {
  const { kind, quantity, amount, currency, taken, invoice } = charge;
  if (invoice !== null)
    throw new Conflict({
      code: BILLING.charge_invoiced,
      sentence: `The charge is on invoice ${invoice}: credit it there.`,
      records: naming('invoice', invoice),
    });
  const left = new Exact(quantity).minus(taken);
  if (kind !== 'charge' || charge.is_settled || charge.is_adjusted || !left.isPositive() || left.isZero())
    throw new Conflict({ code: BILLING.charge_settled, sentence: 'The charge is settled already.' });
  const off = requested === undefined ? left : new Exact(requested);
  if (off.greaterThan(left))
    throw new Refused({
      code: BILLING.waive_too_much,
      sentence: `${left.toFixed()} of the charge are left to waive, not ${off.toFixed()}.`,
      field: 'quantity',
    });
  return {
    quantity: plain(off.negated()),
    total: money(off.negated().times(amount), currency),
    is_whole: off.equals(left),
  };
}
