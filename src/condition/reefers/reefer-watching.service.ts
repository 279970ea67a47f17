import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Background } from '../../common/database/write/background';
import { BATCH, noticing } from '../../common/database/write/noticing';
import { record } from '../../common/recording/record';
import { type ReeferCause, ReeferAlerts } from './reefer-alerts.service';
import { ReeferWatchShow } from './reefer.view';
import { deviationOf } from './reefers.sql';

/** SQL: since when the stay `s` with the watch `w` was not read. */
const READ_LAST = raw('greatest(w.read_at, s.in_at)');

/** SQL: whether that is too long. */
const IS_UNREAD = sql`coalesce(${READ_LAST} < now() - make_interval(hours => o.reefer_unread_hours), false)`;

/** SQL: since when the stay `s` is off power, from its arrival on; null while it is on power. */
const OFF_POWER =
  raw(`(SELECT CASE WHEN p.plug_action = 'plug_in' THEN NULL ELSE greatest(p.plug_action_at, s.in_at) END
  FROM (SELECT 1) once LEFT JOIN LATERAL (
    SELECT m.plug_action, m.plug_action_at FROM reefer_plug_movements m
    WHERE m.organization_id = s.organization_id AND m.container_id = s.container_id AND m.stay_id = s.id
    ORDER BY m.plug_action_at DESC, m.id DESC LIMIT 1) p ON true)`);

/** SQL: whether that is too long. */
const IS_UNPLUGGED = sql`o.reefer_unplugged_minutes IS NOT NULL
  AND coalesce(${OFF_POWER} < now() - make_interval(mins => o.reefer_unplugged_minutes), false)`;

/** SQL: whether something is to be noticed of the stay `s` with the watch `w` of the organization `o`. */
const IS_NOTICED = sql`s.status = 'here' AND s.operating_reefer AND (
  coalesce(w.is_new, false)
  OR ${IS_UNREAD} <> (w.unread_since IS NOT NULL)
  OR (${IS_UNPLUGGED}) <> (w.unplugged_since IS NOT NULL)
  OR (o.reefer_tolerance_degrees IS NULL AND w.deviating_since IS NOT NULL))`;

const DEVIATION = raw(deviationOf('r', 's'));

/** SQL: the readings `r` of the stay `s` that say by how much it deviates. */
const READINGS = sql`reefer_readings r
  WHERE r.organization_id = s.organization_id AND r.container_id = s.container_id AND r.stay_id = s.id
    AND r.at <= w.read_at AND r.at >= s.in_at AND ${DEVIATION} IS NOT NULL`;

/** What became of a reefer. */
interface Noticed {
  id: number;
  stay_id: number;
  deviating: boolean;
  back: boolean;
  unread: boolean;
  unplugged: boolean;
}

/** What is told of reefers, by events and by mail. */
const CAUSES = ['deviating', 'unread', 'unplugged'] as const satisfies ReeferCause[];

/**
 * Notices reefers that deviate from their set point, are back, were not read, or are off power, and tells each once in a spell
 * (decisions 963 to 965).
 */
@Injectable()
export class ReeferWatching {
  /** Notices all that there is, of every organization. */
  readonly noticeAll: () => Promise<void>;

  constructor(
    background: Background,
    private readonly db: Db,
    private readonly alerts: ReeferAlerts,
  ) {
    this.noticeAll = noticing(background, {
      what: 'Noticing reefers',
      operation: 'a reefer is watched',
      found: sql`SELECT FROM container_stays s
        LEFT JOIN reefer_watches w ON w.organization_id = s.organization_id AND w.stay_id = s.id
        WHERE s.organization_id = o.id AND ${IS_NOTICED}`,
      notice: (organization_id) => this.notice(organization_id),
    });
  }

  private async notice(organization_id: number): Promise<number> {
    await this.beginWatches(organization_id);
    const stays = await this.lock(organization_id);
    const noticed = await this.update(organization_id, stays);
    const of = (what: ReeferCause | 'back') => noticed.filter((each) => each[what]);
    const ids = (what: ReeferCause | 'back') => of(what).map(({ id }) => id);
    await record(this.db, 'reefer.back', ReeferWatchShow, ids('back'));
    for (const cause of CAUSES) {
      await record(this.db, `reefer.${cause}`, ReeferWatchShow, ids(cause));
      await this.alerts.tell(
        cause,
        of(cause).map(({ stay_id }) => stay_id),
      );
    }
    return stays.length;
  }

  /** Reefers that nobody has read have no watch yet. */
  private async beginWatches(organization_id: number): Promise<void> {
    await this.db.query(sql`
      INSERT INTO reefer_watches (organization_id, stay_id)
      SELECT ${organization_id}, s.id FROM container_stays s
      JOIN organizations o ON o.id = s.organization_id
      LEFT JOIN reefer_watches w ON w.organization_id = ${organization_id} AND w.stay_id = s.id
      WHERE s.organization_id = ${organization_id} AND w.id IS NULL AND ${IS_NOTICED}
      ORDER BY s.id LIMIT ${BATCH}
      ON CONFLICT (organization_id, stay_id) DO NOTHING`);
  }

  /** Locks watches of which something is to be noticed; whoever writes a reading waits. Returns their stays. */
  private async lock(organization_id: number): Promise<number[]> {
    const locked = await this.db.query<{ stay_id: number }>(sql`
      SELECT w.stay_id FROM reefer_watches w
      JOIN container_stays s ON s.organization_id = ${organization_id} AND s.id = w.stay_id
      JOIN organizations o ON o.id = w.organization_id
      WHERE w.organization_id = ${organization_id} AND ${IS_NOTICED}
      ORDER BY w.stay_id LIMIT ${BATCH} FOR UPDATE OF w SKIP LOCKED`);
    return locked.map(({ stay_id }) => stay_id);
  }

  /**
   * A spell of deviating begins with at least two readings behind the last one within the tolerance, with the minutes between
   * the first and the last of them; it ends with a reading within the tolerance that no later one follows.
   */
  private update(organization_id: number, stays: number[]): Promise<Noticed[]> {
    return this.db.query<Noticed>(sql`
      WITH now_is AS (
        SELECT w.id, w.stay_id, w.deviating_since AS deviating_was, w.unread_since AS unread_was,
          w.unplugged_since AS unplugged_was, o.reefer_tolerance_degrees IS NOT NULL AS is_judged,
          CASE
            WHEN o.reefer_tolerance_degrees IS NULL THEN NULL
            WHEN NOT w.is_new THEN w.deviating_since
            WHEN beyond.many = 0 THEN NULL
            WHEN w.deviating_since IS NOT NULL THEN w.deviating_since
            WHEN beyond.many >= 2 AND beyond.last - beyond.first >= make_interval(mins => o.reefer_tolerance_minutes)
              THEN beyond.first
          END AS deviating_since,
          CASE WHEN ${IS_UNREAD} THEN coalesce(w.unread_since, ${READ_LAST}) END AS unread_since,
          CASE WHEN ${IS_UNPLUGGED} THEN coalesce(w.unplugged_since, ${OFF_POWER}) END AS unplugged_since
        FROM reefer_watches w
        JOIN container_stays s ON s.organization_id = ${organization_id} AND s.id = w.stay_id
        JOIN organizations o ON o.id = w.organization_id
        LEFT JOIN LATERAL (
          SELECT r.at FROM ${READINGS} AND abs(${DEVIATION}) <= o.reefer_tolerance_degrees::numeric
          ORDER BY r.at DESC LIMIT 1) within ON true
        LEFT JOIN LATERAL (
          SELECT count(*) AS many, min(r.at) AS first, max(r.at) AS last
          FROM ${READINGS} AND r.at > coalesce(within.at, '-infinity')) beyond ON true
        WHERE w.organization_id = ${organization_id} AND w.stay_id = ANY(${stays}::bigint[])
      )
      UPDATE reefer_watches w SET is_new = false, deviating_since = n.deviating_since, unread_since = n.unread_since,
        unplugged_since = n.unplugged_since, updated_at = now()
      FROM now_is n
      WHERE w.organization_id = ${organization_id} AND w.id = n.id
      RETURNING w.id, w.stay_id, n.deviating_was IS NULL AND w.deviating_since IS NOT NULL AS deviating,
        n.is_judged AND n.deviating_was IS NOT NULL AND w.deviating_since IS NULL AS back,
        n.unread_was IS NULL AND w.unread_since IS NOT NULL AS unread,
        n.unplugged_was IS NULL AND w.unplugged_since IS NOT NULL AS unplugged`);
  }
}
