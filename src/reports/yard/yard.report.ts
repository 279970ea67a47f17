import sql, { raw, type Sql } from 'sql-template-tag';
import { yardAreaId } from '../../places/locations/place-of';
import { SHIPPING_LINE, teuOf, USAGE, YARD_AREA } from '../frame/groups';
import type { Asked, Report } from '../frame/report';

/** SQL: an average of so many days. */
const average = (sum: string) => `trim_scale(round((${sum})::numeric / n.days, 2))`;
const aged = (from: number, until?: number) =>
  average(`count(*) FILTER (WHERE f.age >= ${from}${until === undefined ? '' : ` AND f.age < ${until}`})`);

const areaOf = (alias: string, place: string) =>
  yardAreaId((column) => `${alias}.${column.replace('current_location', place)}`);

/** SQL: the days at whose end a stay `s` was here, as timestamps `at`. A container that leaves at midnight was. */
const daysOf = ({ from, until, db }: Asked, first: Sql, next: Sql) => {
  const { time_zone } = db.actor;
  return sql`generate_series(
    greatest(${from}::date, (s.in_at AT TIME ZONE ${time_zone})::date, ${first})::timestamp,
    least(${until}::date, (s.out_at AT TIME ZONE ${time_zone})::date - 1, ${next} - 1)::timestamp, '1 day')`;
};

/**
 * SQL: the yard areas of a stay `s` with the days on which it came to each and to the next place. Before its first movement it
 * is where that took it; without movements where the container is now.
 */
const areasOf = ({ db }: Asked) => {
  const { organization_id, time_zone } = db.actor;
  return sql`
    SELECT CASE WHEN lag(m.id) OVER w IS NOT NULL THEN (m.moved_at AT TIME ZONE ${time_zone})::date END AS first,
      (lead(m.moved_at) OVER w AT TIME ZONE ${time_zone})::date AS next, ${raw(areaOf('m', 'to_location'))} AS yard_area_id
    FROM container_movements m
    WHERE m.organization_id = ${organization_id} AND m.stay_id = s.id
    WINDOW w AS (ORDER BY m.moved_at, m.id)
    UNION ALL
    SELECT NULL, NULL, ${raw(areaOf('c', 'current_location'))}
    FROM containers c
    WHERE c.organization_id = ${organization_id} AND c.id = s.container_id AND s.status = 'here' AND NOT EXISTS (
      SELECT FROM container_movements m WHERE m.organization_id = ${organization_id} AND m.stay_id = s.id)`;
};

/**
 * What was here at the end of each day, today as of now; of several days the average. Days ahead are left out. Room is that
 * of the slots as they are now (decision 896).
 */
export const yard: Report = {
  name: 'yard',
  title: 'Containers here at the end of the day',
  times: ['day'],
  isPast: true,
  groups: { yard_area: YARD_AREA, shipping_line: SHIPPING_LINE, usage: USAGE },
  measures: {
    stays: average('count(*)'),
    teu: average('coalesce(sum(f.teu), 0)'),
    utilization: `round(coalesce(sum(f.teu), 0)::numeric / n.days / nullif(CASE WHEN n.is_total THEN max(f.whole) ELSE max(f.room) END, 0), 3)`,
    days_0_2: aged(0, 3),
    days_3_5: aged(3, 6),
    days_6_10: aged(6, 11),
    days_11_20: aged(11, 21),
    days_above: aged(21),
  },
  picture: {
    measures: ['days_0_2', 'days_3_5', 'days_6_10', 'days_11_20', 'days_above'],
    byGroup: 'stays',
    form: 'bars',
    unit: 'containers',
  },
  facts(asked) {
    const { db, by, begins, ends } = asked;
    const { organization_id, time_zone } = db.actor;
    const byArea = by.includes('yard_area');
    const columns = raw('s.id, s.container_id, s.status, s.in_at, s.out_at, s.usage, s.shipping_line_id');
    return sql`
      WITH room AS MATERIALIZED (
        SELECT s.yard_area_id, CASE WHEN bool_and(s.tiers IS NOT NULL) THEN sum(s.tiers * coalesce(s.teu, 2)) END AS teu
        FROM yard_slots s WHERE s.organization_id = ${organization_id} GROUP BY s.yard_area_id
      ), whole AS MATERIALIZED (
        SELECT CASE WHEN bool_and(r.teu IS NOT NULL) THEN sum(r.teu) END AS teu FROM room r
      ), stays AS (
        SELECT ${columns} FROM container_stays s
        WHERE s.organization_id = ${organization_id} AND s.status = 'here' AND s.in_at < ${ends}
        UNION ALL
        SELECT ${columns} FROM container_stays s
        WHERE s.organization_id = ${organization_id} AND s.status = 'departed' AND s.in_at < ${ends} AND s.out_at >= ${begins}
      )
      SELECT d.at, s.usage, s.shipping_line_id, ${raw(teuOf('y.size'))} AS teu, w.teu AS whole,
        ${raw(byArea ? 'p.yard_area_id, (SELECT r.teu FROM room r WHERE r.yard_area_id = p.yard_area_id)' : 'w.teu')} AS room,
        date_part('epoch', least((d.at + interval '1 day') AT TIME ZONE ${time_zone}, now()) - s.in_at) / 86400 AS age
      FROM stays s
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = s.container_id
      LEFT JOIN container_types y ON y.organization_id = ${organization_id} AND y.id = c.container_type_id
      CROSS JOIN whole w
      ${
        byArea
          ? sql`LEFT JOIN LATERAL (${areasOf(asked)}) p ON true
            CROSS JOIN LATERAL ${daysOf(asked, sql`p.first`, sql`p.next`)} AS d(at)`
          : sql`CROSS JOIN LATERAL ${daysOf(asked, sql`NULL::date`, sql`NULL::date`)} AS d(at)`
      }`;
  },
};
