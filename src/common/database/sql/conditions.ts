import sql, { join, raw, Sql } from 'sql-template-tag';

/** The ILIKE pattern of texts that contain `part` literally. */
function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}

/** ASCII for which a trigram index does not help, so that the query scans: one or two characters, and signs alone. */
const SHORT = /^(?:[ -~]{1,2}|[ -/:-@[-`{-~]+)$/;

/**
 * SQL: the column contains the text, ignoring case (decision 20). A short text is compared in the collation "C", which
 * takes half the time and matches the same, because it is ASCII.
 */
export function contains(column: string, part: string): Sql {
  return sql`${raw(SHORT.test(part) ? `${column} COLLATE "C"` : column)} ILIKE ${containing(part)}`;
}

/** SQL: the column equals the text, ignoring case. An index on `lower(column)` serves it. */
export function matches(column: string, text: string): Sql {
  return sql`lower(${raw(column)}) = lower(${text})`;
}

/** The most values that a statement lists as separate parameters: what one truck delivers and picks up. */
export const FEW = 4;

/**
 * SQL: the column is one of these values, or the one that a query selects. One value is compared by equality. Up to FEW
 * values are separate parameters, the last one repeated, because for an array of any length PostgreSQL prefers custom
 * plans and plans each time.
 */
export function among(
  column: string,
  values: number[] | string[] | Sql,
  type: 'bigint' | 'text' = 'bigint',
): Sql {
  if (values instanceof Sql) return sql`${raw(column)} = (${values})`;
  const last = values.at(-1);
  if (last === undefined) return sql`false`;
  if (values.length === 1) return sql`${raw(column)} = ${last}::${raw(type)}`;
  if (values.length > FEW) return sql`${raw(column)} = ANY(${values}::${raw(type)}[])`;
  const few = Array.from({ length: FEW }, (_, n) => sql`${values[n] ?? last}::${raw(type)}`);
  return sql`${raw(column)} IN (${join(few)})`;
}

/**
 * SQL: the id of the row that this transaction inserted last into a table, for statements in the same pipeline as the
 * INSERT.
 */
export const lastId = (table: string) => sql`SELECT currval(${raw(`'${table}_id_seq'`)})`;

/** Parses an id; undefined for any other text and for a number that no row can have as its id. */
export function toId(text: string): number | undefined {
  if (!/^\d{1,15}$/.test(text)) return undefined;
  return Number(text);
}
