import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Location } from '../../cargo/containers/stacks.rules';
import type { Placing } from '../../cargo/placing/placing-rules';
import { known, type Query, rows } from '../../common/database/sql/query';
import { isExplosive, STATED_CLASSES } from '../../common/imdg';
import { currentScope } from '../../common/tenancy/scope';
import { numbered } from '../../yard/stacks/standing';
import type { RankedSlot } from './neighbours.rules';
import type { DangerousBox, PlacedBox } from './placing.rules';
import { classesOf, type SegregationTable, type StandingGoods } from './segregation.rules';
import type { SegregationRow } from './segregation-table';

/** SQL: slots with the places of their bays and rows among those of their area, as `RankedSlot`. */
const ranked = (organization_id: number, areas: Sql): Sql => {
  const rank = (column: 's.bay' | 's.row') => sql`CASE WHEN ${raw(column)} IS NOT NULL THEN
    dense_rank() OVER (PARTITION BY s.yard_area_id ORDER BY ${numbered(column)} NULLS LAST)::integer END`;
  return sql`
    SELECT s.id, s.name, s.yard_area_id, ${rank('s.bay')} AS bay, ${rank('s.row')} AS row, s.teu FROM yard_slots s
    WHERE s.organization_id = ${organization_id} AND s.yard_area_id = ANY(ARRAY(${areas}))`;
};

/** SQL: the rules of the organization, as an array of `SegregationRow`. */
export const ownRules = (organization_id: number): Sql => sql`(
  SELECT coalesce(json_agg(json_build_object('class_a', r.class_a, 'class_b', r.class_b, 'value', r.value)), '[]')
  FROM segregation_rules r WHERE r.organization_id = ${organization_id})`;

/** A container of dangerous goods as rows have it. */
interface BoxRow {
  id: number;
  number: string;
  goods: StandingGoods[];
  size: number | null;
  slot_id: number | null;
  slot_name: string | null;
  yard_area_id: number | null;
  area_name: string | null;
  /** The classes that the area accepts; null for all. */
  accepts: string[] | null;
  slot: RankedSlot | null;
}

/** Containers with dangerous goods that are put into the yard, with what the rules need to know of them. */
export interface LoadedPlacings {
  placed: PlacedBox[];
  /** The slots that are beside those that they are put into, and these, by id. */
  neighbours: Map<number, RankedSlot>;
  own: SegregationRow[];
}

const idOf = (to: Location, type: string) => (to?.type === type ? to.id : null);

/**
 * Finds the containers with dangerous goods among those that are put into the yard, and locks the yard areas that they
 * are put into, by id. So of two containers that may not meet, the second one sees the first.
 */
export function lockPlacings(placings: Placing[]): Query<LoadedPlacings> {
  const { organization_id } = currentScope().actor;
  const moves = placings.flatMap(({ container_id, to }, at) => {
    const [slot_id, area_id] = [idOf(to, 'YardSlot'), idOf(to, 'YardArea')];
    return (slot_id ?? area_id) ? [{ at, container_id, slot_id, area_id }] : [];
  });
  return rows<BoxRow & { at: number; neighbours: RankedSlot[]; own: SegregationRow[] }>(sql`
    WITH boxes AS MATERIALIZED (
      SELECT m.at, c.id, c.number, s.dangerous_goods AS goods, y.size, k.id AS slot_id, k.name AS slot_name,
        coalesce(k.yard_area_id, m.area_id) AS yard_area_id
      FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb)
        AS m(at integer, container_id bigint, slot_id bigint, area_id bigint)
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = m.container_id
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
        AND s.status IN ('announced', 'here') AND s.dangerous_goods <> '[]'
      LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
      LEFT JOIN yard_slots k ON k.organization_id = c.organization_id AND k.id = m.slot_id
    ), areas AS MATERIALIZED (
      SELECT a.id, a.name, a.accepts_imdg_classes FROM yard_areas a
      WHERE a.organization_id = ${organization_id} AND a.id = ANY(ARRAY(SELECT b.yard_area_id FROM boxes b))
      ORDER BY a.id FOR NO KEY UPDATE
    ), ranked AS MATERIALIZED (${ranked(organization_id, sql`SELECT a.id FROM areas a`)})
    SELECT b.at, b.id, b.number, b.goods, b.size, b.slot_id, b.slot_name, b.yard_area_id, a.name AS area_name,
      a.accepts_imdg_classes AS accepts, ${ownRules(organization_id)} AS own,
      (SELECT row_to_json(r) FROM ranked r WHERE r.id = b.slot_id) AS slot, (
        SELECT coalesce(json_agg(r), '[]') FROM ranked o JOIN ranked r ON r.yard_area_id = o.yard_area_id
        WHERE o.id = b.slot_id AND (num_nulls(o.bay, o.row, r.bay, r.row) > 0
          OR abs(r.row - o.row) <= 1 AND abs(r.bay - o.bay) <= 2)) AS neighbours
    FROM boxes b LEFT JOIN areas a ON a.id = b.yard_area_id
    ORDER BY b.at`).map((found) => ({
    placed: found.map((row) => ({ ...boxOf(row), at: row.at })),
    neighbours: new Map(
      found.flatMap((row) => [...row.neighbours, ...slotOf(row)].map((slot) => [slot.id, slot] as const)),
    ),
    own: found[0]?.own ?? [],
  }));
}

/**
 * The containers with dangerous goods that stand in the neighbouring slots, and one in the area of each placing that may
 * not be in one area with it. They are read behind the locks of the areas.
 */
export function standingBeside(
  { placed, neighbours }: LoadedPlacings,
  table: SegregationTable,
): Query<DangerousBox[]> {
  if (!placed.length) return known([]);
  const { organization_id } = currentScope().actor;
  const asked = new Map(
    placed.map(({ position: { yard_area_id }, goods }) => {
      const hostile = hostileClasses(goods, table);
      return [JSON.stringify([yard_area_id, hostile]), { yard_area_id, ...hostile }];
    }),
  );
  const moved = placed.map(({ id }) => id);
  return rows<BoxRow>(sql`
    WITH found AS (
      SELECT c.id FROM containers c
      WHERE c.organization_id = ${organization_id} AND c.current_location_type = 'YardSlot'
        AND c.current_location_id = ANY(${[...neighbours.keys()]}::bigint[])
      UNION
      SELECT f.id FROM jsonb_to_recordset(${JSON.stringify([...asked.values()])}::jsonb)
        AS m(yard_area_id bigint, classes text[], of_explosives text[])
      CROSS JOIN LATERAL (
        SELECT c.id FROM container_stays s
        JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id AND c.stay_id = s.id
        LEFT JOIN yard_slots k ON k.organization_id = c.organization_id AND k.id = c.current_location_id
          AND c.current_location_type = 'YardSlot'
        WHERE s.organization_id = ${organization_id} AND s.status = 'here' AND s.dangerous_goods <> '[]'
          AND imdg_classes_of(s.dangerous_goods) && m.classes
          AND (k.yard_area_id = m.yard_area_id
            OR c.current_location_type = 'YardArea' AND c.current_location_id = m.yard_area_id)
          AND c.id <> ALL(${moved}::bigint[])
          AND EXISTS (
            SELECT FROM jsonb_array_elements(s.dangerous_goods) g
            WHERE imdg_classes_of(jsonb_build_array(g.value)) && CASE WHEN (g.value ->> 'limited_quantity')::boolean
              THEN m.of_explosives ELSE m.classes END)
        ORDER BY c.id LIMIT 1) f
    )
    SELECT c.id, c.number, s.dangerous_goods AS goods, y.size, k.id AS slot_id, k.name AS slot_name,
      coalesce(k.yard_area_id, a.id) AS yard_area_id, a.name AS area_name, NULL AS accepts
    FROM found f
    JOIN containers c ON c.organization_id = ${organization_id} AND c.id = f.id
    JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
      AND s.status = 'here' AND s.dangerous_goods <> '[]'
    LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
    LEFT JOIN yard_slots k ON k.organization_id = c.organization_id AND k.id = c.current_location_id
      AND c.current_location_type = 'YardSlot'
    LEFT JOIN yard_areas a ON a.organization_id = c.organization_id AND a.id = c.current_location_id
      AND c.current_location_type = 'YardArea'
    ORDER BY c.id`).map((found) =>
    // one further away counts for its area alone
    found.map((row) => boxOf({ ...row, slot: null }, neighbours.get(row.slot_id ?? 0) ?? null)),
  );
}

/** The containers with dangerous goods that stand in the yard, in slots or areas; those of one area where it is given. */
export function allStanding(yard_area_id?: number): Query<DangerousBox[]> {
  const { organization_id } = currentScope().actor;
  return rows<BoxRow>(sql`
    WITH boxes AS MATERIALIZED (
      SELECT c.id, c.number, s.dangerous_goods AS goods, y.size, k.id AS slot_id, k.name AS slot_name,
        coalesce(k.yard_area_id, a.id) AS yard_area_id, a.name AS area_name
      FROM container_stays s
      JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id AND c.stay_id = s.id
      LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
      LEFT JOIN yard_slots k ON k.organization_id = c.organization_id AND k.id = c.current_location_id
        AND c.current_location_type = 'YardSlot'
      LEFT JOIN yard_areas a ON a.organization_id = c.organization_id AND a.id = c.current_location_id
        AND c.current_location_type = 'YardArea'
      WHERE s.organization_id = ${organization_id} AND s.status = 'here' AND s.dangerous_goods <> '[]'
        AND num_nonnulls(k.id, a.id) > 0
        ${yard_area_id === undefined ? empty : sql`AND coalesce(k.yard_area_id, a.id) = ${yard_area_id}`}
    ), ranked AS MATERIALIZED (${ranked(organization_id, sql`SELECT b.yard_area_id FROM boxes b`)})
    SELECT b.*, e.accepts_imdg_classes AS accepts, CASE WHEN r.id IS NOT NULL THEN row_to_json(r) END AS slot
    FROM boxes b LEFT JOIN ranked r ON r.id = b.slot_id
    LEFT JOIN yard_areas e ON e.organization_id = ${organization_id} AND e.id = b.yard_area_id
    ORDER BY b.id`).map((found) => found.map((row) => boxOf(row)));
}

/** The slots of the areas with these ids, and these slots that are in no area. */
export function slotsOfAreas(area_ids: number[]): Query<RankedSlot[]> {
  const { organization_id } = currentScope().actor;
  return rows<RankedSlot>(ranked(organization_id, sql`SELECT unnest(${area_ids}::bigint[])`));
}

function boxOf(row: BoxRow, slot: RankedSlot | null = slotOf(row)[0] ?? null): DangerousBox {
  const { id, number, goods, size, yard_area_id, slot_name, area_name, accepts } = row;
  const place = slot_name ?? area_name ?? '';
  return { id, number, goods, place, accepts, position: { yard_area_id, slot, size } };
}

/** The slot of a row: that of its area, or one of no area, which has no neighbours. */
function slotOf({ slot, slot_id, slot_name, yard_area_id }: BoxRow): RankedSlot[] {
  if (slot) return [slot];
  return slot_id && slot_name
    ? [{ id: slot_id, name: slot_name, yard_area_id, bay: null, row: null, teu: null }]
    : [];
}

/** The values that keep goods out of one yard area. */
const IN_ONE_AREA = 3;

/** The classes, as goods state them, that may not be in one area with these goods; and those that explosives among these keep away. */
function hostileClasses(goods: StandingGoods[], table: SegregationTable) {
  const hostile = (of: (each: StandingGoods, word: string, own: string) => boolean) =>
    STATED_CLASSES.filter((word) =>
      goods.some((each) =>
        classesOf(each).some((own) => of(each, word, own) && table(own, word) >= IN_ONE_AREA),
      ),
    );
  return {
    classes: hostile(({ limited_quantity }, word) => !limited_quantity || isExplosive(word)),
    of_explosives: hostile(
      ({ limited_quantity }, word, own) => isExplosive(own) && (!limited_quantity || isExplosive(word)),
    ),
  };
}
