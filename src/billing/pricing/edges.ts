import type { SubjectFacts } from '../facts/subject-facts';
import type { PricedRate } from '../tariffs/rate';
import type { ChargedUnit } from './charged-units';
import type { LeftOut } from './count-units';
import { type Day, dayFrom, localDays } from './local-days';
import type { Found, PricedCode, PriceList } from './price-list';

/** The days on which other prices or payers begin to hold. */
export function edgesOf({ nominations }: SubjectFacts, { changes }: PriceList): Day[] {
  const ofPayers = nominations.flatMap(({ from, until }) => [
    ...(from === null ? [] : [dayFrom(from)]),
    ...(until === null ? [] : [dayFrom(until) + 1]),
  ]);
  return [...changes, ...ofPayers];
}

/**
 * Which units behind one that costs nothing cost nothing either, because the same rate holds for them at the same tier: those
 * before the next edge. It is queried with each unit that costs nothing, and `left` has them left out.
 * @param by the rate that decides how units are counted
 */
export function costless(
  { code, facts, list, by }: { code: PricedCode; facts: SubjectFacts; list: PriceList; by: PricedRate },
  left: LeftOut,
): (unit: ChargedUnit, found: Found | null) => void {
  const days = [...new Set(edgesOf(facts, list))].sort((a, b) => a - b);
  // whether a day is closed may differ from one to the next
  const goesByDay =
    by.charge_excludes_closed || list.rates(code.id).some(({ working_day }) => working_day !== null);
  const { emptied_at } = facts;
  const emptied = emptied_at === null ? null : localDays(list.zone).dayOf(emptied_at);
  return ({ day, tier }, found) => {
    // a day of tariffs and one of counting may begin at other times, and it was emptied within one
    if (emptied !== null && Math.abs(day - emptied) <= 1) return;
    const edges = [days.find((each) => each > day) ?? Infinity];
    if (goesByDay) edges.push(day + 1);
    if (emptied !== null && day < emptied) edges.push(emptied - 1);
    left.before = Math.min(...edges);
    const tiers = found?.rate.tiers.filter(({ from }) => from > tier).map(({ from }) => from) ?? [];
    left.most = Math.min(...tiers, Infinity) - tier - 1;
  };
}
