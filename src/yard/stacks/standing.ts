import sql, { empty, raw, Sql } from 'sql-template-tag';
import { heldAmong } from '../../cargo/held/unlifted-holds';

/** SQL: text with numbers in it, in the order of the numbers: `2` before `10`. */
export const numbered = (column: string) => raw(`${column} COLLATE numbered`);

/** SQL: the TEU of a length in feet: 1 up to 20 feet, and where nobody knows it, 2 beyond. */
export const TEU = (size: string) => raw(`CASE WHEN ${size} > 20 THEN 2 ELSE 1 END`);

const COLUMNS =
  raw(`c.id, c.number, c.tier, c.stay_id, c.container_status, c.usage, c.weight, c.operating_reefer,
  c.container_type_id, c.shipping_line_id`);

/**
 * SQL: the containers of yard areas as the CTE `boxes`, in the slots of `slots` and in the areas of `areas`; their stays
 * as `stays`; and those of them that holds keep, once each, as `held`. Each table is read by a list of keys, not by a
 * join, because its index is then read once from the first key to the last.
 * @param among a condition that slots `s` have to meet as well
 */
export const standing = (organization_id: number, among: Sql = empty): Sql => sql`
  slots AS MATERIALIZED (
    SELECT s.id, s.name, s.bay, s.row, s.tiers, s.teu, s.reefer_plug, s.yard_area_id FROM yard_slots s
    WHERE s.organization_id = ${organization_id} AND s.yard_area_id IN (SELECT a.id FROM areas a)
      ${among}
  ), boxes AS MATERIALIZED (
    SELECT ${COLUMNS}, s.id AS slot_id, s.yard_area_id FROM containers c JOIN slots s ON s.id = c.current_location_id
    WHERE c.organization_id = ${organization_id} AND c.current_location_type = 'YardSlot'
      AND c.current_location_id = ANY(ARRAY(SELECT s.id FROM slots s))
    UNION ALL
    SELECT ${COLUMNS}, NULL, c.current_location_id FROM containers c
    WHERE c.organization_id = ${organization_id} AND c.current_location_type = 'YardArea'
      AND c.current_location_id = ANY(ARRAY(SELECT a.id FROM areas a))
  ), stays AS MATERIALIZED (
    SELECT t.id, t.in_at, CASE WHEN t.dangerous_goods <> '[]' THEN imdg_classes_of(t.dangerous_goods) END AS imdg_classes
    FROM container_stays t
    WHERE t.organization_id = ${organization_id} AND t.id = ANY(ARRAY(SELECT b.stay_id FROM boxes b))
  ), held AS MATERIALIZED (
    SELECT DISTINCT h.id FROM (${heldAmong(organization_id, 'boxes')}) h
  )`;
