import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Background } from '../../common/database/write/background';
import { BATCH, noticing } from '../../common/database/write/noticing';
import { Db } from '../../common/database/db';
import { record } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { BookingRelease } from './booking-release.kind';

/** SQL: whether the time of the release `r` is over. */
const IS_OVER = raw(`r.status = 'open' AND r.valid_until <= now()`);

/** Marks releases as expired once their time is over. What trucks inside fetch by one keeps its place. */
@Injectable()
export class ExpiredReleasesService {
  /** Marks the expired releases of every organization. */
  readonly noticeAll: () => Promise<void>;

  constructor(
    background: Background,
    private readonly db: Db,
  ) {
    this.noticeAll = noticing(background, {
      what: 'Noticing expired releases',
      operation: 'a release is over',
      found: sql`SELECT FROM booking_releases r WHERE r.organization_id = o.id AND ${IS_OVER}`,
      notice: (organization_id) => this.notice(organization_id),
    });
  }

  private async notice(organization_id: number): Promise<number> {
    const expired = await this.db.query<{ id: number; is_used: boolean }>(sql`
      UPDATE booking_releases e SET status = 'expired', updated_at = now()
      WHERE e.organization_id = ${organization_id} AND e.id = ANY(ARRAY(
        SELECT r.id FROM booking_releases r
        WHERE r.organization_id = ${organization_id} AND ${IS_OVER}
        ORDER BY r.id LIMIT ${BATCH} FOR UPDATE OF r SKIP LOCKED))
      RETURNING e.id, e.quantity <= (
        SELECT n.released FROM booking_release_counts(e.organization_id, e.booking_id) n
        WHERE n.release_id = e.id) AS is_used`);
    const { Show } = kindClasses(kindOf(BookingRelease));
    // one whose every container left is used, and stays so
    const ids = expired.flatMap(({ id, is_used }) => (is_used ? [] : id));
    await record(this.db, 'booking_release.expired', Show, ids);
    return expired.length;
  }
}
