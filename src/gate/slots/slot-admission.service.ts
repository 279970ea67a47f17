import { Injectable } from '@nestjs/common';
import sql, { Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { type Query, row } from '../../common/database/sql/query';
import type { OfTerminal } from '../visitors/other-terminal.rules';
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
   * The terminal of an appointment: its own, or that of its gate.
   * @param appointment_id SQL that selects the id of the appointment
   */
  terminal(appointment_id: Sql): Query<OfTerminal | undefined> {
    return row<OfTerminal>(sql`
      SELECT t.id AS terminal_id, t.name AS terminal FROM appointments a
      LEFT JOIN gates g ON g.organization_id = a.organization_id AND g.id = a.gate_id
      LEFT JOIN terminals t ON t.organization_id = a.organization_id
        AND t.id = coalesce(a.terminal_id, g.terminal_id)
      WHERE a.organization_id = ${this.db.actor.organization_id} AND a.id = (${appointment_id})`);
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
