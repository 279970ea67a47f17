import type { FactEvent, SubjectFacts } from '../facts/subject-facts';
import { Exact, plain } from '../money';

import type { PricedRate, Tier } from '../tariffs/rate';

/**
 * How much of a unit or event a rate charges, rounded up to its step. Null when it is not known, such as the weight of a
 * container.
 */
export function quantityOf(
  { per, quantity_step }: Pick<PricedRate, 'per' | 'quantity_step'>,
  facts: SubjectFacts,
  event?: FactEvent,
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
