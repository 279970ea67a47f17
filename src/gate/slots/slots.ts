import { DateTime } from 'luxon';
import { instantAt } from '../../common/input/times';
import type { SlotPurpose } from './slot-purpose';

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

/**
 * The slots that plans make, by the clock of an IANA zone, in order of their beginnings: those that begin from `from`
 * until before `until`. Where the clock changes, a day has 23 or 25 hours of them. Plans for one time, place and purpose
 * add up; a slot that a closure touches is none (decision 229).
 */
export function slotsOf(plans: Plan[], closures: Closure[], zone: string, from: Date, until: Date): Slot[] {
  const slots = new Map<string, Slot>();
  const last = until.getTime();
  for (
    let day = DateTime.fromJSDate(from, { zone }).startOf('day');
    day.toMillis() < last;
    day = day.plus({ days: 1 })
  ) {
    const date = day.toISODate()!;
    for (const plan of plans) {
      if (plan.weekday !== day.weekday || !isValidOn(plan, date)) continue;
      for (const slot of slotsOn(date, plan, zone)) {
        if (slot.starts_at < from || slot.starts_at >= until || isClosed(slot, closures)) continue;
        const other = slots.get(slotKey(slot));
        if (!other) slots.set(slotKey(slot), slot);
        else {
          other.capacity += slot.capacity;
          if (slot.ends_at > other.ends_at) other.ends_at = slot.ends_at;
        }
      }
    }
  }
  return [...slots.values()].sort((one, other) => one.starts_at.getTime() - other.starts_at.getTime());
}

/** The slots of a plan on one day. */
function slotsOn(date: string, plan: Plan, zone: string): Slot[] {
  const { capacity, purpose, terminal_id, gate_id } = plan;
  const length = plan.slot_minutes * 60_000;
  const end = instantAt(date, plan.until, zone).getTime();
  const slots: Slot[] = [];
  for (let start = instantAt(date, plan.from, zone).getTime(); start + length <= end; start += length)
    slots.push({
      starts_at: new Date(start),
      ends_at: new Date(start + length),
      capacity,
      purpose,
      terminal_id,
      gate_id,
    });
  return slots;
}

function isValidOn({ valid_from, valid_until }: Plan, date: string): boolean {
  return (!valid_from || valid_from <= date) && (!valid_until || date <= valid_until);
}

function isClosed({ starts_at, ends_at }: Slot, closures: Closure[]): boolean {
  return closures.some(({ from, until }) => from < ends_at && until > starts_at);
}

/** Whether a truck that comes for these purposes may come in a slot for that one. */
export function fits(slot: SlotPurpose, purposes: string[]): boolean {
  return slot === 'any' || (purposes.length > 0 && purposes.every((each) => each === slot));
}
