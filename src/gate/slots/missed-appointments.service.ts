import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Background } from '../../common/database/write/background';
import { BATCH, noticing } from '../../common/database/write/noticing';
import { Db } from '../../common/database/db';
import { record } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { Appointment } from '../announcements/appointment.kind';
import { isBooked } from '../announcements/appointment-status';

/** SQL: whether the appointment `a` is missed, given the late tolerance of its organization `o`. */
const IS_MISSED = raw(
  `a.ends_at < now() - make_interval(mins => o.appointment_late_minutes) AND ${isBooked('a')}`,
);

/** Marks appointments as missed once the late tolerance of their slot is over (decision 233). */
@Injectable()
export class MissedAppointmentsService {
  /** Marks the missed appointments of every organization. */
  readonly noticeAll: () => Promise<void>;

  constructor(
    background: Background,
    private readonly db: Db,
  ) {
    this.noticeAll = noticing(background, {
      what: 'Noticing missed appointments',
      operation: 'an appointment is missed',
      found: sql`SELECT FROM appointments a WHERE a.organization_id = o.id AND ${IS_MISSED}`,
      notice: (organization_id) => this.notice(organization_id),
    });
  }

  private async notice(organization_id: number): Promise<number> {
    const missed = await this.db.query<{ id: number }>(sql`
      UPDATE appointments m SET missed_at = now(), updated_at = now()
      WHERE m.organization_id = ${organization_id} AND m.id = ANY(ARRAY(
        SELECT a.id FROM appointments a
        JOIN organizations o ON o.id = a.organization_id
        WHERE a.organization_id = ${organization_id} AND ${IS_MISSED}
        ORDER BY a.id LIMIT ${BATCH} FOR UPDATE OF a SKIP LOCKED))
      RETURNING m.id`);
    const { Show } = kindClasses(kindOf(Appointment));
    const ids = missed.map(({ id }) => id);
    await record(this.db, 'appointment.missed', Show, ids);
    return missed.length;
  }
}
