import sql from 'sql-template-tag';
import type { Db } from '../common/database/db';

/**
 * A place up to which events of the actor's organization were written before a time, and behind which they were not: by
 * halving the feed some twenty times. Events that were written at once may have another order in the feed than by their
 * times.
 */
export async function lastBefore(db: Db, time: Date): Promise<number> {
  const { organization_id } = db.actor;
  const [found] = await db.query<{ place: number }>(sql`
    WITH RECURSIVE halves(low, high) AS (
      SELECT f.pruned_id, f.last_id + 1 FROM event_feeds f WHERE f.organization_id = ${organization_id}
      UNION ALL
      SELECT CASE WHEN s.is_before THEN s.middle ELSE h.low END, CASE WHEN s.is_before THEN h.high ELSE s.middle END
      FROM halves h CROSS JOIN LATERAL (
        SELECT m.middle, coalesce((
          SELECT e.recorded_at FROM events e
          WHERE e.organization_id = ${organization_id} AND e.id >= m.middle ORDER BY e.id LIMIT 1
        ) < ${time}, false) AS is_before
        FROM (SELECT (h.low + h.high) / 2 AS middle) m
      ) s
      WHERE h.high - h.low > 1
    ) SELECT h.low AS place FROM halves h ORDER BY h.high - h.low LIMIT 1`);
  return found?.place ?? 0;
}
