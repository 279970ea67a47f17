import sql, { raw } from 'sql-template-tag';
import type { FieldMap } from './field-map';
import type { Lookup } from './lookups';
import { keeping, WriteRow } from './write-row';
import type { WriteRun } from './write-run';

/** A join table; each pair occurs once. */
interface LinkTable {
  table: string;
  /** The column of the record that has the field, and the column of the linked record. */
  from: string;
  to: string;
  /** The column of the record that `from` refers to; `id` by default. */
  known?: string;
  /** The name of a linked record in a refusal. */
  what?: string;
  /** Whether a refusal names the item of the list, such as `bl_container_numbers.0`. */
  items?: boolean;
}

/** A field that lists other records by key. The list that is sent replaces the stored one. */
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

/** Lets a request repeat a link to a record that was deleted since. */
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

/** A record, and the records to link it with, by id. */
interface Linked {
  id: number;
  others: number[];
}

/** The rows in which the field was sent, with the ids that its keys resolved to. */
export function linked(rows: WriteRow[], field: string): Linked[] {
  return rows.flatMap(({ id, parts }) => (parts[field] ? { id: id!, others: parts[field] as number[] } : []));
}

/** Replaces the links of these records by those that were sent. */
export async function writeLinks(
  sent: Linked[],
  { table, from, to }: Pick<LinkTable, 'table' | 'from' | 'to'>,
  { db }: Pick<WriteRun, 'db'>,
): Promise<void> {
  if (!sent.length) return;
  const { organization_id } = db.actor;
  const json = JSON.stringify(sent);
  // Keep an unchanged list, so that a second import changes nothing.
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
