import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Background } from '../../common/database/background';
import { isBooked } from './appointment-status';

/** How often is looked for appointments that were missed, in milliseconds. */
const EVERY_MS = 15_000;
/** How many are marked at a time. */
const BATCH = 500;

/**
 * Notices that a truck did not come until the late tolerance of its slot was over (decision 233). Several processes
 * look; each appointment is marked once, by whoever locks it.
 */
@Injectable()
export class MissedAppointmentsService {
  constructor(private readonly background: Background) {
    background.repeat('Noticing missed appointments', EVERY_MS, () => this.notice());
  }

  /** Marks those that are missed by now. */
  async notice(): Promise<void> {
    for (let marked = BATCH; marked === BATCH;) marked = await this.mark();
  }

  private async mark(): Promise<number> {
    const rows = await this.background.query(sql`
      UPDATE appointments m SET missed_at = now(), updated_at = now()
      FROM (
        SELECT a.organization_id, a.id FROM organizations o
        JOIN appointments a ON a.organization_id = o.id
          AND a.ends_at < now() - make_interval(mins => o.appointment_late_minutes) AND ${raw(isBooked('a'))}
        LIMIT ${BATCH} FOR UPDATE OF a SKIP LOCKED
      ) late
      WHERE m.organization_id = late.organization_id AND m.id = late.id
      RETURNING m.id`);
    return rows.length;
  }
}
