import sql, { raw } from 'sql-template-tag';
import type { FieldMap } from './field-map';
import type { Lookup } from './lookups';

/** A table that links records with others, each pair once. */
interface LinkTable {
  table: string;
  /** The column of the record whose field it is, and the column of the other one. */
  from: string;
  to: string;
}

/** A field that lists other records by key: those of a line replace the ones before, which keep their order. */
export function links(field: string, lookup: Lookup, { table, from, to }: LinkTable): FieldMap {
  return {
    columns: [],
    kinds: [lookup.kind],
    value: () => `(
      SELECT coalesce(json_agg(${lookup.name(`l.${to}`)} ORDER BY l.id), '[]'::json) FROM ${table} l
      WHERE l.organization_id = t.organization_id AND l.${from} = t.id)`,
    put: (row, value) => {
      if (value === undefined) return;
      const ids: number[] = [];
      row.parts[field] = ids;
      for (const named of (value ?? []) as unknown[]) row.want(field, lookup, named, (_, id) => ids.push(id));
    },
    written: async (rows, { db }) => {
      const { organization_id } = db.actor;
      const sent = rows.flatMap(({ id, parts }) => (parts[field] ? { id, others: parts[field] } : []));
      if (!sent.length) return;
      await db.query(sql`
        WITH sent AS (
          SELECT id, others FROM json_to_recordset(${JSON.stringify(sent)}::json) AS r(id bigint, others bigint[])
        ), gone AS (
          DELETE FROM ${raw(table)} l USING sent
          WHERE l.organization_id = ${organization_id} AND l.${raw(from)} = sent.id
            AND l.${raw(to)} <> ALL(sent.others)
        )
        INSERT INTO ${raw(table)} (organization_id, ${raw(from)}, ${raw(to)})
        SELECT ${organization_id}::bigint, sent.id, other.id
        FROM sent CROSS JOIN unnest(sent.others) WITH ORDINALITY AS other(id, at) ORDER BY sent.id, other.at
        ON CONFLICT DO NOTHING`);
    },
  };
}
