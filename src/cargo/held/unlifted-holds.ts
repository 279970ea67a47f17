import sql, { join, raw, Sql } from 'sql-template-tag';
import { IN_FORCE, inForce } from './applied-hold';
import { jsonArray } from '../../common/view/json-sql';

/** A source of rows for cargo on a bill of lading that is in a container, with the SQL of its columns. */
interface Contents {
  from: string;
  organization_id: string;
  container_id: string;
  bill_of_lading_id: string;
  /** The condition that the cargo of a row is still in the container. */
  is: string;
  /** The stay of the container that the cargo belongs to, where the table has one. */
  stay_id?: string;
}

/**
 * The contents of containers: packing list items that were not stripped, vehicles and breakbulk. Holds on their bills
 * hold the container like those on its own bills (decision 157).
 */
const CONTENTS: Contents[] = [
  {
    from: 'packing_list_items i',
    organization_id: 'i.organization_id',
    container_id: 'i.container_id',
    bill_of_lading_id: 'i.bill_of_lading_id',
    is: 'NOT i.has_been_stripped',
    stay_id: 'i.stay_id',
  },
  {
    from: 'vehicles v JOIN vehicle_bills l ON l.organization_id = v.organization_id AND l.vehicle_id = v.id',
    organization_id: 'v.organization_id',
    container_id: 'v.current_location_id',
    bill_of_lading_id: 'l.bill_of_lading_id',
    is: `v.current_location_type = 'Container'`,
  },
  {
    from: 'breakbulks k',
    organization_id: 'k.organization_id',
    container_id: 'k.current_location_id',
    bill_of_lading_id: 'k.bill_of_lading_id',
    is: `k.current_location_type = 'Container'`,
  },
];

/** SQL: the condition that contents are in this container, in this stay. */
const isIn = (contents: Contents, organization_id: string, container_id: string, stay_id: string) =>
  `${contents.organization_id} = ${organization_id} AND ${contents.container_id} = ${container_id} AND ${contents.is}
    ${contents.stay_id ? `AND ${contents.stay_id} IS NOT DISTINCT FROM ${stay_id}` : ''}`;

/** SQL: the bills of a container's contents. */
export const BILLS_OF_CONTENTS = (organization_id: string, container_id: string, stay_id: string) =>
  CONTENTS.map(
    (contents) => `
  SELECT ${contents.bill_of_lading_id} FROM ${contents.from}
  WHERE ${isIn(contents, organization_id, container_id, stay_id)}`,
  ).join(`
  UNION ALL`);

/**
 * SQL: the number of holds that prevent a container from leaving now. It counts the holds of the present stay and those
 * that wait for one, holds on the bills of that stay and on the bills of the contents, and holds on the containers
 * around it and on their bills (decisions 46, 48, 157, 170 and 330).
 */
export const UNLIFTED_HOLDS = (of: (column: string) => string) => `(
  (SELECT count(*) FROM container_holds h
   WHERE h.organization_id = ${of('organization_id')} AND h.container_id = ${of('id')}
     AND (h.stay_id = ${of('stay_id')} OR h.stay_id IS NULL) AND ${inForce('h')})
  +
  (SELECT count(*) FROM (
     SELECT b.bill_of_lading_id FROM container_bills b
     WHERE b.organization_id = ${of('organization_id')} AND b.stay_id = ${of('stay_id')}
     UNION
     (${BILLS_OF_CONTENTS(of('organization_id'), of('id'), of('stay_id'))})) b
   JOIN bill_of_lading_holds h ON h.organization_id = ${of('organization_id')}
     AND h.bill_of_lading_id = b.bill_of_lading_id AND ${inForce('h')})
  +
  CASE WHEN ${of('current_location_type')} = 'Container' THEN outer_holds(${of('organization_id')}, ${of('id')})
    ELSE 0 END)`;

/** SQL: the names of the types of `UNLIFTED_HOLDS`, as a JSON array in their order, without those of a container around. */
export const UNLIFTED_HOLD_TYPES = (of: (column: string) => string) => `(
  SELECT ${jsonArray('DISTINCT y.name')} FROM (
    SELECT h.hold_type_id FROM container_holds h
    WHERE h.organization_id = ${of('organization_id')} AND h.container_id = ${of('id')}
      AND (h.stay_id = ${of('stay_id')} OR h.stay_id IS NULL) AND ${inForce('h')}
    UNION ALL
    SELECT h.hold_type_id FROM (
      SELECT b.bill_of_lading_id FROM container_bills b
      WHERE b.organization_id = ${of('organization_id')} AND b.stay_id = ${of('stay_id')}
      UNION
      (${BILLS_OF_CONTENTS(of('organization_id'), of('id'), of('stay_id'))})) b
    JOIN bill_of_lading_holds h ON h.organization_id = ${of('organization_id')}
      AND h.bill_of_lading_id = b.bill_of_lading_id AND ${inForce('h')}) h
  JOIN hold_types y ON y.organization_id = ${of('organization_id')} AND y.id = h.hold_type_id)`;

/**
 * SQL: the ids of those containers of a CTE that holds keep, for containers that are in no other one. The list of
 * containers narrows the index: a join may read the holds of all containers instead.
 * @param boxes the name of the CTE, with the columns `id` and `stay_id`
 */
export function heldAmong(organization_id: number, boxes: string): Sql {
  const from = raw(boxes);
  const ofContents = CONTENTS.map(
    (contents) => sql`
      UNION ALL
      SELECT b.id FROM ${from} b CROSS JOIN ${raw(contents.from)}
      JOIN bill_of_lading_holds h ON h.organization_id = ${organization_id}
        AND h.bill_of_lading_id = ${raw(contents.bill_of_lading_id)} AND ${IN_FORCE}
      WHERE ${raw(contents.organization_id)} = ${organization_id}
        AND ${raw(isIn(contents, contents.organization_id, 'b.id', 'b.stay_id'))}`,
  );
  return sql`
    SELECT b.id FROM container_holds h JOIN ${from} b ON b.id = h.container_id
    WHERE h.organization_id = ${organization_id} AND h.container_id = ANY(ARRAY(SELECT b.id FROM ${from} b))
      AND (h.stay_id = b.stay_id OR h.stay_id IS NULL) AND ${IN_FORCE}
    UNION ALL
    SELECT b.id FROM ${from} b
    JOIN container_bills l ON l.organization_id = ${organization_id} AND l.stay_id = b.stay_id
    JOIN bill_of_lading_holds h ON h.organization_id = l.organization_id
      AND h.bill_of_lading_id = l.bill_of_lading_id AND ${IN_FORCE}
    ${join(ofContents, '')}`;
}

/**
 * SQL: whether the container `t` has unlifted holds. The held containers are read in order of their ids, so that a page
 * reads no more of them than it shows.
 */
export const hasUnliftedHolds = (organization_id: number): Sql =>
  sql`EXISTS (SELECT FROM (${heldContainers(organization_id)}) held WHERE held.id = t.id)`;

/** SQL: whether the stay `t` is the present one of a container that has unlifted holds, which are read once. */
export const isOfHeld = (organization_id: number): Sql => sql`t.id = ANY(ARRAY(
  SELECT c.stay_id FROM containers c
  WHERE c.organization_id = ${organization_id} AND c.stay_id IS NOT NULL
    AND c.id IN (SELECT held.id FROM (${heldContainers(organization_id)}) held)))`;

/**
 * SQL: the ids of the containers that have unlifted holds. The CASE hides its condition from the planner, which would
 * otherwise expect that hardly any hold is of the present stay, and read all holds.
 */
export function heldContainers(organization_id: number): Sql {
  const ofContents = CONTENTS.map(
    (contents) => sql`
      UNION ALL
      SELECT c.id FROM bill_of_lading_holds h CROSS JOIN ${raw(contents.from)}
      CROSS JOIN containers c
      WHERE h.organization_id = ${organization_id} AND ${IN_FORCE}
        AND c.organization_id = h.organization_id AND ${raw(contents.bill_of_lading_id)} = h.bill_of_lading_id
        AND ${raw(isIn(contents, 'h.organization_id', 'c.id', 'c.stay_id'))}`,
  );
  const inside = sql`c.organization_id = ${organization_id} AND c.current_location_type = 'Container'`;
  const outer = sql`outside o JOIN containers c ON c.organization_id = ${organization_id} AND c.id = o.container_id`;
  // Start from the containers inside others, because they are few.
  const inOthers = sql`
    WITH RECURSIVE outside(id, container_id) AS (
      SELECT c.id, c.current_location_id FROM containers c WHERE ${inside}
      UNION
      SELECT o.id, c.current_location_id FROM outside o JOIN containers c ON c.id = o.container_id AND ${inside}
    )
    SELECT o.id FROM ${outer}
    JOIN container_holds h ON h.organization_id = c.organization_id AND h.container_id = c.id
      AND (h.stay_id = c.stay_id OR h.stay_id IS NULL) AND ${IN_FORCE}
    UNION ALL
    SELECT o.id FROM ${outer}
    JOIN container_bills b ON b.organization_id = c.organization_id AND b.stay_id = c.stay_id
    JOIN bill_of_lading_holds h ON h.organization_id = b.organization_id
      AND h.bill_of_lading_id = b.bill_of_lading_id AND ${IN_FORCE}`;
  return sql`
      (
        SELECT h.container_id AS id FROM container_holds h
        WHERE h.organization_id = ${organization_id} AND ${IN_FORCE} AND CASE WHEN h.stay_id IS NULL OR h.stay_id = (
          SELECT c.stay_id FROM containers c WHERE c.organization_id = h.organization_id AND c.id = h.container_id
        ) THEN true END
        ORDER BY h.container_id
      )
      UNION ALL
      SELECT c.id FROM bill_of_lading_holds h
      JOIN container_bills b ON b.organization_id = h.organization_id AND b.bill_of_lading_id = h.bill_of_lading_id
      JOIN containers c ON c.organization_id = b.organization_id AND c.stay_id = b.stay_id
      WHERE h.organization_id = ${organization_id} AND ${IN_FORCE}
      ${join(ofContents, '')}
      UNION ALL
      (${inOthers})`;
}
