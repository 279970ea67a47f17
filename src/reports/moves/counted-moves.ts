import sql, { empty, raw, type Sql } from 'sql-template-tag';

/**
 * SQL: the movements from an instant on that a reversal took back. It takes back the one before it, apart from restows
 * (decision 891), on whatever day that was.
 */
const reversed = (organization_id: number, begins: Sql) => sql`
  SELECT b.id FROM container_movements r
  CROSS JOIN LATERAL (
    SELECT m.id FROM container_movements m
    WHERE m.organization_id = r.organization_id AND m.container_id = r.container_id AND m.id < r.id
      AND m.movement_type <> 'restow'
    ORDER BY m.id DESC LIMIT 1) b
  WHERE r.organization_id = ${organization_id} AND r.movement_type = 'reversal' AND r.moved_at >= ${begins}`;

/** What movements are counted, and by what beside their type and that of their container. */
interface Counting {
  organization_id: number;
  /** SQL: the rows `(at, begins, ends)`: instants, and what the movements between them are counted under. */
  spans: Sql;
  /** SQL in place of `at`, of the movement `m`. */
  at?: Sql;
  /** SQL of one more column, of what `joined` joins to the movement `m`. */
  group?: Sql;
  joined?: Sql;
}

/**
 * SQL: the moves of spans as rows `(at, kind, container_type_id, moves)`. Movements are counted before anything else is looked
 * at, because there are many.
 */
export const countedMoves = ({ organization_id, spans, at, group, joined = empty }: Counting): Sql => sql`
  WITH spans AS MATERIALIZED (${spans}),
  reversed AS MATERIALIZED (${reversed(organization_id, sql`(SELECT min(s.begins) FROM spans s)`)})
  SELECT ${at ?? sql`d.at`} AS at, m.movement_type AS kind, c.container_type_id, count(*) AS moves
    ${group ? sql`, ${group} AS "group"` : empty}
  FROM spans d
  JOIN container_movements m
    ON m.organization_id = ${organization_id} AND m.moved_at >= d.begins AND m.moved_at < d.ends
  JOIN containers c ON c.organization_id = ${organization_id} AND c.id = m.container_id
  ${joined}
  WHERE m.movement_type NOT IN ('strip', 'reversal') AND m.id NOT IN (SELECT r.id FROM reversed r)
  GROUP BY 1, 2, 3 ${raw(group ? ', 5' : '')}`;
