import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Refused, naming } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import type { Appointment } from '../announcements/appointment.kind';
import { GATE } from '../gate.codes';

/** Says at the gate which trucks come by appointment, and whether they are in time (decision 232). */
@Injectable()
export class SlotAdmissionService {
  constructor(private readonly db: Db) {}

  /** @throws Refused where trucks that nobody announced need an appointment */
  async requireAppointment(): Promise<void> {
    const [organization] = await this.db.query<{ appointments_required: boolean }>(
      sql`SELECT appointments_required FROM organizations WHERE id = ${this.db.actor.organization_id}`,
    );
    if (organization!.appointments_required)
      throw new Refused({
        code: GATE.appointment_needed,
        sentence: 'Trucks come by appointment: name one, or a pre-advice.',
        field: 'appointment_number',
      });
  }

  /**
   * Whether it is too early or too late for the slot of an appointment, with the tolerance of the organization.
   * @throws Refused when it is and the organization refuses such trucks, and when the appointment was cancelled
   */
  async isOffSlot(appointment: Columns<Appointment>, field: string): Promise<boolean> {
    const { number, starts_at, ends_at, missed_at, cancelled_at } = appointment;
    if (cancelled_at)
      throw new Refused({
        code: GATE.appointment_cancelled,
        sentence: `Appointment '${number}' has been cancelled.`,
        field,
        records: naming('appointment', number),
      });
    if (!starts_at || !ends_at || appointment.used_at) return false;
    const [now] = await this.db.query<{ early: boolean; late: boolean; refuses: boolean }>(sql`
      SELECT clock_timestamp() < ${starts_at}::timestamptz - make_interval(mins => appointment_early_minutes) AS early,
        clock_timestamp() > ${ends_at}::timestamptz + make_interval(mins => appointment_late_minutes) AS late,
        off_slot = 'refuse' AS refuses
      FROM organizations WHERE id = ${this.db.actor.organization_id}`);
    const { early, late, refuses } = now!;
    if (!early && !late && !missed_at) return false;
    if (refuses)
      throw new Refused({
        code: GATE.off_slot,
        sentence: `Truck is too ${early ? 'early' : 'late'} for appointment '${number}', which is for ${starts_at.toISOString()} to ${ends_at.toISOString()}.`,
        field,
        records: naming('appointment', number),
      });
    return true;
  }
}
