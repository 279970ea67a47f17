import { isDeepStrictEqual } from 'node:util';
import { Decimal } from 'decimal.js';
import sql, { empty, join, raw, Sql } from 'sql-template-tag';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { RowClass } from '../../schema/columns';
import { among } from './conditions';

/** Conditions on columns: null for IS NULL, a list for one of its values. */
export type Condition = Record<string, unknown>;

export interface Selected {
  lock?: boolean | undefined;
  first?: boolean;
  only?: readonly string[] | undefined;
  /** A further condition. */
  concerning?: Sql | undefined;
}

const listed = new WeakMap<EntityMetadata, Sql>();

/**
 * SQL that writes and reads rows by the metadata of their class. The same columns give the same text, so it is planned
 * once.
 */
export class Rows {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Selects matching rows that are not soft-deleted, in order of id; with `lock` FOR UPDATE.
   * @param only the columns to select; all by default
   */
  select(entity: RowClass, where: Condition, { lock, first, only, concerning }: Selected = {}): Sql {
    const { metadata, column } = this.of(entity);
    const { deleteDateColumn } = metadata;
    const kept = deleteDateColumn ? { ...where, [deleteDateColumn.propertyName]: null } : where;
    const columns = listed.get(metadata) ?? join(metadata.columns.map(quoted));
    listed.set(metadata, columns);
    const wanted = only ? join(only.map((name) => quoted(column(name)))) : columns;
    return sql`SELECT ${wanted} FROM ${raw(metadata.tableName)} WHERE ${this.matches(entity, kept)} ${concerning ? sql`AND ${concerning}` : empty}
      ${first ? sql`LIMIT 1` : sql`ORDER BY id`} ${lock ? sql`FOR UPDATE` : empty}`;
  }

  /**
   * Inserts rows and returns their ids in the same order. undefined, and null in a NOT NULL column, become the default.
   */
  insert(entity: RowClass, rows: object[], { unlessTaken }: { unlessTaken?: string } = {}): Sql {
    const { metadata, column } = this.of(entity);
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
      rows.some((row) => (row as Condition)[name] !== undefined),
    );
    const columns = names.map(column);
    const values = rows.map((row) =>
      join(columns.map((each) => this.written(each, (row as Condition)[each.propertyName]))),
    );
    return sql`INSERT INTO ${raw(metadata.tableName)} (${join(columns.map(quoted))})
      VALUES ${join(values.map((each) => sql`(${each})`))} ${unlessTaken ? sql`ON CONFLICT (organization_id, ${quoted(column(unlessTaken))}) DO NOTHING` : empty}
      RETURNING id`;
  }

  /** Updates rows; undefined keeps a column. */
  update(entity: RowClass, values: object, where: Condition): Sql {
    const { metadata, column } = this.of(entity);
    const changes = Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => sql`${quoted(column(name))} = ${this.written(column(name), value)}`);
    return sql`UPDATE ${raw(metadata.tableName)} SET ${join([...changes, sql`updated_at = now()`])}
      WHERE ${this.matches(entity, where)}`;
  }

  /** Whether one of the values differs from the row's; undefined never does. */
  differs(entity: RowClass, row: object, values: object): boolean {
    const { column } = this.of(entity);
    return Object.entries(values).some(
      ([name, value]) => value !== undefined && !isSame((row as Condition)[name], value, column(name)),
    );
  }

  delete(entity: RowClass, where: Condition): Sql {
    return sql`DELETE FROM ${raw(this.of(entity).metadata.tableName)} WHERE ${this.matches(entity, where)}`;
  }

  private matches(entity: RowClass, where: Condition): Sql {
    const { column } = this.of(entity);
    const conditions = Object.entries(where).map(([name, value]) => {
      const is = quoted(column(name));
      if (value === null) return sql`${is} IS NULL`;
      if (Array.isArray(value))
        return typeof value[0] === 'string'
          ? among(is.sql, value as string[], 'text')
          : among(is.sql, value as number[]);
      if (value === undefined) throw new Error(`${column(name).propertyPath} may not be undefined`);
      return sql`${is} = ${value}`;
    });
    return join(conditions, ' AND ');
  }

  /** SQL of a value to write; null becomes the default of a NOT NULL column. */
  private written(column: ColumnMetadata, value: unknown): Sql {
    const isDefault =
      value === undefined || (value === null && !column.isNullable && column.default !== undefined);
    if (isDefault) return sql`DEFAULT`;
    return sql`${this.dataSource.driver.preparePersistentValue(value, column) as string}`;
  }

  private of(entity: RowClass): { metadata: EntityMetadata; column: (name: string) => ColumnMetadata } {
    const metadata = this.dataSource.getMetadata(entity);
    return { metadata, column: (name) => columnOf(metadata, name) };
  }
}

function columnOf(metadata: EntityMetadata, name: string): ColumnMetadata {
  const column = metadata.findColumnWithPropertyName(name);
  if (!column) throw new Error(`${metadata.tableName} has no column ${name}`);
  return column;
}

const quoted = ({ databaseName }: ColumnMetadata) => raw(`"${databaseName}"`);

/** Whether a value equals the stored one once written. Equal values in different forms may count as different. */
function isSame(stored: unknown, value: unknown, { type }: ColumnMetadata): boolean {
  if (stored === null || value === null) return stored === value;
  if (stored instanceof Date) return stored.getTime() === new Date(value as Date | string).getTime();
  if (type === 'numeric') return new Decimal(stored as string).eq(value as string | number);
  if (typeof stored === 'object') return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(value)));
  return stored === value;
}
