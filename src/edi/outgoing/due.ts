import sql, { type Sql } from 'sql-template-tag';
import type { FLOW_MESSAGES } from '../partners/message-words';

type Message = (typeof FLOW_MESSAGES)[number];

/** The events by which a flow of a kind of message learns what to tell; reversals are found by their movements. */
export const EVENTS: Partial<Record<Message, string[]>> = {
  CODECO: ['container.gated_in', 'container.gated_out'],
  COARRI: ['container.discharged', 'container.loaded', 'tally.closed', 'tally.reopened'],
};

/**
 * SQL: whether an item `i` of a flow `f` is to be told now: at once, or in the first turn after it came. Turns are counted
 * from midnight in the zone of the partner `p`, else of the organization `o`. What waits for a tally is not.
 */
export const IS_DUE = sql`NOT i.held AND (f.every_minutes = 0 OR f.at_tally_close AND f.message = 'COARRI'
  OR i.created_at < (SELECT (date_trunc('day', t.local) + make_interval(mins =>
      f.every_minutes * floor((extract(hour FROM t.local) * 60 + extract(minute FROM t.local)) / nullif(f.every_minutes, 0))::integer))
    AT TIME ZONE t.zone
    FROM (SELECT now() AT TIME ZONE z.zone AS local, z.zone
      FROM (SELECT coalesce(p.time_zone, o.time_zone) AS zone) z) t))`;

/**
 * SQL: the ids of items `i` whose movements were taken back: whatever their containers did next was a reversal.
 * @param which the condition of the items
 */
export const reversedOf = (which: Sql) => sql`
  SELECT r.id FROM (
    SELECT i.id, (array_agg(n.movement_type ORDER BY n.id))[1] AS next FROM edi_items i
    JOIN container_movements n ON n.organization_id = i.organization_id AND n.container_id = i.container_id
      AND n.id > i.movement_id AND n.movement_type <> 'restow'
    WHERE ${which} AND i.function <> '1'
    GROUP BY i.id) r
  WHERE r.next = 'reversal'`;
