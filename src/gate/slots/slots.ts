import { DateTime } from 'luxon';
import { instantAt } from '../../common/input/times';
import type { SlotPurpose } from '../announcements/slot-purpose';

const MINUTE_MS = 60_000;

/** What of a plan makes slots. */
export interface Plan {
  terminal_id: number | null;
  gate_id: number | null;
  weekday: number;
  from: string;
  until: string;
  slot_minutes: number;
  capacity: number;
  purpose: SlotPurpose;
  valid_from: string | null;
  valid_until: string | null;
}

/** A time without slots. */
export interface Closure {
  from: Date;
  until: Date;
}

/** When trucks may come, how many, where and what for. */
export interface Slot {
  starts_at: Date;
  ends_at: Date;
  capacity: number;
  purpose: SlotPurpose;
  terminal_id: number | null;
  gate_id: number | null;
}

/** What tells slots of one time apart. */
export const slotKey = ({
  starts_at,
  purpose,
  terminal_id,
  gate_id,
}: Omit<Slot, 'ends_at' | 'capacity'>): string =>
  [starts_at.getTime(), purpose, terminal_id ?? '', gate_id ?? ''].join(' ');

/** How many slots are made at a time, before those of one time, place and purpose are added up. */
const MOST_MADE = 50_000;

/**
 * The slots that plans make, by the clock of an IANA zone, in order of their beginnings: those that begin from `from`
 * until before `until`; undefined where they are too many to make. Where the clock changes, a day has 23 or 25 hours of
 * them. Plans for one time, place and purpose add up; a slot that a closure touches is none (decision 229).
 * @param closures in order, and apart from each other
 */
export function slotsOf(
  plans: Plan[],
  closures: Closure[],
  zone: string,
  from: Date,
  until: Date,
): Slot[] | undefined {
  const closed = closures.map((each) => ({ from: each.from.getTime(), until: each.until.getTime() }));
  const spans = spansOf(plans, zone, from.getTime(), until.getTime());
  const many = spans.reduce(
    (sum, { first, last, length }) => sum + Math.floor((last - first) / length) + 1,
    0,
  );
  if (many > MOST_MADE) return undefined;
  const slots: Slot[] = [];
  const alike = new Map<string, Map<number, Slot>>();
  for (const { plan, first, last, length } of spans) {
    const { capacity, purpose, terminal_id, gate_id } = plan;
    const kind = `${purpose} ${terminal_id ?? ''} ${gate_id ?? ''}`;
    const others = alike.get(kind) ?? new Map<number, Slot>();
    alike.set(kind, others);
    for (let start = first; start <= last; start += length) {
      const end = start + length;
      if (isClosed(start, end, closed)) continue;
      const other = others.get(start);
      if (other) {
        other.capacity += capacity;
        if (end > other.ends_at.getTime()) other.ends_at = new Date(end);
        continue;
      }
      const [starts_at, ends_at] = [new Date(start), new Date(end)];
      const slot = { starts_at, ends_at, capacity, purpose, terminal_id, gate_id };
      others.set(start, slot);
      slots.push(slot);
    }
  }
  return slots.sort((one, other) => one.starts_at.getTime() - other.starts_at.getTime());
}

/** The slots of a plan on one day that begin in a span: how long each is, and when the first and the last begin. */
interface SlotsOfDay {
  plan: Plan;
  length: number;
  first: number;
  last: number;
}

/** What plans have from `from` until before `until`, in milliseconds. */
function spansOf(plans: Plan[], zone: string, from: number, until: number): SlotsOfDay[] {
  const spans: SlotsOfDay[] = [];
  const begin = DateTime.fromMillis(from, { zone }).setZone('utc', { keepLocalTime: true }).startOf('day');
  for (let day = begin; ; day = day.plus({ days: 1 })) {
    const date = day.toISODate()!;
    const clock = clockOn(date, zone);
    if (clock(0) >= until) return spans;
    for (const plan of plans) {
      if (plan.weekday !== day.weekday || !isValidOn(plan, date)) continue;
      const length = plan.slot_minutes * MINUTE_MS;
      const opens = clock(minuteOf(plan.from));
      const first = opens + Math.max(0, Math.ceil((from - opens) / length)) * length;
      const last = Math.min(clock(minuteOf(plan.until)) - length, until - 1);
      if (first <= last) spans.push({ plan, length, first, last });
    }
  }
}

/** The minute of the day of a time such as `08:30`. */
function minuteOf(timeOfDay: string): number {
  return Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3));
}

/**
 * When a clock of the zone shows a minute of this day, in milliseconds. Between two minutes that are as far apart as
 * they should be it goes evenly; where it does not, the halves are looked at, since asking the zone takes long.
 */
function clockOn(date: string, zone: string): (minute: number) => number {
  const known = new Map<number, number>();
  const asked = (minute: number): number => {
    const at = known.get(minute) ?? instantAt(date, minute, zone).getTime();
    known.set(minute, at);
    return at;
  };
  return (minute) => {
    let [low, high] = [0, 24 * 60];
    while (high - low > 1 && asked(high) - asked(low) !== (high - low) * MINUTE_MS) {
      const middle = (low + high) >> 1;
      if (minute < middle) high = middle;
      else low = middle;
    }
    return high - low > 1 ? asked(low) + (minute - low) * MINUTE_MS : asked(minute);
  };
}

function isValidOn({ valid_from, valid_until }: Plan, date: string): boolean {
  return (!valid_from || valid_from <= date) && (!valid_until || date <= valid_until);
}

/** Whether one of these closures, which are in order and apart from each other, touches a span. */
function isClosed(start: number, end: number, closures: { from: number; until: number }[]): boolean {
  // the first one that is not over when the span begins
  let [low, high] = [0, closures.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (closures[middle]!.until > start) high = middle;
    else low = middle + 1;
  }
  return low < closures.length && closures[low]!.from < end;
}

/** Whether a truck that comes for these purposes may come in a slot for that one. */
export function fits(slot: SlotPurpose, purposes: string[]): boolean {
  return slot === 'any' || (purposes.length > 0 && purposes.every((each) => each === slot));
}
