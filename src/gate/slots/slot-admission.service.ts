import { Injectable } from '@nestjs/common';
import sql, { Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { type Query, row } from '../../common/database/query';
import type { SlotTiming } from './slot-admission';

/** Reads at gate-in whether trucks need appointments, and whether a truck is on time for its slot (decision 232). */
@Injectable()
export class SlotAdmissionService {
  constructor(private readonly db: Db) {}

  /** Whether the organization refuses trucks without an announcement. */
  appointmentsRequired(): Query<boolean> {
    return row<{ appointments_required: boolean }>(
      sql`SELECT appointments_required FROM organizations WHERE id = ${this.db.actor.organization_id}`,
    ).map((organization) => organization!.appointments_required);
  }

  /**
   * How a truck that arrives now relates to the slot of its appointment; undefined for an appointment without one.
   * @param appointment_id SQL that selects the id of the appointment
   */
  timing(appointment_id: Sql): Query<SlotTiming | undefined> {
    return row<SlotTiming>(sql`
      SELECT clock_timestamp() < a.starts_at - make_interval(mins => o.appointment_early_minutes) AS early,
        clock_timestamp() > a.ends_at + make_interval(mins => o.appointment_late_minutes) AS late,
        o.off_slot = 'refuse' AS refuses
      FROM appointments a JOIN organizations o ON o.id = a.organization_id
      WHERE a.organization_id = ${this.db.actor.organization_id} AND a.id = (${appointment_id})
        AND a.starts_at IS NOT NULL AND a.ends_at IS NOT NULL`);
  }
}
