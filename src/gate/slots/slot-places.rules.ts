import type { Code } from '../../common/errors/codes';
import { Refused } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import type { Appointment } from '../announcements/appointment.kind';
import type { Sentence } from '../../common/languages/sentence';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import type { AppointmentSlot } from './slot.view';
import { fits, type Plan, type Slot, slotKey, type Taken } from './slots';

/** How many next free slots a refusal names. */
const MOST_NEXT = 5;
/** How many days ahead a refusal looks for the next free slot. */
export const AHEAD_DAYS = 14;

/** An appointment that books a slot. */
export interface Wanting {
  id: number;
  starts_at: Date;
  terminal_id: number | null;
  gate_id: number | null;
  company: number | null;
  company_name: string | null;
  share_percent: number | null;
  purposes: string[];
}

/** The slots that begin when an appointment wants to, with the bookings of all others. They are locked. */
export interface LoadedSlots {
  wanting: Wanting;
  /** Those that suit the appointment. */
  begins: Slot[];
  taken: Map<string, Taken>;
  now: Date;
}

/** The slot in which an appointment is booked. Its capacity comes from the plans. */
export type OwnSlot = Omit<Slot, 'capacity' | 'closed'>;

/** Why an appointment gets no slot: the code, and the sentence, which may end with the next free slot. */
export interface NoSlot {
  code: Code;
  says: (next: { next: Sentence }) => Sentence;
}

type Place = Pick<Plan, 'terminal_id' | 'gate_id'>;

/**
 * Decides which slot an appointment gets (decisions 230 and 231).
 * @param before the appointment before an update
 * @throws Refused when several slots fit
 */
export function slotFor(loaded: LoadedSlots, before?: Columns<Appointment>): OwnSlot | NoSlot {
  const { wanting, begins, taken, now } = loaded;
  const { starts_at } = wanting;
  const open = begins.filter(({ closed }) => !closed);
  if (!open.length && begins.length) return gateClosed(begins[0]!);
  const slot = choose(open, wanting, before);
  if (!slot) return { code: GATE.slot_unknown, says: (next) => SAYS.slot_unknown({ starts_at, ...next }) };
  if (slot.ends_at <= now)
    return { code: GATE.slot_over, says: (next) => SAYS.slot_over({ starts_at, ...next }) };
  const full = (each: Slot) => fullFor(each, taken.get(slotKey(each)), wanting);
  // When the slot for exactly its purpose is full, the appointment gets the slot for any purpose at the same place.
  return [slot, ...open.filter((each) => isAt(slot, each))].find((each) => !full(each)) ?? full(slot)!;
}

/**
 * Why the slot that an appointment keeps has no share left for its company; undefined when it has, and when the plan of
 * the slot is gone.
 */
export function shareUsedIn(own: OwnSlot, { wanting, begins, taken }: LoadedSlots): NoSlot | undefined {
  const slot = begins.find((each) => slotKey(each) === slotKey(own));
  return slot && !slot.closed ? shareUsed(slot, taken.get(slotKey(slot)), wanting) : undefined;
}

/** The slot that the appointment has, if that begins when it wants to and suits it; it keeps that one. */
export function keptSlot(wanting: Wanting, before?: Columns<Appointment>): OwnSlot | undefined {
  const own = before && slotOf(before);
  return own?.starts_at.getTime() === wanting.starts_at.getTime() && suits(wanting)(own) ? own : undefined;
}

/** The first of these slots that are free for an appointment; at most `MOST_NEXT`. */
export function nextFree(slots: Slot[], taken: Map<string, Taken>, wanting: Wanting): Slot[] {
  return slots
    .filter((slot) => !slot.closed && !fullFor(slot, taken.get(slotKey(slot)), wanting))
    .slice(0, MOST_NEXT);
}

/**
 * The refusal of an appointment without a slot, which names the next free ones.
 * @param next undefined where there were too many slots to look for them
 */
export function refusalOfSlot({ code, says }: NoSlot, next: AppointmentSlot[] | undefined): Refused {
  const beside = { next_slots: next ?? [] };
  return new Refused({ code, sentence: says({ next: saidOf(next) }), field: 'starts_at', beside });
}

function saidOf(next: AppointmentSlot[] | undefined): Sentence {
  if (!next) return SAYS['next_slot.unknown']();
  return next.length
    ? SAYS['next_slot.free']({ next_starts_at: next[0]!.starts_at })
    : SAYS['next_slot.none']({ days: AHEAD_DAYS });
}

/** The refusal of a slot in a closure (decision 411). */
function gateClosed({ closed }: Slot): NoSlot {
  const reason = closed?.reason?.trim().replace(/\.$/, '');
  const says = () => (reason ? SAYS['slot_closed.reason']({ reason }) : SAYS.slot_closed());
  return { code: GATE.slot_closed, says };
}

/** A filter for slots that fit the purposes of an appointment and the place that it names. */
export function suits({
  purposes,
  terminal_id,
  gate_id,
}: Wanting): (slots: Place & Pick<Plan, 'purpose'>) => boolean {
  return (slots) =>
    fits(slots.purpose, purposes) &&
    (!terminal_id || slots.terminal_id === terminal_id) &&
    (!gate_id || slots.gate_id === gate_id);
}

export function slotOf(appointment: Columns<Appointment>): OwnSlot | undefined {
  const { starts_at, ends_at, slot_purpose: purpose, terminal_id, gate_id } = appointment;
  return starts_at && ends_at && purpose ? { starts_at, ends_at, purpose, terminal_id, gate_id } : undefined;
}

/**
 * Chooses among the slots that fit: first at the place that the appointment had, then at exactly the place that it names
 * (which may be none), then at any place. A slot for exactly its purpose goes before one for any purpose (decision 230).
 * @throws Refused when several remain
 */
function choose(fitting: Slot[], wanting: Wanting, before?: Columns<Appointment>): Slot | undefined {
  const at = (place: Place) => fitting.filter((slot) => isAt(place, slot));
  const own = before?.slot_purpose ? at(before) : [];
  const meant = own.length ? own : at(wanting);
  const all = meant.length ? meant : fitting;
  const exact = all.filter(({ purpose }) => (purpose === 'any') === (wanting.purposes.length !== 1));
  const [slot, another] = exact.length ? exact : all;
  if (another)
    throw new Refused({
      code: GATE.slot_ambiguous,
      sentence: SAYS.slot_ambiguous({ starts_at: wanting.starts_at }),
      field: 'starts_at',
    });
  return slot;
}

function isAt(place: Place, { terminal_id, gate_id }: Place): boolean {
  return terminal_id === place.terminal_id && gate_id === place.gate_id;
}

const NONE: Taken = { booked: 0, of_company: 0 };

function fullFor(slot: Slot, taken = NONE, wanting: Wanting): NoSlot | undefined {
  if (taken.booked >= slot.capacity)
    return {
      code: GATE.slot_full,
      says: (next) => SAYS.slot_full({ starts_at: slot.starts_at, ...next }),
    };
  return shareUsed(slot, taken, wanting);
}

function shareUsed(
  { capacity, starts_at }: Slot,
  taken = NONE,
  { company_name, share_percent }: Wanting,
): NoSlot | undefined {
  if (!company_name || !share_percent) return undefined;
  // The share rounds down, but every company may book at least one place.
  const share = Math.max(1, Math.floor((capacity * share_percent) / 100));
  if (taken.of_company < share) return undefined;
  const told = { starts_at, trucking_company: company_name, share };
  return { code: GATE.slot_share_used, says: (next) => SAYS.slot_share_used({ ...told, ...next }) };
}
