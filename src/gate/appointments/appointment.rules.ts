import { Invalid, naming, Refused } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import type { KindInput } from '../../common/setup/setup.service';
import type { Appointment } from '../announcements/appointment.kind';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';

/** What an update changes about the slot of an appointment. */
export interface SlotChange {
  /** The start of the slot after the update; null for none. */
  starts_at: string | null;
  /** Whether the slot is decided anew. */
  isPlaced: boolean;
  /** Whether another company may come, whose share of the slot then counts. */
  mayBeGiven: boolean;
  /** Whether it may be used again, because its truck left with nothing that it came for (decision 413). */
  reopens: boolean;
  /** The columns of the former slot that are cleared first. */
  cleared: Partial<Columns<Appointment>>;
}

/** The fields that decide, besides the start, which slot fits. */
const PLACE = ['terminal', 'terminal_id', 'gate', 'gate_id'];
const DECIDE_SLOT = ['purposes', ...PLACE];

/** The fields that may decide which company's share of a slot the appointment uses. */
const DECIDE_COMPANY = ['truck', 'truck_driver', 'trucking_company'].flatMap((name) => [name, `${name}_id`]);

/** The fields of which an appointment has one at least. */
const SAID = ['number', 'expected_at', 'starts_at', 'purposes', ...DECIDE_COMPANY];

/** Throws Invalid for an appointment that says neither who comes, nor when, nor what for (decision 462). */
export function refuseEmpty(input: KindInput): void {
  const isSaid = (value: unknown) => (Array.isArray(value) ? value.length > 0 : (value ?? '') !== '');
  if (!SAID.some((field) => isSaid(input[field])))
    throw new Invalid(
      { purposes: ['is required, or a number, a truck, a driver, a company or a time'] },
      SAYS['invalid.appointment'](),
    );
}

/**
 * Decides what an update changes about the slot of an appointment.
 * @throws Refused when it moves to another slot without a reason
 */
export function slotChangeOf(before: Columns<Appointment>, input: KindInput): SlotChange {
  const earlier = before.starts_at?.toISOString() ?? null;
  const { starts_at = earlier } = input as { starts_at?: string | null };
  const reopens = Boolean(
    before.left_without_at && (earlier ? input.starts_at : (input.starts_at ?? input.expected_at)),
  );
  const moves = starts_at !== earlier || reopens;
  if (moves && earlier && !isText(input.reschedule_reason))
    throw new Refused({
      code: GATE.reschedule_reason_needed,
      sentence: SAYS.reschedule_reason_needed(),
      field: 'reschedule_reason',
    });
  const says = (fields: string[]) => fields.some((field) => input[field] !== undefined);
  // The slot decided the place, so another slot or place chooses it anew.
  const isPlaceless = before.slot_purpose && (moves || says(PLACE));
  return {
    starts_at,
    isPlaced: moves || says(DECIDE_SLOT),
    mayBeGiven: says(DECIDE_COMPANY),
    reopens,
    cleared:
      isOpen(before) || reopens
        ? {
            ...(moves && { ends_at: null, slot_purpose: null, missed_at: null }),
            ...(reopens && { used_at: null, left_without_at: null }),
            ...(isPlaceless && { terminal_id: null, gate_id: null }),
          }
        : {},
  };
}

/** @throws Refused when the appointment is used or cancelled, so that it cannot be cancelled */
export function requireOpen(appointment: Columns<Appointment>): void {
  if (isOpen(appointment)) return;
  const { number, cancelled_at } = appointment;
  const says = SAYS[cancelled_at ? 'appointment_cancelled.already' : 'announcement_used.appointment'];
  throw new Refused({
    code: cancelled_at ? GATE.appointment_cancelled : GATE.announcement_used,
    sentence: says({ appointment: number }),
    records: naming('appointment', number),
  });
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

const isOpen = ({ used_at, cancelled_at }: Columns<Appointment>) => !used_at && !cancelled_at;
