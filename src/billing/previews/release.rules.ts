import { groupBy } from '../../common/group-by';
import type { Cover, PaidBeyond } from '../charges/cover';
import type { CustomerId, SubjectFacts } from '../facts/subject-facts';
import { Exact, sum } from '../money';
import { payersOfUnits } from '../pricing/choose-payer';
import { MOST_DAYS } from '../pricing/count-spans';
import { edgesOf } from '../pricing/edges';
import type { Item } from '../pricing/item';
import { dateOf, type Instant, localDays, type LocalDays } from '../pricing/local-days';
import type { PricedCode, PriceList } from '../pricing/price-list';
import { unitsAhead } from '../pricing/propose';
import { type Account, accountKey, type LimitReached } from './account';
import { endingAt, reckon } from './reckon';

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
  /** Whether that cannot be reckoned: a code that counts at the gate has too many units, or its calculation fails. */
  charges_unknown: boolean;
  /** Whether all that is to be paid would be on account but for a limit that is reached. */
  due_by_limit: boolean;
  /** The accounts beyond their limits that something of it would be or is on now. */
  limits: LimitReached[];
}

const DAY = 86_400_000;

/**
 * Whether nothing of an item has to be paid before a container leaves: its code does not count, it is paid, waived or
 * settled, or a customer has it on an account that is not blocked. What has no payer is not settled.
 */
export function isReleased(item: Item, cover: Cover, accounts: ReadonlyMap<string, Account>): boolean {
  if (!item.code.release || item.quantity.startsWith('-')) return true;
  return item.payer !== null && (isOnAccount(item.payer, accounts) || cover.settles(item));
}

function isOnAccount(payer: CustomerId | null, accounts: ReadonlyMap<string, Account>): boolean {
  const account = payer === null ? undefined : accounts.get(payer);
  return account?.terms === 'credit' && !account.blocked && account.limit_reached?.rule !== 'refuse';
}

/** What would have to be paid first if a stay ended at a time. */
export interface Owed {
  items: Item[];
  /** All that is not settled, also where its payer paid as much beyond the costs. */
  open: Item[];
  /** What was paid beyond what it costs, by payer and currency. */
  paid: ReadonlyMap<string, Exact>;
  /** Whether a code that counts at the gate could not be reckoned. */
  isUnknown: boolean;
  /** As those of a release. */
  due_by_limit: boolean;
  limits: LimitReached[];
}

/** What was paid beyond what subjects cost, by payer and currency; no payer has less than nothing. */
export function paidByPayer(beyond: PaidBeyond[]): Map<string, Exact> {
  const groups = groupBy(beyond, ({ of }) => accountKey(of.payer, of.currency));
  const sums = [...groups].map(([key, those]) => [key, sum(those.map(({ total }) => total))] as const);
  return new Map(sums.filter(([, total]) => total.gt(0)));
}

/**
 * What would have to be paid first if the stay ended at a time. A payer owes what it costs less what he paid for the stay, so
 * nothing where leaving became cheaper (decision 767).
 */
export function unreleased(
  subjects: Released[],
  list: PriceList,
  accounts: ReadonlyMap<string, Account>,
  time: Instant,
  now: Instant,
): Owed {
  const found = subjects.map(({ at, cover }) => {
    const { items, problems } = reckon(at(time), list, time, now);
    const failed = problems.flatMap(({ code, charge_code_id }) =>
      code === 'calculation_failed' ? charge_code_id : [],
    );
    return {
      items: items.filter((item) => !isReleased(item, cover, accounts)),
      beyond: cover.paidBeyond(items, list.refunds),
      warned: items.filter((item) => isWarnedOf(item, cover, accounts)),
      isUnknown: list.codes.some(({ id, release }) => release && failed.includes(id)),
    };
  });
  const paid = paidByPayer(found.flatMap(({ beyond }) => beyond));
  const open = found.flatMap(({ items }) => items);
  const groups = groupBy(open, ({ payer, tariff }) => accountKey(payer, tariff.currency));
  const owing = [...groups].filter(([key, items]) => sum(items.map(totalOf)).gt(paid.get(key) ?? 0));
  const items = owing.flatMap(([, items]) => items);
  const limitOf = ({ payer }: Item) => (payer !== null && accounts.get(payer)?.limit_reached) || null;
  const limits = [...items, ...found.flatMap(({ warned }) => warned)].flatMap((item) => limitOf(item) ?? []);
  return {
    items,
    open,
    paid,
    isUnknown: found.some(({ isUnknown }) => isUnknown),
    due_by_limit: items.length > 0 && items.every(limitOf),
    limits: [...new Set(limits)],
  };
}

/** Whether an item is on an account beyond its limit, of which the gate warns. */
function isWarnedOf(item: Item, cover: Cover, accounts: ReadonlyMap<string, Account>): boolean {
  const rule = item.payer === null ? undefined : accounts.get(item.payer)?.limit_reached?.rule;
  return rule === 'warn' && item.code.release && !item.quantity.startsWith('-') && !cover.settles(item);
}

const totalOf = ({ quantity, amount }: Item) => new Exact(quantity).times(amount);

/** How long it holds that something could not be reckoned, in milliseconds. */
export const UNKNOWN_FOR = 3_600_000;
/** How long what was found of a release is kept at most. */
const KEPT_FOR = 30 * DAY;
/** How long a stay was here of which the hours are nearly too many: 10,000 are 416 days. */
const OLD = 380 * DAY;

/** What is shown of a stay whose charges cannot be reckoned. */
export const UNKNOWN: Release = {
  settled_until: null,
  paid_through: null,
  charges_due: false,
  charges_unknown: true,
  due_by_limit: false,
  limits: [],
};

/** Until when a stay that goes on may end with everything of its release settled. */
export function releaseOf(
  subjects: Released[],
  list: PriceList,
  accounts: ReadonlyMap<string, Account>,
  { came, now, days }: { came: Instant; now: Instant; days: LocalDays },
): Release {
  const due = (time: Instant) => unreleased(subjects, list, accounts, time, now);
  const owed = due(now);
  const charges_due = owed.items.length > 0;
  const { due_by_limit, limits } = owed;
  const found_now = { charges_due, due_by_limit, limits };
  if (owed.isUnknown) return { ...UNKNOWN, ...found_now };
  const isDue = (time: Instant) => due(time).items.length > 0;
  const found = charges_due
    ? firstBehind(isDue, owed.open, subjects, list, { came, now })
    : firstAhead(isDue, subjects, list, accounts, { now, paid: owed.paid });
  if (found === null)
    return { settled_until: null, paid_through: null, charges_unknown: false, ...found_now };
  return {
    settled_until: found,
    paid_through: paidThrough(found, came, days),
    charges_unknown: false,
    ...found_now,
  };
}

/** The last day at whose end nothing was due yet; null where that ends before the arrival. */
export function paidThrough(settled_until: Instant, came: Instant, days: LocalDays): string | null {
  const day = days.dayOf(settled_until) - 1;
  return day < days.dayOf(came) ? null : dateOf(day);
}

/**
 * Until when what was found of a release goes on to hold without a look at it: it becomes due at `settled_until` by itself, and
 * stays due until other prices or payers hold for what happens then, because leaving later costs no less until then. No longer
 * than 30 days, because what is counted may become too much to be reckoned, and an hour where it is or nearly is.
 */
export function holdsUntil(
  subjects: Released[],
  list: PriceList,
  { settled_until, charges_unknown }: Release,
  { came, now }: { came: Instant; now: Instant },
): Instant {
  if (charges_unknown || now - came > OLD) return now + UNKNOWN_FOR;
  const horizon = now + KEPT_FOR;
  const since = Math.max(settled_until ?? horizon, now);
  const edges = edgesAhead(subjects, list, horizon).filter((time) => time > since);
  return Math.min(horizon, ...edges);
}

/**
 * Whether what was found of a release is found again as long as it holds. It is not where it cannot be reckoned, or nearly so;
 * where a payer has a credit limit, because that is reached without a change of the stay; where nothing but the present instant is
 * known since which it is due; and where something is due behind 400 days, which later is within 400 days.
 */
export function isExact(
  subjects: Released[],
  list: PriceList,
  accounts: ReadonlyMap<string, Account>,
  { settled_until, charges_unknown }: Release,
  { payers, came, now }: { payers: CustomerId[]; came: Instant; now: Instant },
): boolean {
  if (charges_unknown || now - came > OLD || settled_until === now) return false;
  if (payers.some((payer) => accounts.get(payer)?.has_limit)) return false;
  if (settled_until !== null) return true;
  const later = now + KEPT_FOR;
  const { items, paid } = unreleased(subjects, list, accounts, later, later);
  const isDue = (time: Instant) => unreleased(subjects, list, accounts, time, later).items.length > 0;
  return !items.length && firstAhead(isDue, subjects, list, accounts, { now: later, paid }) === null;
}

/**
 * The instants before a horizon at which leaving may cost less: other prices or payers begin to hold, or it is empty from then on.
 */
function turnsOf(subjects: Released[], list: PriceList, horizon: Instant): Instant[] {
  const emptied = subjects.flatMap(({ at }) => at(horizon).emptied_at ?? []);
  return [...edgesAhead(subjects, list, horizon), ...emptied].filter((time) => time < horizon);
}

/** The instants at which other prices or payers begin to hold for a subject that goes on. */
function edgesAhead(subjects: Released[], list: PriceList, horizon: Instant): Instant[] {
  const days = localDays(list.zone);
  return subjects.flatMap(({ at }) => edgesOf(at(horizon), list).map((day) => days.startOf(day)));
}

/**
 * The first instant since which something has been due until now, by the items that are open. Leaving later costs no less, but
 * where other prices or payers begin to hold: so it is looked for in the spans between these, from the last one back.
 */
function firstBehind(
  isDue: (time: Instant) => boolean,
  items: Item[],
  subjects: Released[],
  list: PriceList,
  { came, now }: { came: Instant; now: Instant },
): Instant {
  const starts = items.flatMap((item) => startsOf(item, list.zone));
  const happened = subjects.flatMap(({ at }) => at(now).events.map((event) => event.at));
  const turns = turnsOf(subjects, list, now);
  const times = [came, ...starts, ...happened, ...turns, now].filter((time) => time >= came && time <= now);
  let since = now;
  for (const span of spansOf(times, turns).reverse()) {
    const first = firstOf(span, isDue);
    if (first === undefined) return since;
    since = first;
    if (first !== span[0]) return since;
  }
  return since;
}

/** These times in their order, each once, in the spans that turns begin. */
function spansOf(times: Instant[], turns: Instant[]): Instant[][] {
  const begins = new Set(turns);
  const spans: Instant[][] = [];
  for (const time of [...new Set(times)].sort((a, b) => a - b)) {
    if (!spans.length || begins.has(time)) spans.push([]);
    spans.at(-1)!.push(time);
  }
  return spans;
}

/**
 * The first instant behind now at which something will be due, where nothing is. That is where the first unit of a code begins
 * that is not settled, or where other prices or payers hold for what happens then. Behind it are looked at as many units as
 * what was paid beyond the costs may cover. Codes whose payers all have it on account
 * are not counted. Null where nothing is due within 400 days.
 */
function firstAhead(
  isDue: (time: Instant) => boolean,
  subjects: Released[],
  list: PriceList,
  accounts: ReadonlyMap<string, Account>,
  { now, paid }: { now: Instant; paid: ReadonlyMap<string, Exact> },
): Instant | null {
  const covered = sum([...paid.values()]);
  const horizon = now + MOST_DAYS * DAY;
  const starts = subjects.flatMap(({ at, cover }) => {
    const facts = at(horizon);
    const owes = (code: PricedCode) =>
      code.release && payersOfUnits(code, facts).some((payer) => !isOnAccount(payer, accounts));
    return unitsAhead(facts, list, endingAt(facts, horizon, now), owes).flatMap((units) => {
      const starts: Instant[] = [];
      let open = new Exact(0);
      for (const item of units) {
        if (isReleased(item, cover, accounts)) continue;
        starts.push(...startsOf(item, list.zone));
        open = open.plus(totalOf(item));
        if (open.gt(covered)) break;
      }
      return starts;
    });
  });
  const happens = subjects.flatMap(({ at }) => at(horizon).events.map((event) => event.at));
  const turns = turnsOf(subjects, list, horizon);
  const times = [...starts, ...happens, ...turns].filter((time) => time > now && time < horizon);
  for (const span of spansOf(times, turns)) {
    const first = covered.isZero() ? span.find(isDue) : firstOf(span, isDue);
    if (first !== undefined) return first;
  }
  return null;
}

/**
 * The first of these times, which ascend, at which something holds that holds at all later ones; undefined where it holds at
 * none. It asks in steps that double, because it is most often one of the first.
 */
export function firstOf(times: Instant[], holds: (time: Instant) => boolean): Instant | undefined {
  let [low, high] = [0, 0];
  while (high < times.length && !holds(times[high]!)) [low, high] = [high + 1, 2 * high + 1];
  high = Math.min(high, times.length);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(times[middle]!)) high = middle;
    else low = middle + 1;
  }
  return times[low];
}

/** The instants at which leaving may begin to cost an item: a period has to have begun, a day may be left out. */
export function startsOf({ unit, due, basis }: Item, zone: string): Instant[] {
  if (unit === null) return [];
  const { counting, day_starts_at } = basis!.rate;
  return counting === 'period'
    ? [due.begin + 1]
    : [due.begin, localDays(zone, day_starts_at).startOf(due.day + 1)];
}
