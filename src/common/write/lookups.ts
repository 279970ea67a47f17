import sql, { join, raw, Sql } from 'sql-template-tag';
import { getMetadataArgsStorage } from 'typeorm';
import { among, FEW } from '../database/conditions';
import type { RowClass } from '../schema/columns';

/** How records of a kind are named, and how their ids are found. */
export interface Lookup {
  /** The kind that the records belong to: the name of their table. */
  kind: string;
  /** What a sentence calls such a record; the name of the field unless given. */
  what?: string;
  /** The key as it is looked up, of what a request or a line says. */
  keyOf: (named: unknown) => string;
  /**
   * The same of a record that refers to these already: what is named as one of them is that one, also where it was
   * deleted since.
   */
  keeping?: (key: string, current: number[]) => string;
  /**
   * Rows of `key` and `id`, for those of the keys that the organization has; the id is null where several have it.
   * Where it is more than a comparison with a column, LATERAL and LIMIT look up each key by itself, see `Upsert`.
   */
  find: (organization_id: number, keys: string[]) => Sql;
  /** The same for a file, where a key means something else in it. */
  ofFile?: Lookup['find'];
  /** SQL of what a line says for the record whose id stands in this column. */
  name: (column: string) => string;
  /** The key as people know the record, where a key has more parts. */
  known?: (key: string) => string;
  /** Why a key that leads nowhere is refused: `'WHA' is unknown`. */
  unknown: (key: string, named: unknown) => string;
  /** Why a key that several records have is refused. */
  several?: (key: string) => string;
}

/**
 * The organization, as a value that PostgreSQL does not plan for: it expects as many rows as an organization has on
 * average. Of one whose rows an import is adding it knows none yet, and takes any index for as good as the right one.
 */
export const anyOf = (organization_id: number): Sql => sql`(SELECT ${organization_id}::bigint)`;

/** SQL: a table `k` of these keys; a few of them stand there one by one, see `among`. */
export const tableOfKeys = (keys: string[]): Sql =>
  keys.length > FEW
    ? sql`unnest(${keys}::text[]) k(key)`
    : sql`(VALUES ${join(keys.map((key) => sql`(${key}::text)`))}) k(key)`;

/** A key of several parts as one text. */
export const joinKey = (...parts: unknown[]) => JSON.stringify(parts);
export const partsOf = (key: string) => JSON.parse(key) as string[];

const particular = new Map<unknown, Partial<Lookup>>();

/** Class decorator of an entity whose records are not just found by what is in the column of their key. */
export function Named(lookup: Partial<Lookup>): ClassDecorator {
  return (target) => void particular.set(target, lookup);
}

const lookups = new Map<string, Lookup>();

/** How the records of a table are found by the column that clients know them by. */
export function lookupOf(entity: RowClass | string, key: string): Lookup {
  const table = typeof entity === 'string' ? entity : tableOf(entity);
  return once(`${table}.${key}`, () => ({ ...byColumn(table, key), ...particularOf(table) }));
}

/** How the records of a table are found by their id, those that were not deleted. */
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

/** Records that are known by one of their columns. */
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

/** The name of an entity's table. */
export function tableOf(entity: RowClass): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity);
  if (!table?.name) throw new Error(`${entity.name} has no table`);
  return table.name;
}
