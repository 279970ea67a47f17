import type { SubjectFacts } from '../facts/subject-facts';
import type { Item } from './item';
import { dateOf, type Day } from './local-days';

/** Why a line is as it is, as data: dates, days and numbers. */
export function explanation(items: Item[], facts: SubjectFacts): object {
  const { basis, unit, priced_on, tariff, nomination } = items[0]!;
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    in_at: time(facts.began_at),
    out_at: facts.is_here ? null : time(facts.ended_at),
    ...(basis && {
      first_day: dateOf(basis.first_day),
      free_units: basis.free_units,
      free_from: basis.free_from === null ? null : dateOf(basis.free_from),
      free_until: basis.free_until === null ? null : dateOf(basis.free_until),
      closed_days: basis.closed_days.map(dateOf),
      agreements: basis.agreements,
    }),
    ...(unit !== null && {
      first_unit: unit,
      last_unit: items.at(-1)!.unit,
      ...unitDays(items.map(({ day }) => day)),
    }),
    nomination,
    priced_on: dateOf(priced_on),
    tariff: tariff.name,
  };
}

/** How many of some units each day has, where they are not one on each day. The days are in order. */
export function unitDays(days: Day[]): { unit_days?: Record<string, number> } {
  const counts = new Map<Day, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  if (days.at(-1)! - days[0]! + 1 === days.length && counts.size === days.length) return {};
  return { unit_days: Object.fromEntries([...counts].map(([day, count]) => [dateOf(day), count])) };
}
