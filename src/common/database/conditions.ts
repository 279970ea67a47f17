import sql, { join, raw, Sql } from 'sql-template-tag';

/** A pattern for ILIKE that matches texts which contain `part`, itself taken literally. */
function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}

/** One or two letters, for which no trigram index helps: each text is looked at. */
const SHORT = /^[ -~]{1,2}$/;

/**
 * The column contains the text, in any case (decision 20). Short ones are compared as ASCII, which takes half the time:
 * no other letters are sought.
 */
export function contains(column: string, part: string): Sql {
  return sql`${raw(SHORT.test(part) ? `${column} COLLATE "C"` : column)} ILIKE ${containing(part)}`;
}

/** The column is the text, in any case; an index on `lower(column)` serves it. */
export function matches(column: string, text: string): Sql {
  return sql`lower(${raw(column)}) = lower(${text})`;
}

/** So many values at most stand in a statement one by one: what one truck brings and takes. */
export const FEW = 4;

/**
 * The column is one of these ids, or texts, or the one that SQL selects. A single one is compared by equality, and a few
 * stand in the statement one by one, the last of them again where there are less: for a list of any length the database
 * takes a plan to be worse than one for this list, and plans anew each time.
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
 * SQL: the id of the row that this transaction wrote last into a table. For statements of the same
 * piece as the one that writes it.
 */
export const lastId = (table: string) => sql`SELECT currval(${raw(`'${table}_id_seq'`)})`;

/** The id that a text spells; undefined for anything else, such as an id no row can have. */
export function toId(text: string): number | undefined {
  if (!/^\d{1,15}$/.test(text)) return undefined;
  return Number(text);
}
