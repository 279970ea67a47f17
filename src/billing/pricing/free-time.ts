import type { SubjectFacts } from '../facts/subject-facts';
import { countSpans, MOST_DAYS } from './count-spans';
import { factsOn } from './facts-on';
import { dateOf, localDays, type Instant } from './local-days';
import type { PricedCode, PriceList } from './price-list';
import type { PricedRate } from '../tariffs/rate';
import { amountOf, quantityOf } from './quantity';

/** How long a container stays without costing storage. */
export interface FreeTime {
  /** The last day at whose end leaving costs nothing; null if that ends before the arrival or is not known. */
  last_free_day: string | null;
  /** The first instant at which leaving costs; null where none within 400 days does. */
  free_until: Instant | null;
  free_units: number;
}

/**
 * The free time of a stay by one storage code, as if it went on. It ends where leaving first costs something, not
 * where the free units end: units may cost nothing, or be charged once free time is lost. Null while nothing is counted.
 */
export function freeTimeOf(code: PricedCode, facts: SubjectFacts, list: PriceList): FreeTime | null {
  const { began_at } = facts;
  if (began_at === null) return null;
  const lasting = { ...facts, ended_at: null };
  const days = localDays(list.zone);
  const arrived = days.dayOf(began_at);
  const { units, basis, skip } = countSpans(code, lasting, list, {
    facts: lasting,
    spans: [{ from: began_at, until: null }],
    end: days.startOf(arrived + MOST_DAYS + 1),
    touching: false,
  });
  if (!basis) return null;
  const { free_units, rate } = basis;
  for (const { unit, found } of units) {
    if (!found || !costs(found.rate, unit.tier, factsOn(facts, unit.day, list.zone).facts)) {
      skip(unit, found);
      continue;
    }
    const free_until = firstCost(unit.due, rate, list.zone, began_at);
    const last = days.dayOf(free_until) - 1;
    return { last_free_day: last < arrived ? null : dateOf(last), free_until, free_units };
  }
  return { last_free_day: null, free_until: null, free_units };
}

function costs(rate: PricedRate, tier: number, facts: SubjectFacts): boolean {
  return Number(amountOf(rate.tiers, tier)) > 0 && Number(quantityOf(rate, facts)) > 0;
}

/** The first instant at which leaving costs a unit: a period has to have begun before, a day only to begin. */
function firstCost(
  { day, begin }: { day: number; begin: Instant },
  { counting, last_day, day_starts_at }: { counting: string; last_day: string; day_starts_at: string },
  zone: string,
  began_at: Instant,
): Instant {
  if (counting === 'period') return begin + 1;
  const days = localDays(zone, day_starts_at);
  return last_day === 'excluded' ? days.startOf(day + 1) : Math.max(began_at, days.startOf(day));
}
