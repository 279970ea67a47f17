import { lastBefore } from '../../events/last-before';
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
  const first = later.length ? await lastBefore(db, new Date(Math.max(...later) - SLACK_MS)) : 0;
  const until = earlier.length ? await lastBefore(db, new Date(Math.min(...earlier) + SLACK_MS)) : undefined;
  return { from: Math.max(from, first), until };
}

function comparisons(query: DcsaEventQuery): [comparison: string, time: string][] {
  return Object.entries(COMPARED).flatMap(([name, comparison]): [string, string][] => {
    const time = query[name as keyof typeof COMPARED];
    return time ? [[comparison, time]] : [];
  });
}
