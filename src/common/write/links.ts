import sql, { raw } from 'sql-template-tag';
import type { FieldMap } from './field-map';
import type { Lookup } from './lookups';
import { keeping, WriteRow } from './write-row';
import type { WriteRun } from './write-run';

/** A table that links records with others, each pair once. */
interface LinkTable {
  table: string;
  /** The column of the record whose field it is, and the column of the other one. */
  from: string;
  to: string;
  /** The column of the record that `from` holds, where that is not its id. */
  known?: string;
  /** What a sentence calls one of the others. */
  what?: string;
  /** Whether a refusal names the item of the list: `bl_container_numbers.0`. */
  items?: boolean;
}

/** A field that lists other records by key: those that are sent replace the ones before. */
export function links(field: string, lookup: Lookup, { what, items, ...names }: LinkTable): FieldMap {
  return {
    columns: [],
    kinds: [lookup.kind],
    value: () => {
      const { table, from, to, known = 'id' } = names;
      return `(
      SELECT coalesce(json_agg(${lookup.name(`l.${to}`)} ORDER BY l.id), '[]'::json) FROM ${table} l
      WHERE l.organization_id = t.organization_id AND l.${from} = t.${known})`;
    },
    put: (row, value) => {
      if (value === undefined) return;
      const ids: number[] = [];
      row.parts[field] = ids;
      ((value ?? []) as unknown[]).forEach((named, at) =>
        row.want(items ? `${field}.${at}` : field, lookup, named, (id) => ids.includes(id) || ids.push(id), {
          what,
        }),
      );
    },
    prepare: lookup.keeping && ((rows, run) => keepLinked(rows, field, names, run)),
    written: (rows, run) => writeLinks(linked(rows, field), names, run),
  };
}

/** Lets a request name again what its record is linked with, also where that was deleted since. */
async function keepLinked(
  rows: WriteRow[],
  field: string,
  { table, from, to }: LinkTable,
  { db }: WriteRun,
): Promise<void> {
  for (const row of rows) {
    if (!row.before || !row.wanted.some((each) => each.field === field)) continue;
    const links = await db.query<{ id: number }>(sql`
      SELECT ${raw(to)} AS id FROM ${raw(table)}
      WHERE organization_id = ${db.actor.organization_id} AND ${raw(from)} = ${row.before.id}`);
    const current = links.map(({ id }) => id);
    row.wanted = row.wanted.map((each) => (each.field === field ? keeping(each, current) : each));
  }
}

/** The records that a record is to be linked with, by their ids. */
interface Linked {
  id: number;
  others: number[];
}

/** The rows for which such a field was said, with what it came to. */
export function linked(rows: WriteRow[], field: string): Linked[] {
  return rows.flatMap(({ id, parts }) => (parts[field] ? { id: id!, others: parts[field] as number[] } : []));
}

/** Makes the links of these records those that were sent. */
export async function writeLinks(
  sent: Linked[],
  { table, from, to }: Pick<LinkTable, 'table' | 'from' | 'to'>,
  { db }: WriteRun,
): Promise<void> {
  if (!sent.length) return;
  const { organization_id } = db.actor;
  const json = JSON.stringify(sent);
  // a list that is the same stays, so that a second import changes nothing
  await db.query(sql`
        WITH sent AS (
          SELECT id, others FROM json_to_recordset(${json}::json) AS r(id bigint, others bigint[])
        ), changed AS (
          SELECT sent.id FROM sent JOIN ${raw(table)} l
            ON l.organization_id = ${organization_id} AND l.${raw(from)} = sent.id
          GROUP BY sent.id, sent.others HAVING array_agg(l.${raw(to)} ORDER BY l.id) <> sent.others
        )
        DELETE FROM ${raw(table)} l USING changed
        WHERE l.organization_id = ${organization_id} AND l.${raw(from)} = changed.id`);
  await db.query(sql`
        INSERT INTO ${raw(table)} (organization_id, ${raw(from)}, ${raw(to)})
        SELECT ${organization_id}::bigint, sent.id, other.id
        FROM json_to_recordset(${json}::json) AS sent(id bigint, others bigint[])
        CROSS JOIN unnest(sent.others) WITH ORDINALITY AS other(id, at) ORDER BY sent.id, other.at
        ON CONFLICT DO NOTHING`);
}
