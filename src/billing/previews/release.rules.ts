import type { Cover } from '../charges/cover';
import type { SubjectFacts } from '../facts/subject-facts';
import type { Item } from '../pricing/item';
import { dateOf, type Instant, localDays, type LocalDays } from '../pricing/local-days';
import type { PriceList } from '../pricing/price-list';
import type { Account } from './preview.rules';
import { reckon } from './reckon';

/** A subject of the release of a stay: the stay itself, or an order. */
export interface Released {
  /** The facts if the stay ended at a time; those of an order are always the same. */
  at: (time: Instant) => SubjectFacts;
  cover: Cover;
}

/** Until when a container may leave with everything of its release settled. */
export interface Release {
  /** The first instant at which it could not; null where nothing limits, and of a stay that has ended. */
  settled_until: Instant | null;
  /** The last day at whose end it could; null likewise, and where that ends before its arrival. */
  paid_through: string | null;
  /** Whether something is to be paid now. */
  charges_due: boolean;
}

/** How many days ahead the first instant is looked for at which something is not settled, one after the other. */
const HORIZONS = [30, 400];
const DAY = 86_400_000;

/**
 * Whether nothing of an item has to be paid before a container leaves: its code does not count, it is paid, waived or
 * settled, or a customer has it on an account that is not blocked. What has no payer is not settled.
 */
export function isReleased(item: Item, cover: Cover, accounts: ReadonlyMap<string, Account>): boolean {
  if (!item.code.release || item.quantity.startsWith('-')) return true;
  if (item.payer === null) return false;
  const account = accounts.get(item.payer);
  return (account?.terms === 'credit' && !account.blocked) || cover.settles(item);
}

/** The items that would have to be paid first if the stay ended at a time. */
export function unreleased(
  subjects: Released[],
  list: PriceList,
  accounts: ReadonlyMap<string, Account>,
  time: Instant,
): Item[] {
  return subjects.flatMap(({ at, cover }) => {
    const { items } = reckon(at(time), list, time);
    return items.filter((item) => !isReleased(item, cover, accounts));
  });
}

/** Until when a stay that goes on may end with everything of its release settled. */
export function releaseOf(
  subjects: Released[],
  list: PriceList,
  accounts: ReadonlyMap<string, Account>,
  { came, now, days }: { came: Instant; now: Instant; days: LocalDays },
): Release {
  const due = (time: Instant) => unreleased(subjects, list, accounts, time);
  const owed = due(now);
  const found = owed.length
    ? first(due, owed, came, now, list.zone)
    : HORIZONS.reduce<Instant | null>((earliest, days_ahead) => {
        const then = now + days_ahead * DAY;
        return earliest ?? first(due, due(then), now, then, list.zone);
      }, null);
  if (found === null) return { settled_until: null, paid_through: null, charges_due: false };
  const day = days.dayOf(found) - 1;
  return {
    settled_until: found,
    paid_through: day < days.dayOf(came) ? null : dateOf(day),
    charges_due: owed.length > 0,
  };
}

/**
 * The first instant from `from` to `until` at which something is due, by the items that are due at its end: leaving
 * later costs no less. Null when nothing is.
 */
function first(
  due: (time: Instant) => Item[],
  items: Item[],
  from: Instant,
  until: Instant,
  zone: string,
): Instant | null {
  if (!items.length) return null;
  const starts = items.flatMap((item) => startsOf(item, zone));
  const times = [...new Set([from, ...starts, until])]
    .filter((time) => time >= from && time <= until)
    .sort((a, b) => a - b);
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    // Most often it is one of the first.
    const middle = low + Math.min(2, Math.floor((high - low) / 2));
    if (due(times[middle]!).length) high = middle;
    else low = middle + 1;
  }
  return times[low]!;
}

/** The instants at which leaving may begin to cost an item: a period has to have begun, a day may be left out. */
export function startsOf({ unit, begin, day, basis }: Item, zone: string): Instant[] {
  if (unit === null) return [];
  const { counting, day_starts_at } = basis!.rate;
  return counting === 'period' ? [begin + 1] : [begin, localDays(zone, day_starts_at).startOf(day + 1)];
}
