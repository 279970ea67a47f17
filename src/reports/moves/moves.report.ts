import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { countedMoves } from './counted-moves';
import { SHIPPING_LINE, SIZE, STATUS, TERMINAL, teuOf } from '../frame/groups';
import type { Asked, Report } from '../frame/report';
import { TIMES } from '../frame/report';

/** The movements that are counted as moves: a stripping moves nothing, and a reversal takes a move back. */
const MOVES = ['gate_in', 'gate_out', 'discharge', 'load', 'shift', 'restow', 'yard'] as const;

const sumOf = (column: string, kind?: string) =>
  `coalesce(sum(f.${column})${kind ? ` FILTER (WHERE f.kind = '${kind}')` : ''}, 0)`;
const measuresOf = (kind: string) => ({
  [kind]: sumOf('moves', kind),
  [`${kind}_teu`]: sumOf('teu', kind),
});

/** SQL: whether the container of the movement `m` was full or empty then; null where nobody knows. */
const STATUS_THEN = `CASE WHEN m.movement_type IN ('gate_out', 'load') THEN coalesce(s.departure_status, s.container_status)
  WHEN s.emptied_at <= m.moved_at THEN 'empty' ELSE coalesce(s.arrival_status, s.container_status) END`;

/** SQL of the column of each group that movements and their containers do not have. */
const COLUMNS: Record<string, string> = {
  shipping_line: 's.shipping_line_id',
  terminal: 'coalesce(t.terminal_id, g.terminal_id)',
  status: STATUS_THEN,
};

/** SQL: the terminal of every place that lies in one. */
const places = (organization_id: number) => sql`
  SELECT 'Terminal' AS type, t.id, t.id AS terminal_id FROM terminals t WHERE t.organization_id = ${organization_id}
  UNION ALL
  SELECT 'BerthArea', b.id, b.terminal_id FROM berth_areas b WHERE b.organization_id = ${organization_id}
  UNION ALL
  SELECT 'Gate', g.id, g.terminal_id FROM gates g WHERE g.organization_id = ${organization_id}
  UNION ALL
  SELECT 'YardArea', a.id, a.terminal_id FROM yard_areas a WHERE a.organization_id = ${organization_id}
  UNION ALL
  SELECT 'YardSlot', s.id, a.terminal_id FROM yard_slots s
  JOIN yard_areas a ON a.organization_id = s.organization_id AND a.id = s.yard_area_id
  WHERE s.organization_id = ${organization_id}`;

/** What the columns of a group are of. */
function joined(group: string | undefined, organization_id: number): Sql {
  if (group === 'shipping_line' || group === 'status')
    return sql`LEFT JOIN container_stays s ON s.organization_id = ${organization_id} AND s.id = m.stay_id`;
  if (group === 'terminal')
    return sql`
      LEFT JOIN places t ON t.type = m.to_location_type AND t.id = m.to_location_id
      LEFT JOIN places g ON g.type = m.from_location_type AND g.id = m.from_location_id`;
  return empty;
}

/** SQL: the days of a span whose moves are summed; none for what the sums do not know (decision 846). */
const summed = ({ db, from, until }: Asked, known: boolean) => sql`
  SELECT k.day, k.sums FROM move_days k
  WHERE ${known} AND k.organization_id = ${db.actor.organization_id} AND k.day BETWEEN ${from}::date AND ${until}::date
    AND k.sums IS NOT NULL`;

/** What was moved: containers, by the type of their movements (decision 891). Past days are summed already, but for some groups. */
export const moves: Report = {
  name: 'moves',
  title: 'Moves of containers',
  times: TIMES,
  groups: { shipping_line: SHIPPING_LINE, terminal: TERMINAL, size: SIZE, status: STATUS },
  measures: {
    moves: sumOf('moves'),
    teu: sumOf('teu'),
    ...Object.fromEntries(MOVES.flatMap((kind) => Object.entries(measuresOf(kind)))),
  },
  picture: { measures: MOVES, byGroup: 'moves', form: 'bars', unit: 'moves' },
  facts(asked) {
    const { db, by, from, until } = asked;
    const { organization_id, time_zone } = db.actor;
    const group = by.find((each) => each in COLUMNS);
    const byHour = by.includes('hour');
    const spans = sql`
      SELECT d.day AS at, d.day AT TIME ZONE ${time_zone} AS begins, (d.day + interval '1 day') AT TIME ZONE ${time_zone} AS ends
      FROM generate_series(${from}::date::timestamp, ${until}::date::timestamp, '1 day') AS d(day)
      WHERE NOT EXISTS (SELECT FROM summed k WHERE k.day = d.day::date)`;
    const counted = countedMoves({
      organization_id,
      spans,
      ...(byHour && { at: sql`date_trunc('hour', m.moved_at AT TIME ZONE ${time_zone})` }),
      ...(group && { group: raw(COLUMNS[group]!), joined: joined(group, organization_id) }),
    });
    return sql`
      WITH summed AS MATERIALIZED (${summed(asked, !group && !byHour)}),
      places AS MATERIALIZED (${group === 'terminal' ? places(organization_id) : sql`SELECT 1`}), counted AS (
        ${counted}
        ${
          group
            ? empty
            : sql`UNION ALL
        SELECT k.day::timestamp, s.kind, s.container_type_id, s.moves
        FROM summed k, jsonb_to_recordset(k.sums) AS s(kind text, container_type_id bigint, moves bigint)`
        }
      )
      SELECT n.at, n.kind, n.moves, y.size, n.moves * ${raw(teuOf('y.size'))} AS teu
        ${raw(group ? `, n."group" AS ${group === 'status' ? group : `${group}_id`}` : '')}
      FROM counted n
      LEFT JOIN container_types y ON y.organization_id = ${organization_id} AND y.id = n.container_type_id`;
  },
};
