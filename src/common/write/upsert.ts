import sql, { empty, join, raw, Sql } from 'sql-template-tag';
import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { anyOf } from './lookups';

/** The JSON key for the ordinal, from 0, of a row among those with the same key (`several`). */
export const NTH = 'nth';

/**
 * The two statements that write a batch of rows. The rows come as a JSON list of objects, each with its columns. One
 * statement inserts the rows that are not there, the other updates those that differ; both answer the ids of what they
 * wrote. A column that an object leaves out stays as it is in a row that is there, and gets its default in a new one. So
 * does a column that may not be null and is sent as null. A row is found by the columns `match`, of which those that are
 * `given` are never null. With `several`, more than one row may have the same values in them; then their order tells them
 * apart. A `loose` column matches every value where it has none. With `placed`, a new row gets the id that its object has.
 */
export class Upsert {
  private readonly table: Sql;
  private readonly columns: Sql;
  private readonly current: Sql;
  /** SQL of the new values of the columns. */
  private readonly next: Sql;
  /** SQL: whether the row `e` has the key of the object `n`. */
  private readonly key: Sql;

  constructor(
    metadata: EntityMetadata,
    columns: string[],
    match: string[],
    given: string[],
    private readonly how: { several: boolean; placed: boolean; loose: string[] },
  ) {
    const find = (name: string) => metadata.findColumnWithPropertyName(name)!;
    const all = columns.map(find);
    this.table = raw(metadata.tableName);
    this.columns = list(all, ({ databaseName }) => `"${databaseName}"`);
    this.current = list(all, ({ databaseName }) => `t."${databaseName}"`);
    this.next = list(all, nextValue);
    this.key = join(
      match.map((name) =>
        how.loose.includes(name) ? likeness(find(name)) : equality(find(name), given.includes(name)),
      ),
      ' AND ',
    );
  }

  /** @param fresh none of the rows exists, so no look-up is needed */
  insert(organization_id: number, rows: string, fresh = false): Sql {
    const { table, columns, next } = this;
    const id = this.how.placed
      ? { column: sql`id,`, value: sql`coalesce(n.id, nextval(pg_get_serial_sequence('${table}', 'id'))),` }
      : { column: empty, value: empty };
    const missing = sql`LEFT JOIN LATERAL ${this.stands(organization_id, 'e.id')} t ON true WHERE t.id IS NULL`;
    return sql`
      WITH written AS (
        INSERT INTO ${table} (organization_id, ${id.column} ${columns})
        SELECT ${organization_id}::bigint, ${id.value} ${next}
        FROM ${this.sent(rows)} ${fresh ? empty : missing}
        ORDER BY r.at
        RETURNING id
      ) SELECT id FROM written`;
  }

  /** Selects the ids of the rows, in their order. */
  ids(organization_id: number, rows: string): Sql {
    return sql`
      SELECT t.id FROM ${this.sent(rows)} CROSS JOIN LATERAL ${this.stands(organization_id, 'e.id')} t
      ORDER BY r.at`;
  }

  /** Selects and locks the stored rows, in order of id, each with the index `at` of its object in the array. */
  stored(organization_id: number, rows: string): Sql {
    return sql`
      SELECT f.at::integer - 1 AS at, t.* FROM (
        SELECT r.at, t.id FROM ${this.sent(rows)} CROSS JOIN LATERAL ${this.stands(organization_id, 'e.id')} t
        ORDER BY t.id
      ) f CROSS JOIN LATERAL (
        SELECT * FROM ${this.table} e WHERE e.organization_id = ${anyOf(organization_id)} AND e.id = f.id FOR UPDATE
      ) t`;
  }

  /**
   * Selects the stored rows as JSON of `values` (SQL of columns of a row `t`), each with the index `at` of its object
   * in the array. Locks nothing.
   */
  said(organization_id: number, rows: string, values: string): Sql {
    return sql`
      SELECT r.at::integer - 1 AS at, row_to_json(f)::text AS line
      FROM ${this.sent(rows)} CROSS JOIN LATERAL ${this.stands(organization_id, 'e.*')} t
      CROSS JOIN LATERAL (SELECT ${raw(values)}) f`;
  }

  update(organization_id: number, rows: string): Sql {
    const { table, columns, current, next } = this;
    return sql`
      WITH differing AS MATERIALIZED (
        SELECT t.organization_id, t.id, r.body
        FROM ${this.sent(rows)} CROSS JOIN LATERAL ${this.stands(organization_id, 'e AS whole, e.*')} t
        WHERE (SELECT (${current}) IS DISTINCT FROM (${next}) FROM json_populate_record(t.whole, r.body) n)
      ), written AS (
        UPDATE ${table} t
        SET (${columns}, updated_at) = (SELECT ${next}, now() FROM json_populate_record(t, d.body) n)
        FROM differing d WHERE t.organization_id = d.organization_id AND t.id = d.id
        RETURNING t.id
      ) SELECT id FROM written`;
  }

  /** SQL: the objects of the array, each as `r.body`, its place `r.at`, and the row `n`. */
  private sent(rows: string): Sql {
    return sql`json_array_elements(${rows}::json) WITH ORDINALITY AS r(body, at)
        CROSS JOIN LATERAL json_populate_record(NULL::${this.table}, r.body) n`;
  }

  /**
   * SQL: the stored row that the object `n` matches, if any; `columns` are its select list. LIMIT and OFFSET force one
   * look-up for each object; otherwise the plan compares each with all rows of the organization (see `anyOf`).
   */
  private stands(organization_id: number, columns: string): Sql {
    const rows = sql`
          SELECT ${raw(columns)} FROM ${this.table} e WHERE e.organization_id = ${anyOf(organization_id)} AND ${this.key}`;
    if (!this.how.several) return sql`(${rows} LIMIT 1)`;
    const nth = raw(`(r.body ->> '${NTH}')::integer`);
    return sql`(SELECT * FROM (${rows} OFFSET 0) e ORDER BY e.id OFFSET ${nth} LIMIT 1)`;
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

/**
 * A column that is always given is compared with `=` even when it is nullable, because IS NOT DISTINCT FROM uses no
 * index.
 */
function equality({ databaseName: name, isNullable }: ColumnMetadata, isGiven: boolean): Sql {
  return raw(`e."${name}" ${isNullable && !isGiven ? 'IS NOT DISTINCT FROM' : '='} n."${name}"`);
}

/** A column that differs only where both have a value. */
function likeness({ databaseName: name }: ColumnMetadata): Sql {
  return raw(`(e."${name}" = n."${name}") IS NOT FALSE`);
}
