import type { FactEvent, Share, SubjectFacts } from '../facts/subject-facts';
import { Exact, plain } from '../money';
import type { Counting, PricedRate, Tier } from '../tariffs/rate';
import type { Unit } from './count-units';
import { localDays } from './local-days';

/**
 * How much of a unit or event a rate charges, rounded up to its step. Null when it is not known, such as the weight of a
 * container.
 */
export function quantityOf(
  { per, quantity_step }: Pick<PricedRate, 'per' | 'quantity_step'>,
  facts: SubjectFacts,
  event?: Pick<FactEvent, 'quantities' | 'times'>,
): string | null {
  const own = event?.quantities?.[per];
  const quantity = own === undefined ? (per === 'once' ? '1' : facts.quantities[per]) : own;
  if (quantity === null || quantity === undefined) return null;
  const exact = new Exact(quantity).times(event?.times ?? 1);
  return plain(exact.dividedBy(quantity_step).ceil().times(quantity_step));
}

/** The price of the unit with this number: that of the last tier which begins at or before it. */
export function amountOf(tiers: readonly Tier[], number: number): string {
  let amount = tiers[0]!.amount;
  for (const tier of tiers) if (tier.from <= number) amount = tier.amount;
  return amount;
}

/**
 * How much of a lot is there during a unit: the most pieces that are there at a time. Undefined for a subject that is
 * whole.
 */
export function shareOf(
  { shares }: SubjectFacts,
  { day, begin }: Unit,
  { counting, period_hours, day_starts_at }: Counting,
  zone: string,
): Share | undefined {
  if (!shares) return undefined;
  const end =
    counting === 'period' ? begin + period_hours * HOUR : localDays(zone, day_starts_at).startOf(day + 1);
  let most: Share | undefined;
  for (const share of shares) {
    if (share.at >= end) break;
    if (!most || share.at <= begin || piecesOf(share) > piecesOf(most)) most = share;
  }
  return most;
}

const HOUR = 3_600_000;

const piecesOf = ({ quantities }: Share) => Number(quantities.piece);
