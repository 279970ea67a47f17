import { naming, Refused } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import type { Appointment } from '../announcements/appointment.kind';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';

/** How a truck that arrives now relates to the slot of its appointment, after the tolerance of the organization. */
export interface SlotTiming {
  early: boolean;
  late: boolean;
  /** Whether the organization refuses early and late trucks. */
  refuses: boolean;
}

/**
 * Whether a truck is too early or too late for the slot of its appointment (decision 232).
 * @throws Refused when the organization refuses such trucks, or the appointment was cancelled
 */
export function offSlot(
  appointment: Columns<Appointment>,
  timing: SlotTiming | undefined,
  field: string,
): boolean {
  const { number, starts_at, ends_at, missed_at, cancelled_at } = appointment;
  if (cancelled_at)
    throw new Refused({
      code: GATE.appointment_cancelled,
      sentence: SAYS.appointment_cancelled({ appointment: number }),
      field,
      records: naming('appointment', number),
    });
  if (!starts_at || !ends_at || !timing || appointment.used_at) return false;
  const { early, late, refuses } = timing;
  if (!early && !late && !missed_at) return false;
  if (refuses)
    throw new Refused({
      code: GATE.off_slot,
      sentence: SAYS[early ? 'off_slot.early' : 'off_slot.late']({ appointment: number, starts_at, ends_at }),
      field,
      records: naming('appointment', number),
    });
  return true;
}
