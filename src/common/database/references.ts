import sql, { join, raw, Sql } from 'sql-template-tag';
import type { EntityMetadata } from 'typeorm';
import { contains, matches, toId } from './conditions';

/** Writes a column of the referred record as SQL; throws for one that it does not have. */
type ColumnOfRecord = (name: string) => string;

/** How a filter names the records that others refer to. */
export interface Key {
  is: (column: ColumnOfRecord, value: string | number) => Sql;
  /** The column that is the value and nothing else. */
  exact?: string;
  /** Whether more records may refer to what it names than are worth an array of their ids. */
  many?: boolean;
}

type Normalize = (text: string) => string;

/** The column is the value, exactly. */
export const key = (column: string, normalize: Normalize = (text) => text): Key => ({
  exact: column,
  is: (of, value) => sql`${raw(of(column))} = ${typeof value === 'string' ? normalize(value) : value}`,
});

/** The column is the text in any case; an index on `lower(column)` serves it. */
export const keyInAnyCase = (column: string): Key => ({
  is: (of, value) => matches(of(column), String(value)),
});

/**
 * All digits may be the id, too; else the column is the text, in any case unless keys are stored in a form of their own
 * (decision 20).
 */
export const idOr = (column: string, normalize?: Normalize): Key => ({
  is: (of, value) => {
    const id = toId(String(value));
    const named = (normalize ? key(column, normalize) : keyInAnyCase(column)).is(of, value);
    return id === undefined ? named : sql`(${raw(of('id'))} = ${id} OR ${named})`;
  },
});

/** One of the columns is the text, exactly. */
export const keyAmong = (...columns: string[]): Key => ({
  is: (of, value) =>
    sql`(${join(
      columns.map((column) => key(column).is(of, value)),
      ' OR ',
    )})`,
});

/** The same key, where any number of records may refer to what it names. */
export const many = (by: Key): Key => ({ ...by, many: true });

/** The column contains the text, in any case. */
export const part = (column: string): Key => many({ is: (of, value) => contains(of(column), String(value)) });

/**
 * The condition that a record refers to one that a key names, along a path of relations such as
 * `bill_of_lading.manifest` or `interchanges.container`. It also decides how the database goes about it. The records that
 * the key names are found first: one value where the key is unique, otherwise an array of ids. Where they may be many,
 * the planner chooses.
 * @throws when the entity has no such relation or column
 */
export function refersTo(
  entity: EntityMetadata,
  alias: string,
  path: string,
  by: Key,
  value: string | number,
  organization_id: number,
): Sql {
  const [name = '', ...rest] = path.split('.');
  const relation = entity.findRelationWithPropertyPath(name);
  if (!relation) throw new Error(`${entity.name} has no relation ${name}`);
  const target = relation.inverseEntityMetadata;
  const record = `${alias}_${name}`.slice(-60);
  const columnOf = (column: string) => {
    if (!target.findColumnWithPropertyName(column)) throw new Error(`${target.name} has no column ${column}`);
    return `${record}.${column}`;
  };
  const owner = relation.isOwning ? relation : relation.inverseRelation!;
  const reference = owner.joinColumns.find(
    ({ databaseName }) => databaseName !== 'organization_id',
  )!.databaseName;
  const [own, theirs] = relation.isOwning ? [reference, 'id'] : ['id', reference];
  const condition = rest.length
    ? refersTo(target, record, rest.join('.'), by, value, organization_id)
    : by.is(columnOf, value);
  const found = sql`SELECT ${raw(`${record}.${theirs}`)} FROM ${raw(`${target.tableName} ${record}`)}
    WHERE ${raw(record)}.organization_id = ${organization_id} AND ${condition}`;
  const column = raw(`${alias}.${own}`);
  if (by.many) return sql`${column} IN (${found})`;
  const isOne = relation.isOwning && !rest.length && by.exact && isUnique(target, by.exact);
  return isOne ? sql`${column} = (${found})` : sql`${column} = ANY(ARRAY(${found}))`;
}

/** Whether an organization has one such record at most with a value of the column. */
function isUnique({ uniques }: EntityMetadata, name: string): boolean {
  return uniques.some(
    ({ columns }) =>
      columns.length === 2 &&
      columns.every(({ databaseName }) => ['organization_id', name].includes(databaseName)),
  );
}
