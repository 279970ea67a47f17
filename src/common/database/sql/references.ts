import sql, { join, raw, Sql } from 'sql-template-tag';
import type { EntityMetadata } from 'typeorm';
import { contains, matches, toId } from './conditions';

/** The SQL of a column of the referred record. Throws for a column that it does not have. */
type ColumnOfRecord = (name: string) => string;

/** How a filter names records. */
export interface Key {
  is: (column: ColumnOfRecord, value: string | number) => Sql;
  /** The column, when the condition is equality with the value. */
  exact?: string;
  /** Whether too many records may match for an array of their ids. */
  many?: boolean;
}

type Normalize = (text: string) => string;

/** What a client names a record by. */
export type Named = string | number;

const anyOf = (conditions: Sql[]) =>
  conditions.length === 1 ? conditions[0]! : sql`(${join(conditions, ' OR ')})`;

/** Matches a column exactly. */
export const key = (column: string, normalize: Normalize = (text) => text): Key => ({
  exact: column,
  is: (of, value) => sql`${raw(of(column))} = ${typeof value === 'string' ? normalize(value) : value}`,
});

/** Matches a column ignoring case; an index on `lower(column)` serves it. */
export const keyInAnyCase = (column: string): Key => ({
  is: (of, value) => matches(of(column), String(value)),
});

/**
 * Matches an id, if the value is all digits, or a column: ignoring case, or exactly if the column is normalized
 * (decision 20).
 */
export const idOr = (column: string, normalize?: Normalize): Key => ({
  is: (of, value) => {
    const id = toId(String(value));
    const named = (normalize ? key(column, normalize) : keyInAnyCase(column)).is(of, value);
    return id === undefined ? named : sql`(${raw(of('id'))} = ${id} OR ${named})`;
  },
});

/** Matches any of the columns exactly. */
export const keyAmong = (...columns: string[]): Key => ({
  is: (of, value) =>
    sql`(${join(
      columns.map((column) => key(column).is(of, value)),
      ' OR ',
    )})`,
});

/** Matches an id, if the value is all digits, or any of the columns exactly. */
export const idOrAmong = (...columns: string[]): Key => ({
  is: (of, value) => {
    const id = toId(String(value));
    const named = keyAmong(...columns).is(of, value);
    return id === undefined ? named : sql`(${raw(of('id'))} = ${id} OR ${named})`;
  },
});

/** Marks a key as matching any number of records. */
export const many = (by: Key): Key => ({ ...by, many: true });

/** Matches a column that contains the text, ignoring case. */
export const part = (column: string): Key => many({ is: (of, value) => contains(of(column), String(value)) });

/** The path from records to those that a key names. */
export interface Way {
  /** The column that has to be one of `found`. */
  column: Sql;
  found: Sql;
  /** Whether `found` is at most one value, some, or any number. */
  finds: 'one' | 'some' | 'many';
  /** Whether the column belongs to the record itself and refers to the record that the key names. */
  direct: boolean;
}

/**
 * The path from a record to those that a key names, along relations such as `bill_of_lading.manifest` or
 * `interchanges.container`.
 * @throws when the entity has no such relation or column
 */
export function wayTo(
  entity: EntityMetadata,
  alias: string,
  path: string,
  by: Key,
  value: Named | Named[],
  organization_id: number,
): Way {
  const [name = '', ...rest] = path.split('.');
  const values = [value].flat();
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
    ? refersTo(wayTo(target, record, rest.join('.'), by, value, organization_id))
    : anyOf(values.map((each) => by.is(columnOf, each)));
  const direct = relation.isOwning && !rest.length;
  const isOne = direct && by.exact && isUnique(target, by.exact) && values.length === 1;
  return {
    column: raw(`${alias}.${own}`),
    found: sql`SELECT ${raw(`${record}.${theirs}`)} FROM ${raw(`${target.tableName} ${record}`)}
      WHERE ${raw(record)}.organization_id = ${organization_id} AND ${condition}`,
    finds: by.many ? 'many' : isOne ? 'one' : 'some',
    direct,
  };
}

/**
 * SQL: the id of the record that a path leads to, of one relation or of two, such as `truck.trucking_company`.
 * @throws when the entity has no such relation
 */
export function referenceAlong(
  entity: EntityMetadata,
  alias: string,
  path: string,
  organization_id: number,
): Sql {
  const [name = '', rest] = path.split('.');
  const relation = entity.findRelationWithPropertyPath(name);
  if (!relation) throw new Error(`${entity.name} has no relation ${name}`);
  const column = raw(`${alias}.${name}_id`);
  if (rest === undefined) return column;
  const { tableName } = relation.inverseEntityMetadata;
  const record = raw(`${alias}_${name}`);
  return sql`(SELECT ${record}.${raw(`${rest}_id`)} FROM ${raw(tableName)} ${record}
    WHERE ${record}.organization_id = ${organization_id} AND ${record}.id = ${column})`;
}

/**
 * SQL: the record refers to one that the key names. Its form steers the plan: the records that the key names are looked
 * up first, as one value or an array of ids. If they may be many, the planner chooses.
 */
export function refersTo({ column, found, finds }: Way): Sql {
  if (finds === 'many') return sql`${column} IN (${found})`;
  return finds === 'one' ? sql`${column} = (${found})` : sql`${column} = ANY(ARRAY(${found}))`;
}

/** Whether the column is unique within an organization. */
function isUnique({ uniques }: EntityMetadata, name: string): boolean {
  return uniques.some(
    ({ columns }) =>
      columns.length === 2 &&
      columns.every(({ databaseName }) => ['organization_id', name].includes(databaseName)),
  );
}
