import sql, { join, raw, Sql } from 'sql-template-tag';
import { getMetadataArgsStorage } from 'typeorm';
import { among, FEW } from '../database/sql/conditions';
import type { RowClass } from '../schema/columns';

/** How records of a kind are named, and how a name is resolved to an id. */
export interface Lookup {
  /** The kind of the records: the name of their table. */
  kind: string;
  /** The name of such a record in a refusal; the name of the field by default. */
  what?: string;
  /** Normalizes the name in a request or a line to the key that `find` gets. */
  keyOf: (named: unknown) => string;
  /**
   * The key for a row that already refers to the records `current`: a name of one of them resolves to that record, even
   * when it was deleted since.
   */
  keeping?: (key: string, current: number[]) => string;
  /**
   * Selects `key` and `id` for those keys that the organization has; the id is null when several records have the key, or there
   * is a row for each of them.
   * A condition that is more than a comparison with a column uses LATERAL and LIMIT, so that each key is looked up by
   * itself (see `Upsert`).
   */
  find: (organization_id: number, keys: string[]) => Sql;
  /** `find` for a file, when a key has another meaning there. */
  ofFile?: Lookup['find'];
  /** Whether a token that is limited to parties may name a record of others, because whoever knows its name may. */
  whole?: boolean;
  /** SQL of the name that an export writes for the record whose id is in this column. */
  name: (column: string) => string;
  /** The key as people know the record, for a key of several parts. */
  known?: (key: string) => string;
  /** The reason for refusing an unknown key: `'WHA' is unknown`. */
  unknown: (key: string, named: unknown) => string;
  /** The reason for refusing an ambiguous key. */
  several?: (key: string) => string;
}

/**
 * The organization as a value that is unknown to the planner, which then estimates the rows of an average organization.
 * With the value, it would estimate none for an organization whose first rows an import is adding, and any index would
 * look as good as the right one.
 */
export const anyOf = (organization_id: number): Sql => sql`(SELECT ${organization_id}::bigint)`;

/** SQL: a table `k` of these keys. Up to FEW keys are separate parameters, as in `among`. */
export const tableOfKeys = (keys: string[]): Sql =>
  keys.length > FEW
    ? sql`unnest(${keys}::text[]) k(key)`
    : sql`(VALUES ${join(keys.map((key) => sql`(${key}::text)`))}) k(key)`;

/** Joins a key of several parts into one text. */
export const joinKey = (...parts: unknown[]) => JSON.stringify(parts);
export const partsOf = (key: string) => JSON.parse(key) as string[];

const particular = new Map<unknown, Partial<Lookup>>();

/** Class decorator of an entity whose records are found by more than the column of their key. */
export function Named(lookup: Partial<Lookup>): ClassDecorator {
  return (target) => void particular.set(target, lookup);
}

const lookups = new Map<string, Lookup>();

/** The lookup of a table's records by the column that clients know them by. */
export function lookupOf(entity: RowClass | string, key: string): Lookup {
  const table = typeof entity === 'string' ? entity : tableOf(entity);
  return once(`${table}.${key}`, () => ({ ...byColumn(table, key), ...particularOf(table) }));
}

/** The lookup of a table's records by id. It does not find deleted records. */
export function idLookupOf(table: string): Lookup {
  return once(`${table}.id`, () => {
    const alive = raw(isDeletable(table) ? 'AND f.deleted_at IS NULL' : '');
    return {
      ...byColumn(table, 'id'),
      unknown: (id) => `id '${id}' is unknown`,
      find: (organization_id, ids) => sql`
        SELECT f.id::text AS key, f.id FROM ${raw(table)} f
        WHERE f.organization_id = ${organization_id} AND ${among('f.id', ids)} ${alive}`,
    };
  });
}

function once(name: string, make: () => Lookup): Lookup {
  const lookup = lookups.get(name) ?? make();
  lookups.set(name, lookup);
  return lookup;
}

/** The lookup of records by one of their columns. */
function byColumn(table: string, key: string): Lookup {
  return {
    kind: table,
    keyOf: String,
    find: (organization_id, keys) => sql`
      SELECT f.${raw(key)} AS key, f.id FROM ${raw(table)} f
      WHERE f.organization_id = ${anyOf(organization_id)} AND ${among(`f.${key}`, keys, 'text')}`,
    name: (column) =>
      `(SELECT f.${key} FROM ${table} f WHERE f.organization_id = t.organization_id AND f.id = ${column})`,
    unknown: (value) => `'${value}' is unknown`,
  };
}

function particularOf(table: string): Partial<Lookup> | undefined {
  return particular.get(getMetadataArgsStorage().tables.find(({ name }) => name === table)?.target);
}

function isDeletable(table: string): boolean {
  const { tables, columns } = getMetadataArgsStorage();
  const entity = tables.find(({ name }) => name === table)?.target;
  return columns.some(({ target, mode }) => target === entity && mode === 'deleteDate');
}

export function tableOf(entity: RowClass): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity);
  if (!table?.name) throw new Error(`${entity.name} has no table`);
  return table.name;
}
