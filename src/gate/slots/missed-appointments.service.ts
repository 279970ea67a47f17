import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Background } from '../../common/database/background';
import { Db } from '../../common/database/db';
import { record } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { Appointment } from '../announcements/appointment.kind';
import { isBooked } from '../announcements/appointment-status';

/** The interval of the search for missed appointments, in milliseconds. */
const EVERY_MS = 15_000;

/** How many appointments one transaction marks. */
const BATCH = 500;

/** SQL: whether the appointment `a` is missed, given the late tolerance of its organization in minutes. */
const isMissed = (minutes: string) =>
  raw(`a.ends_at < now() - make_interval(mins => ${minutes}) AND ${isBooked('a')}`);

/**
 * Marks appointments as missed once the late tolerance of their slot is over (decision 233). Several processes may run
 * it: row locks make sure that each appointment is marked once.
 */
@Injectable()
export class MissedAppointmentsService {
  constructor(
    private readonly background: Background,
    private readonly db: Db,
  ) {
    background.repeat('Noticing missed appointments', EVERY_MS, () => this.noticeAll());
  }

  /** Marks the missed appointments of every organization. */
  async noticeAll(): Promise<void> {
    const find = () =>
      this.background.query<{ organization_id: number }>(sql`
      SELECT o.id AS organization_id FROM organizations o WHERE EXISTS (
        SELECT FROM appointments a WHERE a.organization_id = o.id AND ${isMissed('o.appointment_late_minutes')})`);
    await this.background.inTurns(
      'Noticing missed appointments',
      find,
      async ({ organization_id }) => (await this.notice(organization_id)) === BATCH,
    );
  }

  /** Marks one batch and returns its size. Skips appointments that another process has locked. */
  private async notice(organization_id: number): Promise<number> {
    return this.background.inOrganization(organization_id, 'an appointment is missed', async () => {
      const missed = await this.db.query<{ id: number }>(sql`
        UPDATE appointments m SET missed_at = now(), updated_at = now()
        WHERE m.organization_id = ${organization_id} AND m.id = ANY(ARRAY(
          SELECT a.id FROM appointments a
          JOIN organizations o ON o.id = a.organization_id
          WHERE a.organization_id = ${organization_id} AND ${isMissed('o.appointment_late_minutes')}
          ORDER BY a.id LIMIT ${BATCH} FOR UPDATE OF a SKIP LOCKED))
        RETURNING m.id`);
      const { Show } = kindClasses(kindOf(Appointment));
      await record(
        this.db,
        'appointment.missed',
        Show,
        missed.map(({ id }) => id),
      );
      return missed.length;
    });
  }
}
