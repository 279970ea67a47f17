import sql, { raw } from 'sql-template-tag';
import type { FieldMap, TableRow } from './field-map';
import type { TableKind } from './table-kind';
import { Line } from './transfer-kind';

type Part = Record<string, unknown>;

/**
 * A field whose objects are rows of a table of their own: what a line says replaces what was. The rows name
 * their whole in the column `whole`; those of a list have a column `position`, from 0, and without one there
 * is one object at most. The kind has both columns as `internal` ones, and finds its rows by them.
 */
export function parts(field: string, kind: TableKind, whole: string, position?: string): FieldMap {
  const listed = (value: unknown) => (position ? ((value ?? []) as Part[]) : value ? [value as Part] : []);

  const partLines = (rows: TableRow[]) =>
    rows.flatMap((row) =>
      (row.parts[field] as Part[]).map((part, at) => ({
        row,
        at: position ? `${field}.${at}.` : `${field}.`,
        line: new Line(row.line.number, { ...part, [whole]: row.id, ...(position && { [position]: at }) }),
      })),
    );

  return {
    columns: [],
    kinds: kind.after,
    value: ({ dataSource }) => {
      const rows = `FROM (SELECT t.organization_id, t.id) o
        JOIN ${kind.name} t ON t.organization_id = o.organization_id AND t.${whole} = o.id
        CROSS JOIN LATERAL (SELECT ${kind.values(dataSource)}) f`;
      return position
        ? `(SELECT coalesce(json_agg(f ORDER BY t.${position}), '[]'::json) ${rows})`
        : `(SELECT row_to_json(f) ${rows})`;
    },
    put: (row, value) => {
      if (value !== undefined) row.parts[field] = listed(value);
    },
    written: async (rows, run) => {
      const sent = rows.filter((row) => row.parts[field]);
      if (!sent.length) return;
      const counts = JSON.stringify(
        sent.map(({ id, parts }) => ({ id, count: (parts[field] as Part[]).length })),
      );
      const beyond = position ? sql`t.${raw(position)} >= r.count` : sql`r.count = 0`;
      await run.db.query(sql`
        DELETE FROM ${raw(kind.name)} t USING json_to_recordset(${counts}::json) AS r(id bigint, count integer)
        WHERE t.organization_id = ${run.db.actor.organization_id} AND t.${raw(whole)} = r.id AND ${beyond}`);
      const lines = partLines(sent);
      await kind.open(run).write(lines.map(({ line }) => line));
      for (const { row, at, line } of lines) {
        for (const refusal of line.refusals) row.line.refuse(at + refusal.field, refusal.reason);
        if (line.leftOut) row.line.leftOut = true;
      }
    },
  };
}
