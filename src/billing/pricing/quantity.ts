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

/** Pounds in a tonne, and cubic feet in a cubic metre, are exact by their definitions. */
const TONNES = { kg: '0.001', lb: '0.00045359237' };
const CUBIC_METRES = { m: '1', ft: '0.028316846592' };

/** Tonnes of a weight in the organization's unit, exactly. */
export function tonnes(weight: string | null, unit: string): string | null {
  return weight === null ? null : plain(new Exact(weight).times(TONNES[unit as keyof typeof TONNES]));
}

/** Cubic metres of a volume in the organization's unit, exactly. */
export function cubicMetres(volume: string | null, unit: string): string | null {
  const factor = CUBIC_METRES[unit as keyof typeof CUBIC_METRES];
  return volume === null ? null : plain(new Exact(volume).times(factor));
}
