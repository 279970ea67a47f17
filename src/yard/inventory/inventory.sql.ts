import sql, { raw, Sql } from 'sql-template-tag';
import { jsonMap, jsonObject } from '../../common/view/json-sql';
import { numbered, standing, TEU } from '../stacks/standing';

/** SQL of the columns of `facts` by whose words is counted, in the order of the bits of `GROUPING`. */
const COUNTED = ['container_status', 'usage', 'size', 'shipping_line'] as const;

/** What `GROUPING` says of a count by one of these columns, or by none: a bit for each column that it is not by. */
const kindOf = (column?: (typeof COUNTED)[number]) =>
  COUNTED.reduce((kind, each) => kind * 2 + (each === column ? 0 : 1), 0);

/** SQL: the counts by the words of one column in the area `a`, as JSON. */
const by = (column: (typeof COUNTED)[number]) => `coalesce((
  SELECT o.counts FROM objects o WHERE o.yard_area_id = a.id AND o.kind = ${kindOf(column)}), '{}'::json)`;

/** SQL: the inventory of the area `a`. */
const INVENTORY = raw(
  jsonObject({
    yard_area: jsonObject({ id: 'a.id', name: 'a.name' }),
    terminal: `CASE WHEN m.id IS NOT NULL THEN ${jsonObject({ id: 'm.id', name: 'm.name' })} END`,
    containers: 'coalesce(n.containers, 0)',
    teu: 'coalesce(n.teu, 0)',
    capacity_teu: 'r.teu',
    utilization: 'round(coalesce(n.teu, 0)::numeric / r.teu, 3)',
    by_status: by('container_status'),
    by_usage: by('usage'),
    by_size: by('size'),
    by_shipping_line: by('shipping_line'),
    held: 'coalesce(n.held, 0)',
    reefers: jsonObject({
      total: 'coalesce(n.reefers, 0)',
      operating: 'coalesce(n.operating, 0)',
      plugged: 'coalesce(n.plugged, 0)',
      plugs: 'coalesce(r.plugs, 0)',
    }),
    average_dwell_days: `round(((date_part('epoch', clock_timestamp()) - n.came) / 86400)::numeric, 2)`,
  }),
);

/** SQL: the CTEs behind `areas`, and the inventory of each area as JSON in `inventories`. */
const inventories = (organization_id: number): Sql => sql`
  ${standing(organization_id)}, facts AS MATERIALIZED (
    SELECT b.yard_area_id, coalesce(b.container_status, 'unknown') AS container_status,
      coalesce(b.usage, 'unknown') AS usage, coalesce(y.size::text, 'unknown') AS size,
      coalesce(l.code, 'unknown') AS shipping_line, ${TEU('y.size')} AS teu, b.id IN (SELECT h.id FROM held h) AS held,
      y.is_reefer IS TRUE AS is_reefer, y.is_reefer IS TRUE AND b.operating_reefer AS operating,
      y.is_reefer IS TRUE AND (
        SELECT p.plug_action = 'plug_in' FROM reefer_plug_movements p
        WHERE y.is_reefer AND p.organization_id = ${organization_id} AND p.container_id = b.id
          AND p.stay_id IS NOT DISTINCT FROM b.stay_id
        ORDER BY p.plug_action_at DESC, p.id DESC LIMIT 1) IS TRUE AS plugged,
      date_part('epoch', t.in_at) AS came
    FROM boxes b
    LEFT JOIN container_types y ON y.organization_id = ${organization_id} AND y.id = b.container_type_id
    LEFT JOIN shipping_lines l ON l.organization_id = ${organization_id} AND l.id = b.shipping_line_id
    LEFT JOIN stays t ON t.id = b.stay_id
  ), counts AS MATERIALIZED (
    SELECT f.yard_area_id, GROUPING(${raw(COUNTED.join(', '))}) AS kind,
      coalesce(${raw(COUNTED.join(', '))}) AS word, count(*) AS containers, sum(f.teu) AS teu,
      count(*) FILTER (WHERE f.held) AS held, count(*) FILTER (WHERE f.is_reefer) AS reefers,
      count(*) FILTER (WHERE f.operating) AS operating, count(*) FILTER (WHERE f.plugged) AS plugged,
      avg(f.came) AS came
    FROM facts f
    GROUP BY f.yard_area_id, GROUPING SETS ((), ${raw(COUNTED.map((column) => `(${column})`).join(', '))})
  ), objects AS MATERIALIZED (
    SELECT n.yard_area_id, n.kind,
      ${raw(jsonMap('n.word', 'n.containers', `n.word = 'unknown', ${numbered('n.word').sql}`))} AS counts
    FROM counts n WHERE n.word IS NOT NULL GROUP BY 1, 2
  ), counted AS MATERIALIZED (
    SELECT * FROM counts n WHERE n.kind = ${raw(String(kindOf()))}
  ), room AS MATERIALIZED (
    SELECT s.yard_area_id, CASE WHEN bool_and(s.tiers IS NOT NULL) THEN sum(s.tiers * coalesce(s.teu, 2)) END AS teu,
      coalesce(sum(s.tiers) FILTER (WHERE s.reefer_plug), 0) AS plugs
    FROM slots s GROUP BY s.yard_area_id
  ), inventories AS MATERIALIZED (
    SELECT a.name, ${INVENTORY} AS inventory
    FROM areas a
    LEFT JOIN terminals m ON m.organization_id = ${organization_id} AND m.id = a.terminal_id
    LEFT JOIN counted n ON n.yard_area_id = a.id
    LEFT JOIN room r ON r.yard_area_id = a.id
  )`;

/** SQL: the inventory of a yard area (`Inventory`) as one JSON object. */
export const inventoryOfArea = (organization_id: number, yard_area_id: number): Sql => sql`
  WITH areas AS MATERIALIZED (
    SELECT a.id, a.name, a.terminal_id FROM yard_areas a
    WHERE a.organization_id = ${organization_id} AND a.id = ${yard_area_id}
  ), ${inventories(organization_id)}
  SELECT v.inventory::text AS json FROM inventories v`;

/** SQL: what is at the terminal and in no yard area. */
const ELSEWHERE = raw(
  jsonObject({
    containers: 'w.other_containers',
    teu: 'w.other_teu',
    by_location_type: `(SELECT ${jsonMap('e.type', 'e.containers', 'e.type')} FROM elsewhere e)`,
  }),
);

/** SQL: the inventory of a terminal (`TerminalInventory`) as one JSON object. */
export const inventoryOfTerminal = (organization_id: number, terminal_id: number): Sql => sql`
  WITH areas AS MATERIALIZED (
    SELECT a.id, a.name, a.terminal_id FROM yard_areas a
    WHERE a.organization_id = ${organization_id} AND a.terminal_id = ${terminal_id}
  ), ${inventories(organization_id)}, places AS MATERIALIZED (
    SELECT 'Terminal' AS type, ${terminal_id}::bigint AS id
    UNION ALL
    SELECT 'BerthArea', b.id FROM berth_areas b
    WHERE b.organization_id = ${organization_id} AND b.terminal_id = ${terminal_id}
    UNION ALL
    SELECT 'Gate', g.id FROM gates g WHERE g.organization_id = ${organization_id} AND g.terminal_id = ${terminal_id}
  ), elsewhere AS MATERIALIZED (
    SELECT p.type, count(*) AS containers, sum(${TEU('y.size')}) AS teu FROM places p
    JOIN containers c ON c.organization_id = ${organization_id} AND c.current_location_type = p.type
      AND c.current_location_id = p.id
    LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
    GROUP BY p.type
  ), whole AS (
    SELECT (SELECT coalesce(sum(n.containers), 0) FROM counted n) AS containers,
      (SELECT coalesce(sum(n.teu), 0) FROM counted n) AS teu,
      (SELECT coalesce(sum(e.containers), 0) FROM elsewhere e) AS other_containers,
      (SELECT coalesce(sum(e.teu), 0) FROM elsewhere e) AS other_teu
  )
  SELECT (SELECT row_to_json(o)::text FROM (SELECT
      (SELECT ${raw(jsonObject({ id: 'm.id', name: 'm.name' }))} FROM terminals m
        WHERE m.organization_id = ${organization_id} AND m.id = ${terminal_id}) AS terminal,
      w.containers + w.other_containers AS containers, w.teu + w.other_teu AS teu,
      (SELECT coalesce(array_to_json(array_agg(v.inventory ORDER BY ${numbered('v.name')})), '[]') FROM inventories v) AS areas,
      ${ELSEWHERE} AS elsewhere) o) AS json
  FROM whole w`;
