import sql, { raw, Sql } from 'sql-template-tag';
import { heldAmong } from '../../cargo/held/unlifted-holds';

/** SQL: text with numbers in it, in the order of the numbers: `2` before `10`. */
export const numbered = (column: string) => raw(`${column} COLLATE numbered`);

/** SQL: the TEU of a length in feet: 1 up to 20 feet, and where nobody knows it, 2 beyond. */
export const TEU = (size: string) => raw(`CASE WHEN ${size} > 20 THEN 2 ELSE 1 END`);

const COLUMNS =
  raw(`c.id, c.number, c.tier, c.stay_id, c.container_status, c.usage, c.weight, c.operating_reefer,
  c.container_type_id, c.shipping_line_id`);

/**
 * SQL: the containers of yard areas as the CTE `boxes`, in the slots of `slots` and in the areas of `areas`; and those of
 * them that holds keep, once each, as `held`.
 */
export const standing = (organization_id: number): Sql => sql`
  slots AS MATERIALIZED (
    SELECT s.id, s.name, s.bay, s.row, s.tiers, s.teu, s.reefer_plug, s.yard_area_id FROM yard_slots s
    WHERE s.organization_id = ${organization_id} AND s.yard_area_id IN (SELECT a.id FROM areas a)
  ), boxes AS MATERIALIZED (
    SELECT ${COLUMNS}, s.id AS slot_id, s.yard_area_id FROM slots s
    JOIN containers c ON c.organization_id = ${organization_id} AND c.current_location_type = 'YardSlot'
      AND c.current_location_id = s.id
    UNION ALL
    SELECT ${COLUMNS}, NULL, a.id FROM areas a
    JOIN containers c ON c.organization_id = ${organization_id} AND c.current_location_type = 'YardArea'
      AND c.current_location_id = a.id
  ), held AS MATERIALIZED (
    SELECT DISTINCT h.id FROM (${heldAmong(organization_id, 'boxes')}) h
  )`;
