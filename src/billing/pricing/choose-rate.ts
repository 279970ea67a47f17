import type { CustomerId, SubjectFacts } from '../facts/subject-facts';
import { Exact } from '../money';
import { atArrival } from './facts-on';
import type { Day } from './local-days';
import type { Found, PricedCode, PriceList } from './price-list';
import type { PricedRate } from '../tariffs/rate';

/** What is priced: a unit or an event of a subject, on a day. */
export interface Occasion {
  /** The day of the unit or event. */
  day: Day;
  /** The day whose tariffs hold: the same, or that of the arrival. */
  priced_on: Day;
  event: 'arrival' | 'departure' | null;
  container_status: string | null;
}

/**
 * The rate for an occasion: of the tariffs in their order, the first rate by position whose conditions hold. A tariff
 * without one passes on to the next. Null when there is none.
 */
export function chooseRate(
  list: PriceList,
  code: PricedCode,
  facts: SubjectFacts,
  payer: CustomerId | null,
  occasion: Occasion,
): Found | null {
  for (const tariff of list.tariffs(code.id, occasion.priced_on, payer, facts.shipping_line_id))
    for (const rate of tariff.rates) if (holds(list, rate, facts, occasion)) return { tariff, rate };
  return null;
}

/** Whether a code has a rate that holds for a subject on some day. */
export const isPriced = (list: PriceList, code: PricedCode, facts: SubjectFacts): boolean =>
  [facts, atArrival(facts)].some((then) => list.rates(code.id).some((rate) => holdsFor(rate, then)));

/** Whether all conditions of a rate hold. */
function holds(list: PriceList, rate: PricedRate, facts: SubjectFacts, occasion: Occasion): boolean {
  return (
    among(rate.container_statuses, occasion.container_status) &&
    (rate.event === null || rate.event === occasion.event) &&
    holdsFor(rate, facts) &&
    (rate.working_day === null || rate.working_day !== list.isClosed(rate, occasion.day))
  );
}

/** Whether those conditions of a rate hold that are the same on each day of a subject. */
function holdsFor(rate: PricedRate, facts: SubjectFacts): boolean {
  return (
    among(rate.usages, facts.usage) &&
    among(rate.sizes, facts.size) &&
    among(rate.container_types, facts.container_type_id) &&
    same(rate.is_reefer, facts.is_reefer) &&
    same(rate.operating_reefer, facts.operating_reefer) &&
    among(rate.shipping_lines, facts.shipping_line_id) &&
    among(rate.consignees, facts.consignee_id) &&
    among(rate.commodity_types, facts.commodity_type_id) &&
    among(rate.arrived_by, facts.arrived_by) &&
    among(rate.departed_by, facts.departs_by) &&
    same(rate.transshipment, facts.arrived_by === 'voyage' && facts.departs_by === 'voyage') &&
    inBand(rate.band, facts)
  );
}

function among<T>(list: T[], value: T | null): boolean {
  return !list.length || (value !== null && list.includes(value));
}

function same(wanted: boolean | null, value: boolean | null): boolean {
  return wanted === null || wanted === value;
}

function inBand(band: PricedRate['band'], facts: SubjectFacts): boolean {
  if (!band) return true;
  const value = facts[band.of];
  if (value === null) return false;
  const exact = new Exact(value);
  return (band.from === null || exact.gte(band.from)) && (band.until === null || exact.lt(band.until));
}
