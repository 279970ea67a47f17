import sql, { empty, raw } from 'sql-template-tag';
import type { FieldMap, TableRow } from './field-map';
import type { TableKind } from './table-kind';
import { Line } from './transfer-kind';

type Part = Record<string, unknown>;

/**
 * A field whose objects are rows of a table of their own: what a line says replaces what was. The rows name
 * their whole in the column `whole`, which is an `internal` one of their kind. Those of a list are known by
 * the column `by` beside it: an internal one counts them from 0. Without it there is one object at most.
 */
export function parts(field: string, kind: TableKind, whole: string, by?: string): FieldMap {
  const listed = (value: unknown) => (by ? ((value ?? []) as Part[]) : value ? [value as Part] : []);

  const partLines = (rows: TableRow[]) =>
    rows.flatMap((row) =>
      (row.parts[field] as Part[]).map((part, at) => ({
        row,
        path: by ? `${field}.${at}.` : `${field}.`,
        line: new Line(row.line.number, { ...(by && { [by]: at }), ...part, [whole]: row.id }),
      })),
    );

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
      const lines = partLines(sent);
      const ids = sent.map(({ id }) => id);
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
