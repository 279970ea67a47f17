import sql, { empty, raw } from 'sql-template-tag';
import type { FieldMap, TableRow } from './field-map';
import type { TableKind } from './table-kind';
import type { ImportRun } from './import-run';
import { Line } from './transfer-kind';

type Part = Record<string, unknown>;

/**
 * A field whose objects are rows of a table of their own: what a line says replaces what was. The rows name
 * their whole in the column `whole`, which is an `internal` one of their kind. Those of a list are known by
 * the column `by` beside it: an internal one counts them from 0, and the id says that they are known by their
 * order alone. Without it there is one object at most.
 */
export function parts(field: string, kind: TableKind, whole: string, by?: string): FieldMap {
  const listed = (value: unknown) => (by ? ((value ?? []) as Part[]) : value ? [value as Part] : []);

  /** What a part of a list does not say is not what another one said at its place before. */
  const unsaid = by ? Object.fromEntries(kind.fields.map(({ name }) => [name, null])) : {};

  const partLines = (rows: TableRow[], known: Map<unknown, number[]>) =>
    rows.flatMap((row) =>
      (row.parts[field] as Part[]).map((part, at) => {
        const place = by && { [by]: by === 'id' ? known.get(row.id)?.[at] : at };
        const path = by ? `${field}.${at}.` : `${field}.`;
        return {
          row,
          path,
          line: new Line(row.line.number, { ...unsaid, ...place, ...part, [whole]: row.id }),
        };
      }),
    );

  /** The ids of the parts that there are, by their whole. */
  const idsOf = async (wholes: number[], { db }: ImportRun): Promise<Map<unknown, number[]>> => {
    const rows = await db.query<{ id: number; ids: number[] }>(sql`
      SELECT t.${raw(whole)} AS id, json_agg(t.id ORDER BY t.id) AS ids FROM ${raw(kind.name)} t
      WHERE t.organization_id = ${db.actor.organization_id} AND t.${raw(whole)} = ANY(${wholes}::bigint[])
      GROUP BY t.${raw(whole)}`);
    return new Map(rows.map(({ id, ids }) => [id, ids]));
  };

  return {
    columns: [],
    kinds: kind.after,
    value: ({ dataSource }) => {
      const rows = `FROM (SELECT t.organization_id, t.id) o
        JOIN ${kind.name} t ON t.organization_id = o.organization_id AND t.${whole} = o.id
        CROSS JOIN LATERAL (SELECT ${kind.values(dataSource)}) f`;
      return by
        ? `(SELECT coalesce(json_agg(f ORDER BY t.${by}), '[]'::json) ${rows})`
        : `(SELECT row_to_json(f) ${rows})`;
    },
    put: (row, value) => {
      if (value !== undefined) row.parts[field] = listed(value);
    },
    written: async (rows, run) => {
      const sent = rows.filter((row) => row.parts[field]);
      if (!sent.length) return;
      const ids = sent.map(({ id }) => id!);
      const lines = partLines(sent, by === 'id' ? await idsOf(ids, run) : new Map<unknown, number[]>());
      const kept = JSON.stringify(
        lines.map(({ line: { values } }) => ({ [whole]: values[whole], ...(by && { [by]: values[by] }) })),
      );
      const same = by ? sql`AND n.${raw(by)} = t.${raw(by)}` : empty;
      await run.db.query(sql`
        DELETE FROM ${raw(kind.name)} t
        WHERE t.organization_id = ${run.db.actor.organization_id} AND t.${raw(whole)} = ANY(${ids}::bigint[])
          AND NOT EXISTS (
            SELECT FROM json_populate_recordset(NULL::${raw(kind.name)}, ${kept}::json) n
            WHERE n.${raw(whole)} = t.${raw(whole)} ${same})`);
      await kind.open(run).write(lines.map(({ line }) => line));
      for (const { row, path, line } of lines) {
        for (const refusal of line.refusals) row.line.refuse(path + refusal.field, refusal.reason);
        if (line.leftOut) row.line.leftOut = true;
      }
    },
  };
}
