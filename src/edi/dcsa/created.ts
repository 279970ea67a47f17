import sql, { raw, Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import type { DcsaEventQuery } from './dcsa-event.dto';
import type { Span } from './walks';

/** The comparison that each parameter asks for. */
const COMPARED = {
  eventCreatedDateTime: '=',
  'eventCreatedDateTime:eq': '=',
  'eventCreatedDateTime:gte': '>=',
  'eventCreatedDateTime:gt': '>',
  'eventCreatedDateTime:lte': '<=',
  'eventCreatedDateTime:lt': '<',
} as const;

/**
 * How far the times of writing may be out of order in the feed, in milliseconds: far more than any transaction takes
 * from writing its event to its commit.
 */
const SLACK_MS = 60 * 60 * 1000;

/** SQL conditions on the time at which an event `e` was written. */
export function createdConditions(query: DcsaEventQuery): Sql[] {
  return comparisons(query).map(([comparison, time]) => sql`e.recorded_at ${raw(comparison)} ${time}`);
}

/** Narrows a span to where events of these times can be, since no index has their time. */
export async function spanOf(db: Db, query: DcsaEventQuery, from: number): Promise<Span> {
  const ms = (sign: string) =>
    comparisons(query).flatMap(([comparison, time]) =>
      comparison === '=' || comparison.startsWith(sign) ? [Date.parse(time)] : [],
    );
  const [later, earlier] = [ms('>'), ms('<')];
  const first = later.length ? await lastBefore(db, Math.max(...later) - SLACK_MS) : 0;
  const until = earlier.length ? await lastBefore(db, Math.min(...earlier) + SLACK_MS) : undefined;
  return { from: Math.max(from, first), until };
}

function comparisons(query: DcsaEventQuery): [comparison: string, time: string][] {
  return Object.entries(COMPARED).flatMap(([name, comparison]): [string, string][] => {
    const time = query[name as keyof typeof COMPARED];
    return time ? [[comparison, time]] : [];
  });
}

/**
 * A place up to which events were written before a time, but for the slack, and behind which they were not: by halving
 * the feed some twenty times.
 */
async function lastBefore(db: Db, ms: number): Promise<number> {
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
        ) < ${new Date(ms)}, false) AS is_before
        FROM (SELECT (h.low + h.high) / 2 AS middle) m
      ) s
      WHERE h.high - h.low > 1
    ) SELECT h.low AS place FROM halves h ORDER BY h.high - h.low LIMIT 1`);
  return found?.place ?? 0;
}
