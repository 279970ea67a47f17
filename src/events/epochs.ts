import sql, { Sql } from 'sql-template-tag';
import { PUBLISHED } from './publishing/channels';

/**
 * A failover or a restore may take events back that readers have. Then an epoch begins: ids go on at the time in
 * milliseconds, beyond every id that was ever given, since no organization has a thousand events a second. So an id alone
 * tells of which epoch it is, and those between two epochs name events that are lost (decisions 640 to 643).
 */

/** How far ids move at least, for a server whose clock is slow. */
const LEAST = 1_000_000;

/** A feed in which an epoch began. */
export interface Resumed {
  id: number;
  organization_id: number;
  /** The last id of the epoch before; 0 where there was none. */
  kept_id: number;
  /** The id behind which those of this epoch are. */
  start_id: number;
}

/**
 * SQL: whether the feed `f` was numbered by another history of the database, or by an instance of the version before, which did not
 * say by which. Not on a standby, which has none.
 */
export const isOfAnotherHistory = sql`(SELECT database_history()) <> coalesce(f.history, CASE WHEN f.last_id > 0 THEN '' END)`;

/** SQL: where the feed `f` goes on for who has read up to a lost event; null for every other place. */
export const goesOn = (place: number | Sql): Sql =>
  sql`(SELECT upper(r.ids) FROM unnest(f.lost) r(ids) WHERE r.ids @> (${place})::bigint)`;

/** SQL: the oldest event of the feed `f` that is kept, behind the ids that name lost events. */
export const oldestOf = sql`coalesce(${goesOn(sql`f.pruned_id + 1`)}, f.pruned_id) + 1`;

/** SQL: where an epoch begins that follows an id. */
const startBehind = (last: Sql): Sql =>
  sql`greatest(${last} + ${LEAST}, floor(extract(epoch FROM now()) * 1000)::bigint)`;

/**
 * The statement that begins an epoch for the organizations `o` of a condition, where one on the feed `f` holds as well, and
 * wakes their streams. One without a feed gets it: it may have had events. Returns `Resumed`.
 */
export function resuming(organizations: Sql, feeds: Sql): Sql {
  const start = startBehind(sql`f.last_id`);
  const first = startBehind(sql`0`);
  return sql`
    WITH resumed AS (
      INSERT INTO event_feeds AS f (organization_id, uuid, last_id, lost, history)
      SELECT o.id, gen_random_uuid(), ${first}, int8multirange(int8range(1, ${first})), database_history()
      FROM organizations o WHERE ${organizations}
      ON CONFLICT (organization_id) DO UPDATE SET last_id = ${start},
        lost = f.lost + int8multirange(int8range(f.last_id + 1, ${start})), history = excluded.history, updated_at = now()
      WHERE ${feeds}
      RETURNING f.id, f.organization_id, f.last_id AS start_id,
        (SELECT max(lower(r.ids)) - 1 FROM unnest(f.lost) r(ids)) AS kept_id
    )
    SELECT r.id, r.organization_id, r.start_id, r.kept_id, pg_notify(${PUBLISHED}, r.organization_id::text) AS told FROM resumed r`;
}
