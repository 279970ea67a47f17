import sql, { join, raw, Sql } from 'sql-template-tag';
import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';

/** In the object of a row that is one of several with the same key: how many of them come before it. */
export const NTH = 'nth';

/**
 * The two statements that write a batch of rows. The rows come as a JSON list of objects, each with its columns. One
 * statement inserts the rows that are not there, the other updates those that differ; both answer the ids of what they
 * wrote. A column that an object leaves out stays as it is in a row that is there, and gets its default in a new one. So
 * does a column that may not be null and is sent as null. A row is found by the columns `match`. With `several`, more
 * than one row may have the same values in them; then their order tells them apart.
 */
export class Upsert {
  private readonly table: Sql;
  private readonly columns: Sql;
  private readonly current: Sql;
  /** What the columns become. */
  private readonly next: Sql;
  /** Whether a row, here `t`, has the key of the object `n`. */
  private readonly keyOf: (row: string) => Sql;

  constructor(
    metadata: EntityMetadata,
    columns: string[],
    match: string[],
    private readonly several: boolean,
  ) {
    const find = (name: string) => metadata.findColumnWithPropertyName(name)!;
    const all = columns.map(find);
    this.table = raw(metadata.tableName);
    this.columns = list(all, ({ databaseName }) => `"${databaseName}"`);
    this.current = list(all, ({ databaseName }) => `t."${databaseName}"`);
    this.next = list(all, nextValue);
    this.keyOf = (row) =>
      join(
        match.map((name) => equality(row, find(name))),
        ' AND ',
      );
  }

  insert(organization_id: number, rows: string): Sql {
    const { table, columns, next } = this;
    const matches = this.matches(organization_id);
    return sql`
      WITH written AS (
        INSERT INTO ${table} (organization_id, ${columns})
        SELECT ${organization_id}::bigint, ${next}
        FROM json_array_elements(${rows}::json) WITH ORDINALITY AS r(body, at)
        CROSS JOIN LATERAL json_populate_record(NULL::${table}, r.body) n
        WHERE NOT EXISTS (SELECT FROM ${table} t WHERE t.organization_id = ${organization_id} AND ${matches})
        ORDER BY r.at
        RETURNING id
      ) SELECT id FROM written`;
  }

  /** The ids of the rows, in their order. */
  ids(organization_id: number, rows: string): Sql {
    const { table } = this;
    const matches = this.matches(organization_id);
    return sql`
      SELECT t.id FROM json_array_elements(${rows}::json) WITH ORDINALITY AS r(body, at)
      CROSS JOIN LATERAL json_populate_record(NULL::${table}, r.body) n
      JOIN ${table} t ON t.organization_id = ${organization_id} AND ${matches} ORDER BY r.at`;
  }

  /** The rows that are there, locked, each with the place `at` of its object in the list. */
  stored(organization_id: number, rows: string): Sql {
    const { table } = this;
    const matches = this.matches(organization_id);
    return sql`
      SELECT r.at::integer - 1 AS at, t.* FROM json_array_elements(${rows}::json) WITH ORDINALITY AS r(body, at)
      CROSS JOIN LATERAL json_populate_record(NULL::${table}, r.body) n
      JOIN ${table} t ON t.organization_id = ${organization_id} AND ${matches} ORDER BY t.id FOR UPDATE OF t`;
  }

  update(organization_id: number, rows: string): Sql {
    const { table, columns, current, next } = this;
    const matches = this.matches(organization_id);
    const merged = sql`json_populate_record(t, r.body) n`;
    return sql`
      WITH written AS (
        UPDATE ${table} t SET (${columns}, updated_at) = (SELECT ${next}, now() FROM ${merged})
        FROM json_array_elements(${rows}::json) AS r(body)
        CROSS JOIN LATERAL json_populate_record(NULL::${table}, r.body) n
        WHERE t.organization_id = ${organization_id} AND ${matches}
          AND (SELECT (${current}) IS DISTINCT FROM (${next}) FROM ${merged})
        RETURNING t.id
      ) SELECT id FROM written`;
  }

  /** Whether the row `t` is the one that the object `n`, made of `r.body`, is about. */
  private matches(organization_id: number): Sql {
    if (!this.several) return this.keyOf('t');
    return sql`t.id = (
      SELECT e.id FROM ${this.table} e WHERE e.organization_id = ${organization_id} AND ${this.keyOf('e')}
      ORDER BY e.id OFFSET (r.body ->> '${raw(NTH)}')::integer LIMIT 1)`;
  }
}

function list(columns: ColumnMetadata[], text: (column: ColumnMetadata) => string): Sql {
  return raw(columns.map(text).join(', '));
}

function nextValue(column: ColumnMetadata): string {
  const name = `n."${column.databaseName}"`;
  const initially = column.entityMetadata.dataSource.driver.normalizeDefault(column);
  return column.isNullable || initially === undefined ? name : `coalesce(${name}, ${initially})`;
}

function equality(row: string, { databaseName: name, isNullable }: ColumnMetadata): Sql {
  return raw(`${row}."${name}" ${isNullable ? 'IS NOT DISTINCT FROM' : '='} n."${name}"`);
}
