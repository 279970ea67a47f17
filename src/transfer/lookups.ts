import sql, { raw, Sql } from 'sql-template-tag';
import { getMetadataArgsStorage } from 'typeorm';
import { normalizeContainerNumber } from '../common/iso-6346';
import type { RowClass } from '../common/schema/columns';

/** How lines name the records of a kind, and how their ids are found. */
export interface Lookup {
  /** The kind that the records belong to. */
  kind: string;
  /** The key as it is looked up, of what a line says. */
  keyOf(named: unknown): string;
  /** Rows of `key` and `id`, for those of the keys that the organization has. */
  find(organization_id: number, keys: string[]): Sql;
  /** SQL of what a line says for the record whose id stands in this column. */
  name(column: string): string;
  /** Why a key that leads nowhere is refused. */
  unknown(key: string): string;
}

/** Joins the parts of a key that has several. */
export const joinKey = (...parts: unknown[]) => parts.join(BETWEEN);
const BETWEEN = '\u001f';

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
    JOIN manifests m ON m.organization_id = ${organization_id}
      AND m.client_identifier = split_part(k.key, ${BETWEEN}, 1)
    JOIN bill_of_ladings b ON b.organization_id = m.organization_id AND b.manifest_id = m.id
      AND b.number = split_part(k.key, ${BETWEEN}, 2)`,
  name: (column) => `(SELECT json_build_object('manifest', m.client_identifier, 'number', b.number)
    FROM bill_of_ladings b JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
    WHERE b.organization_id = t.organization_id AND b.id = ${column})`,
  unknown: (key) => `'${key.split(BETWEEN)[1]}' of the manifest '${key.split(BETWEEN)[0]}' is unknown`,
};

/** The tables whose records are not just found by what is in the column. */
const PARTICULAR: Record<string, Partial<Lookup>> = {
  containers: { keyOf: (named) => normalizeContainerNumber(String(named)) },
  trucks: {
    find: (organization_id, keys) => sql`
      SELECT k.key, f.id FROM unnest(${keys}::text[]) k(key)
      JOIN trucks f ON f.organization_id = ${organization_id}
        AND f.license_plate_key = upper(regexp_replace(k.key, '[ -]', '', 'g'))`,
  },
  consignees: {
    // a deleted one only where no other has the name: an export may refer to it
    find: (organization_id, keys) => sql`
      SELECT DISTINCT ON (f.name) f.name AS key, f.id FROM consignees f
      WHERE f.organization_id = ${organization_id} AND f.name = ANY(${keys}::text[])
      ORDER BY f.name, f.deleted_at DESC NULLS FIRST`,
  },
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
