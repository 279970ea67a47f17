import { DateTime } from 'luxon';
import { instantAt } from '../../common/input/times';
import type { SlotPurpose } from '../announcements/slot-purpose';

const MINUTE_MS = 60_000;

/** The columns of an appointment plan that slots are generated from. */
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

/** A span in which the gate is closed. */
export interface Closure {
  from: Date;
  until: Date;
  reason: string | null;
}

/** A span in which trucks may come, its capacity in trucks, its place and its purpose. */
export interface Slot {
  starts_at: Date;
  ends_at: Date;
  capacity: number;
  purpose: SlotPurpose;
  terminal_id: number | null;
  gate_id: number | null;
  /** Why it is closed: it overlaps a closure, and its capacity is 0; null for a slot that is open. */
  closed: { reason: string | null } | null;
}

/** How many trucks are booked for a slot, and how many of them belong to one company. */
export interface Taken {
  booked: number;
  of_company: number;
}

/** Identifies a slot by start, purpose and place. */
export const slotKey = ({
  starts_at,
  purpose,
  terminal_id,
  gate_id,
}: Omit<Slot, 'ends_at' | 'capacity' | 'closed'>): string =>
  [starts_at.getTime(), purpose, terminal_id ?? '', gate_id ?? ''].join(' ');

/** The most slots that one call generates, before those of one time, place and purpose are merged. */
const MOST_MADE = 50_000;

/**
 * The slots of plans that begin in [`from`, `until`), by start; undefined when there are more than `MOST_MADE`. The
 * plans follow the clock of an IANA zone, so a day with a clock change has 23 or 25 hours of slots. The capacities of
 * plans for the same time, place and purpose add up, and a slot that overlaps a closure is closed, unless
 * one that begins with it and ends sooner is open (decisions 229 and 411).
 * @param closures sorted by their beginning
 */
export function slotsOf(
  plans: Plan[],
  closures: Closure[],
  zone: string,
  from: Date,
  until: Date,
): Slot[] | undefined {
  const spansClosed = closedSpans(closures);
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
      const closed = closureOf(start, end, spansClosed);
      const other = others.get(start);
      if (!other) {
        const [starts_at, ends_at] = [new Date(start), new Date(end)];
        const own = closed ? 0 : capacity;
        const slot = { starts_at, ends_at, capacity: own, purpose, terminal_id, gate_id, closed };
        others.set(start, slot);
        slots.push(slot);
      } else if (other.closed && !closed) Object.assign(other, { ends_at: new Date(end), capacity, closed });
      else if (Boolean(closed) === Boolean(other.closed)) {
        if (!closed) other.capacity += capacity;
        if (end > other.ends_at.getTime()) other.ends_at = new Date(end);
      }
    }
  }
  return slots.sort((one, other) => one.starts_at.getTime() - other.starts_at.getTime());
}

/** The slots of one plan on one day that begin in a span. Times and length are in milliseconds. */
interface SlotsOfDay {
  plan: Plan;
  length: number;
  first: number;
  last: number;
}

/** The slots of every plan and day that begin in [`from`, `until`), in milliseconds. */
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
 * Converts a minute of this day, as a clock of the zone shows it, to an instant in milliseconds. A binary search
 * narrows the day to a stretch without a clock change, and interpolates in it, because time zone lookups are slow.
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

/** A closed span without others in it, in milliseconds. */
interface ClosedSpan {
  from: number;
  until: number;
  closed: { reason: string | null };
}

/** The disjoint spans of closures, sorted; what several close has the reason of the one that begins first. */
function closedSpans(closures: Closure[]): ClosedSpan[] {
  let end = -Infinity;
  return closures.flatMap(({ from, until, reason }) => {
    const span = { from: Math.max(from.getTime(), end), until: until.getTime(), closed: { reason } };
    if (span.from >= span.until) return [];
    end = span.until;
    return [span];
  });
}

/** Why a span is closed by one of these spans, which are sorted and disjoint; null when it is open. */
function closureOf(start: number, end: number, spans: ClosedSpan[]): Slot['closed'] {
  // Binary search for the first closed span that ends after this one begins.
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.until > start) high = middle;
    else low = middle + 1;
  }
  const found = spans[low];
  return found && found.from < end ? found.closed : null;
}

/** Whether a slot for one purpose admits a truck with these purposes. */
export function fits(slot: SlotPurpose, purposes: string[]): boolean {
  return slot === 'any' || (purposes.length > 0 && purposes.every((each) => each === slot));
}
