import sql, { raw, type Sql } from 'sql-template-tag';
import type { Of } from '../../common/view/view';

/** How near the cut-off of a voyage is, in hours, unless a request says it. */
export const USUAL_HOURS = 48;
/** The most hours that a request says: a year. */
export const MOST_HOURS = 8_760;

/** SQL: what was received or released by all lines of a booking, or is inside on trucks that bring it. */
export const sumOfLines =
  (count: 'received' | 'released' | 'inside') =>
  (of: Of): string =>
    `SELECT coalesce(sum(n.${count}), 0)::integer FROM booking_line_counts(${of('organization_id')}, ${of('id')}) n`;

/** SQL: how many containers of the quantity of a booking did not come yet; NULL without a quantity (decision 880). */
export const short = (of: Of): string =>
  `CASE WHEN ${of('quantity')} IS NOT NULL THEN greatest(${of('quantity')} - (${sumOfLines('received')(of)}), 0) END`;

/** SQL: whether a booking `t` misses containers, and its voyage receives them for at most so many hours (decision 880). */
export function isShort(hours: number): Sql {
  const of: Of = (column) => `t.${column}`;
  return sql`(t.voyage_id IN (
    SELECT v.id FROM voyages v
    WHERE v.organization_id = t.organization_id AND NOT v.cancelled AND v.receiving_cut_off_time > now()
      AND v.receiving_cut_off_time <= now() + make_interval(hours => ${hours}::integer))
    AND ${raw(short(of))} > 0) IS TRUE`;
}
