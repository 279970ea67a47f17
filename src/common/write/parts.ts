import sql, { empty, raw } from 'sql-template-tag';
import { among } from '../database/sql/conditions';
import type { Row } from '../schema/columns';
import type { FieldMap } from './field-map';
import type { WriteModel } from './write-model';
import { good, WriteRow } from './write-row';
import type { WriteRun } from './write-run';

type Part = Record<string, unknown>;

/**
 * A row that is part of another row, its whole. It shares the refusals of the whole, and is good as long as the whole
 * is.
 */
export class PartRow extends WriteRow {
  constructor(
    values: Part,
    readonly whole: WriteRow,
  ) {
    super(values, whole.refusals);
  }

  override leaveOut(): void {
    this.whole.leaveOut();
  }

  override get isGood(): boolean {
    return this.whole.isGood;
  }
}

/**
 * A field whose objects are rows of another table; what is sent replaces what is stored.
 * - `whole` is the column that refers to the whole; it is `internal` in the model of the parts.
 * - `by` is the column that identifies a part in a list. An internal column is numbered from 0; `id` matches parts by
 *   their order. Without `by`, the field is one object at most.
 * - `which` is an SQL condition on the parts `t`, for a table that holds other parts as well.
 */
export function parts<E extends Row>(
  field: string,
  model: WriteModel<E>,
  whole: string,
  by?: string,
  which = 'true',
): FieldMap {
  const listed = (value: unknown) => (by ? ((value ?? []) as Part[]) : value ? [value as Part] : []);

  /** A stored part may be replaced by another one in its place, so fields that were not sent become null. */
  const unsaid = by ? Object.fromEntries(model.fields.map(({ name }) => [name, null])) : {};

  const rowsOf = (wholes: WriteRow[], known: Map<unknown, number[]>) =>
    wholes.flatMap((row) =>
      (row.parts[field] as Part[]).map((part, at) => {
        const place = by && { [by]: by === 'id' ? known.get(row.id)?.[at] : at };
        const rowOfPart = new PartRow({ ...unsaid, ...place, ...part, [whole]: row.id }, row);
        rowOfPart.path = (name) => row.path(by ? `${field}.${at}.${name}` : `${field}.${name}`);
        return rowOfPart;
      }),
    );

  /** The ids of the stored parts, by the id of their whole. */
  const idsOf = async (wholes: number[], { db }: WriteRun): Promise<Map<unknown, number[]>> => {
    const rows = await db.query<{ id: number; ids: number[] }>(sql`
      SELECT t.${raw(whole)} AS id, json_agg(t.id ORDER BY t.id) AS ids FROM ${raw(model.name)} t
      WHERE t.organization_id = ${db.actor.organization_id} AND ${among(`t.${whole}`, wholes)}
        AND ${raw(which)}
      GROUP BY t.${raw(whole)}`);
    return new Map(rows.map(({ id, ids }) => [id, ids]));
  };

  /** Deletes the stored parts that were not sent. */
  const clear = async (wholes: number[], rows: WriteRow[], { db }: WriteRun): Promise<void> => {
    const kept = rows.map(({ values }) => ({ [whole]: values[whole], ...(by && { [by]: values[by] }) }));
    const same = by ? sql`AND n.${raw(by)} = t.${raw(by)}` : empty;
    await db.query(sql`
      DELETE FROM ${raw(model.name)} t
      WHERE t.organization_id = ${db.actor.organization_id} AND ${among(`t.${whole}`, wholes)}
        AND ${raw(which)} AND NOT EXISTS (
          SELECT FROM json_populate_recordset(NULL::${raw(model.name)}, ${JSON.stringify(kept)}::json) n
          WHERE n.${raw(whole)} = t.${raw(whole)} ${same})`);
  };

  return {
    columns: [],
    kinds: model.kinds,
    value: ({ dataSource }) => {
      const rows = `FROM (SELECT t.organization_id, t.id) o
        JOIN ${model.name} t ON t.organization_id = o.organization_id AND t.${whole} = o.id AND ${which}
        CROSS JOIN LATERAL (SELECT ${model.values(dataSource)}) f`;
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
      const wholes = sent.map(({ id }) => id!);
      const all = rowsOf(sent, by === 'id' ? await idsOf(wholes, run) : new Map<unknown, number[]>());
      // A record that a request creates has no parts yet.
      const old = sent.filter(({ before }) => run.history || before);
      if (old.length) await clear(wholes, all, run);
      await model.ready(all, run);
      await model.store(good(all), run, !old.length);
    },
  };
}
