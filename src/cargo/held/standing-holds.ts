import sql, { empty, raw, Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { IN_FORCE, STANDING } from './applied-hold';
import { CargoKind, Holdable, HOLDABLE, LOCATED, nameOf } from './holdable-cargo';

/** The cargo of a query: the ids of one kind, or SQL that selects an id. */
export interface Asked<Ids = number[] | Sql> {
  organization_id: number;
  kind: CargoKind;
  ids: Ids;
}

/** A piece of cargo and a container around it, at any depth. A container counts as inside itself. */
export interface Within {
  id: number;
  container_id: number;
}

/** A hold on cargo that is in force or lifted for a time. */
export interface StandingHold {
  /** The id of the cargo. */
  id: number;
  name: string;
  /** The number of the held container, which is the cargo itself or around it; null for a hold on a bill. */
  container: string | null;
  /** The held bill and the client identifier of its manifest; null for a hold on a container. */
  bill_id: number | null;
  bill: string | null;
  manifest: string | null;
  hold_id: number;
  hold_type_id: number;
  hold_type: string;
  /** Whether parties are told its type. */
  is_open: boolean;
  reference_number: string | null;
  lifted_until: Date | null;
  in_force: boolean;
  since: Date;
}

/** SQL: whether the hold `h` is in force or lifted for a time. */
export const IS_STANDING = raw(`(${STANDING})`);

/**
 * SQL: the container that directly contains each piece of cargo, in the columns of `Within`. A container counts as
 * inside itself.
 */
export function directlyWithin({ organization_id, kind, ids }: Asked): Sql {
  const { table, container = 'NULL::bigint' }: Holdable = HOLDABLE[kind];
  return sql`
    SELECT t.id, ${raw(container)} AS container_id FROM ${raw(table)} t
    WHERE t.organization_id = ${organization_id} AND ${among('t.id', ids)} AND ${raw(container)} IS NOT NULL`;
}

/** SQL: all containers around this cargo, as the query of `WITH RECURSIVE within`. */
export function within(asked: Asked): Sql {
  return sql`
    ${directlyWithin(asked)}
    UNION
    SELECT w.id, ${raw(LOCATED)} FROM within w
    JOIN containers t ON t.organization_id = ${asked.organization_id} AND t.id = w.container_id
      AND ${raw(LOCATED)} IS NOT NULL`;
}

/** SQL: pairs of cargo and container that are known already, in the columns of `Within`. */
export function pairs(known: Within[]): Sql {
  const ids = known.map(({ id }) => id);
  const containers = known.map(({ container_id }) => container_id);
  return sql`SELECT * FROM unnest(${ids}::bigint[], ${containers}::bigint[])`;
}

/** SQL: no rows in the columns of `Within`, for cargo that is in no container. */
export const NOWHERE = pairs([]);

/**
 * SQL: pairs of cargo and a bill whose holds would hold it: its own bills, those of the containers around it and, for a
 * container, those of its contents. The statement has to define a table `within`.
 */
export function holdingBills({ organization_id, kind, ids }: Asked, contents = true): Sql {
  const { table, bills, contents: inIt }: Holdable = HOLDABLE[kind];
  const ofEach = (which: string) => sql`
    SELECT t.id, l.bill_of_lading_id FROM ${raw(table)} t CROSS JOIN LATERAL (${raw(which)}) l
    WHERE t.organization_id = ${organization_id} AND ${among('t.id', ids)}`;
  return sql`
    ${ofEach(bills)}
    UNION
    SELECT w.id, l.bill_of_lading_id FROM within w
    JOIN containers c ON c.organization_id = ${organization_id} AND c.id = w.container_id
    JOIN container_bills l ON l.organization_id = c.organization_id AND l.stay_id = c.stay_id
    ${inIt && contents ? sql`UNION ${ofEach(inIt)}` : empty}`;
}

/**
 * SQL: the holds of this cargo that meet a condition on the hold `h`, in order of the cargo's ids, holds on containers
 * before those on bills.
 * @param known SQL: the containers around the cargo, in the columns of `Within`
 * @param which whether the bills of a container's contents hold it too, and whether only holds that keep packages in
 *   their container are wanted
 */
export function standingHolds(
  asked: Asked,
  known: Sql,
  condition: Sql,
  { contents = true, stripping = false }: { contents?: boolean; stripping?: boolean } = {},
): Sql {
  const { organization_id, kind, ids } = asked;
  const { table, own }: Holdable = HOLDABLE[kind];
  const name = raw(nameOf(kind));
  const facts = sql`h.id AS hold_id, h.hold_type_id, h.reference_number, h.lifted_until, ${IN_FORCE} IS TRUE AS in_force,
    CASE WHEN h.lifted_at IS NULL THEN h.applied_at ELSE coalesce(h.lifted_until, h.applied_at) END AS since`;
  const ofItself = sql`
    UNION ALL
    SELECT t.id, ${name}, NULL, ${facts} FROM ${raw(table)} t
    JOIN container_holds h ON h.organization_id = t.organization_id AND ${raw(own ?? '')} AND ${condition}
    WHERE t.organization_id = ${organization_id} AND ${among('t.id', ids)}`;
  return sql`
    WITH RECURSIVE within(id, container_id) AS (${known})
    SELECT t.id, ${name} AS name, h.container, h.bill_id, b.number AS bill, m.client_identifier AS manifest,
      h.hold_id, h.hold_type_id, y.name AS hold_type, y.open_to_parties AS is_open, h.reference_number, h.lifted_until, h.in_force, h.since
    FROM ${raw(table)} t
    JOIN (
      SELECT l.id, NULL AS container, l.bill_of_lading_id AS bill_id, ${facts}
      FROM (${holdingBills(asked, contents)}) l
      JOIN bill_of_lading_holds h ON h.organization_id = ${organization_id}
        AND h.bill_of_lading_id = l.bill_of_lading_id AND ${condition}
      UNION ALL
      SELECT w.id, c.number, NULL, ${facts} FROM within w
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = w.container_id
      JOIN container_holds h ON h.organization_id = c.organization_id AND h.container_id = c.id
        AND (h.stay_id = c.stay_id OR h.stay_id IS NULL) AND ${condition}
      ${own ? ofItself : empty}
    ) h ON h.id = t.id
    JOIN hold_types y ON y.organization_id = t.organization_id AND y.id = h.hold_type_id
    LEFT JOIN bill_of_ladings b ON b.organization_id = t.organization_id AND b.id = h.bill_id
    LEFT JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
    WHERE t.organization_id = ${organization_id} AND ${among('t.id', ids)}
      ${stripping ? sql`AND y.keeps_stripping` : empty}
    ORDER BY t.id, h.bill_id NULLS FIRST, h.hold_id`;
}

/**
 * SQL: the packing list items that were taken out of a container in spite of a hold of that stay, which keeps no
 * stripping, or of a hold of a bill of that stay. The hold keeps them from being delivered (decision 420).
 */
export function heldOnceStripped(organization_id: number, item_ids: number[]): Sql {
  const inForce = sql`h.organization_id = i.organization_id AND ${IN_FORCE}`;
  return sql`
    SELECT DISTINCT i.id, i.reference_number AS name FROM packing_list_items i
    CROSS JOIN LATERAL (
      SELECT h.hold_type_id FROM container_holds h WHERE ${inForce} AND h.stay_id = i.stay_id
      UNION ALL
      SELECT h.hold_type_id FROM container_bills l
      JOIN bill_of_lading_holds h ON ${inForce} AND h.bill_of_lading_id = l.bill_of_lading_id
      WHERE l.organization_id = i.organization_id AND l.stay_id = i.stay_id
    ) h
    JOIN hold_types y ON y.organization_id = i.organization_id AND y.id = h.hold_type_id AND NOT y.keeps_stripping
    WHERE i.organization_id = ${organization_id} AND ${among('i.id', item_ids)} AND i.has_been_stripped
    ORDER BY i.id`;
}

/** SQL: the ids of the holds, in force or lifted for a time, of the containers around these containers. */
export function holdsOfOuter(asked: Asked): Sql {
  return sql`
    WITH RECURSIVE within(id, container_id) AS (${within(asked)})
    SELECT h.id FROM within w
    JOIN containers c ON c.organization_id = ${asked.organization_id} AND c.id = w.container_id AND c.id <> w.id
    JOIN container_holds h ON h.organization_id = c.organization_id AND h.container_id = c.id
      AND (h.stay_id = c.stay_id OR h.stay_id IS NULL) AND ${IS_STANDING}`;
}
