import sql, { type Sql } from 'sql-template-tag';
import { EVENTS } from './due';

/**
 * SQL: for organizations with them, `organization_id` and as `first_id` the first event that an active flow has not taken.
 * @param before only events that were recorded before this time, so that later months are not looked at
 * @param of a condition for flows `f`
 */
export function untakenEvents(before: Date, of = sql`true`): Sql {
  const types = JSON.stringify(
    Object.entries(EVENTS).flatMap(([message, each]) => each.map((type) => ({ message, type }))),
  );
  return sql`
    SELECT f.organization_id, min(e.id) AS first_id FROM edi_flows f
    JOIN edi_partners p ON p.organization_id = f.organization_id AND p.id = f.partner_id AND p.active
    CROSS JOIN LATERAL (
      SELECT n.id FROM jsonb_to_recordset(${types}::jsonb) AS t(message text, type text)
      CROSS JOIN LATERAL (
        SELECT e.id FROM events e WHERE e.organization_id = f.organization_id AND e.type = t.type
          AND e.id > f.last_event_id AND e.recorded_at < ${before} ORDER BY e.id LIMIT 1) n
      WHERE t.message = f.message
      UNION ALL
      (SELECT e.id FROM events e WHERE e.organization_id = f.organization_id AND e.movement_type = 'reversal'
        AND e.id > f.last_event_id AND e.recorded_at < ${before} ORDER BY e.id LIMIT 1)) e
    WHERE f.direction = 'out' AND f.active AND ${of}
    GROUP BY f.organization_id`;
}
