import sql, { raw, Sql } from 'sql-template-tag';
import { getMetadataArgsStorage } from 'typeorm';
import { normalizeContainerNumber } from '../common/iso-6346';
import type { RowClass } from '../common/schema/columns';
import { asTime } from '../common/view/view';
import { plateKey } from '../parties/trucks/plate';

/** How lines name the records of a kind, and how their ids are found. */
export interface Lookup {
  /** The kind that the records belong to. */
  kind: string;
  /** The key as it is looked up, of what a line says. */
  keyOf: (named: unknown) => string;
  /** Rows of `key` and `id`, for those of the keys that the organization has. */
  find: (organization_id: number, keys: string[]) => Sql;
  /** SQL of what a line says for the record whose id stands in this column. */
  name: (column: string) => string;
  /** Why a key that leads nowhere is refused. */
  unknown: (key: string) => string;
}

/** A key of several parts as one text. */
export const joinKey = (...parts: unknown[]) => JSON.stringify(parts);
const partsOf = (key: string) => JSON.parse(key) as string[];

/** Records that are known by one of their columns. */
function byColumn(table: string, key: string): Lookup {
  return {
    kind: table,
    keyOf: String,
    find: (organization_id, keys) => sql`
      SELECT f.${raw(key)} AS key, f.id FROM ${raw(table)} f
      WHERE f.organization_id = ${organization_id} AND f.${raw(key)} = ANY(${keys}::text[])`,
    name: (column) =>
      `(SELECT f.${key} FROM ${table} f WHERE f.organization_id = t.organization_id AND f.id = ${column})`,
    unknown: (value) => `'${value}' is unknown`,
  };
}

/** A bill of lading, named as `{manifest, number}`. */
export const BILL: Lookup = {
  kind: 'bill_of_ladings',
  keyOf: (named) => {
    const { manifest, number } = named as { manifest: string; number: string };
    return joinKey(manifest, number);
  },
  find: (organization_id, keys) => sql`
    SELECT k.key, b.id FROM unnest(${keys}::text[]) k(key)
    JOIN manifests m ON m.organization_id = ${organization_id} AND m.client_identifier = k.key::json ->> 0
    JOIN bill_of_ladings b ON b.organization_id = m.organization_id AND b.manifest_id = m.id
      AND b.number = k.key::json ->> 1`,
  name: (column) => `(SELECT json_build_object('manifest', m.client_identifier, 'number', b.number)
    FROM bill_of_ladings b JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
    WHERE b.organization_id = t.organization_id AND b.id = ${column})`,
  unknown: (key) => `'${partsOf(key)[1]}' of the manifest '${partsOf(key)[0]}' is unknown`,
};

/** A visit of a truck, named as `{truck, gated_in_at}`: the plate, and when it came in. */
export const VISIT: Lookup = {
  kind: 'truck_visits',
  keyOf: (named) => {
    const { truck, gated_in_at } = named as { truck: string; gated_in_at: string };
    return joinKey(plateKey(String(truck)), gated_in_at);
  },
  find: (organization_id, keys) => sql`
    SELECT k.key, v.id FROM unnest(${keys}::text[]) k(key)
    JOIN trucks f ON f.organization_id = ${organization_id} AND f.license_plate_key = k.key::json ->> 0
    JOIN truck_visits v ON v.organization_id = f.organization_id AND v.truck_id = f.id
      AND v.gated_in_at = (k.key::json ->> 1)::timestamptz`,
  name: (
    column,
  ) => `(SELECT json_build_object('truck', f.license_plate, 'gated_in_at', ${asTime('v.gated_in_at')})
    FROM truck_visits v JOIN trucks f ON f.organization_id = v.organization_id AND f.id = v.truck_id
    WHERE v.organization_id = t.organization_id AND v.id = ${column})`,
  unknown: (key) => `of the truck ${partsOf(key)[0]} at ${partsOf(key)[1]} is unknown`,
};

/** The company that EDI messages are exchanged through, named as `{name, edi_id}`. */
export const EDI_PARTNER: Lookup = {
  kind: 'edi_partners',
  keyOf: (named) => {
    const { name, edi_id } = named as { name: string; edi_id?: string | null };
    return joinKey(name, edi_id ?? '');
  },
  find: (organization_id, keys) => sql`
    SELECT k.key, p.id FROM unnest(${keys}::text[]) k(key)
    JOIN edi_partners p ON p.organization_id = ${organization_id}
      AND p.name = k.key::json ->> 0 AND p.edi_id = k.key::json ->> 1`,
  name: (
    column,
  ) => `(SELECT json_build_object('name', p.name, 'edi_id', nullif(p.edi_id, '')) FROM edi_partners p
    WHERE p.organization_id = t.organization_id AND p.id = ${column})`,
  unknown: (key) => `'${partsOf(key)[0]}' is unknown`,
};

/**
 * A consignee, named as `name`, or as `{name, deleted_at}` when it is deleted: its name alone may be that of
 * another one now (decision 21).
 */
const CONSIGNEE: Lookup = {
  ...byColumn('consignees', 'name'),
  keyOf: (named) => {
    if (typeof named === 'string') return joinKey(named, null);
    const { name, deleted_at } = named as { name: string; deleted_at?: string | null };
    return joinKey(name, deleted_at);
  },
  find: (organization_id, keys) => sql`
    SELECT k.key, f.id FROM unnest(${keys}::text[]) k(key)
    JOIN consignees f ON f.organization_id = ${organization_id} AND f.name = k.key::json ->> 0
      AND f.deleted_at IS NOT DISTINCT FROM (k.key::json ->> 1)::timestamptz`,
  name: (column) => `(
    SELECT CASE WHEN f.deleted_at IS NULL THEN to_json(f.name)
      ELSE json_build_object('name', f.name, 'deleted_at', ${asTime('f.deleted_at')}) END
    FROM consignees f WHERE f.organization_id = t.organization_id AND f.id = ${column})`,
  unknown: (key) => {
    const [name, deleted_at] = partsOf(key);
    return deleted_at ? `'${name}', deleted at ${deleted_at}, is unknown` : `'${name}' is unknown`;
  },
};

/**
 * A trucking company by its code, which is unique and what an export has, or else by its name, as in a request
 * (decision 23).
 */
export const COMPANY: Lookup = {
  ...byColumn('trucking_companies', 'code'),
  find: (organization_id, keys) => sql`
    SELECT DISTINCT ON (k.key) k.key, f.id FROM unnest(${keys}::text[]) k(key)
    JOIN trucking_companies f ON f.organization_id = ${organization_id} AND (f.name = k.key OR f.code = k.key)
    ORDER BY k.key, f.code = k.key DESC, f.id`,
};

/** The tables whose records are not just found by what is in the column. */
const PARTICULAR: Record<string, Partial<Lookup>> = {
  containers: { keyOf: (named) => normalizeContainerNumber(String(named)) },
  trucks: {
    keyOf: (named) => plateKey(String(named)),
    find: (organization_id, keys) => sql`
      SELECT f.license_plate_key AS key, f.id FROM trucks f
      WHERE f.organization_id = ${organization_id} AND f.license_plate_key = ANY(${keys}::text[])`,
  },
  consignees: CONSIGNEE,
};

const lookups = new Map<string, Lookup>();

/** How the records of a table are found by the column that clients know them by. */
export function lookupOf(table: string, key: string): Lookup {
  const name = `${table}.${key}`;
  const lookup = lookups.get(name) ?? { ...byColumn(table, key), ...PARTICULAR[table] };
  lookups.set(name, lookup);
  return lookup;
}

/** The name of an entity's table. */
export function tableOf(entity: RowClass): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity);
  if (!table?.name) throw new Error(`${entity.name} has no table`);
  return table.name;
}
