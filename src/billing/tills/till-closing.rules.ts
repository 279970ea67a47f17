import type { Numeric } from '../../common/schema/columns';
import { Exact, sum, toHundredths } from '../money';
import { WAYS, type Way } from './ways';

/** Amounts by way, with two places. */
export type ByWay = Record<Way, Numeric>;

/**
 * What a closing lists. `payment`: it came in; `refund`: it was paid out; `reversal`: one that an earlier closing counts was
 * reversed.
 */
export const ENTRIES = ['payment', 'refund', 'reversal'] as const;

/** What a till took or gave while it was open, as its closing lists it. */
export interface TillEntry {
  /** Of the payment; null for what was marked as paid before there were payments. */
  number: string | null;
  way: Way;
  entry: (typeof ENTRIES)[number];
  amount: string;
  reference: string | null;
  customer: string | null;
  /** When it was paid or reversed. */
  at: string;
  /** Whether it was reversed before the closing, and so counts nothing. */
  reversed: boolean;
}

/** Where an entry of a way counts as out. */
const sign = ({ entry, direction }: { entry: TillEntry['entry']; direction: string }): number =>
  (entry === 'reversal') === (direction === 'out') ? 1 : -1;

/**
 * What a till is expected to hold, by way: the float as cash, payments, less refunds and reversals. What was reversed while it
 * was open counts nothing.
 */
export function expectedOf(
  float: string,
  entries: (Pick<TillEntry, 'way' | 'entry' | 'amount' | 'reversed'> & { direction: string })[],
): ByWay {
  return byWay((way) => {
    const counting = entries.filter(
      (each) => each.way === way && !(each.reversed && each.entry !== 'reversal'),
    );
    const moved = sum(counting.map((each) => new Exact(each.amount).times(sign(each))));
    return way === 'cash' ? moved.plus(float) : moved;
  });
}

/** What was counted less what is expected, by way: below 0 where money is missing. */
export const differenceOf = (counted: ByWay, expected: ByWay): ByWay =>
  byWay((way) => new Exact(counted[way]).minus(expected[way]));

/** What was counted, 0 of the ways that are left out. */
export const countedOf = (counted: Partial<Record<Way, string | null>>): ByWay =>
  byWay((way) => new Exact(counted[way] ?? 0));

const byWay = (amount: (way: Way) => Exact): ByWay =>
  Object.fromEntries(WAYS.map((way) => [way, toHundredths(amount(way))])) as ByWay;
