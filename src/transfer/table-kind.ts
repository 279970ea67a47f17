import type { Type } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import type { Db } from '../common/database/db';
import { InputField, inputFields } from '../common/input/input-fields';
import type { RowClass } from '../common/schema/columns';
import { column, FieldMap, TableRow } from './field-map';
import type { ImportRun } from './import-run';
import { joinKey, lookupOf, tableOf } from './lookups';
import { TableImport } from './table-import';
import type { FileImport, Line, TransferKind } from './transfer-kind';
import { Upsert } from './upsert';

export interface TableKindOptions {
  entity: RowClass;
  /** The request classes whose fields a line may have: the body's, then what no body takes. */
  input: Type[];
  /** The fields that a record is known by. */
  key: string[];
  /** How fields are kept that are not simply a column; null for one that a line does not have. */
  maps?: Record<string, FieldMap | null>;
  /** Columns that follow from others. */
  derived?: { columns: string[]; fill: (row: TableRow) => void };
  /** The columns that a record is found by, where they are not those of the key. */
  match?: string[];
}

/** A kind whose records are the rows of one table, known by a key. */
export class TableKind implements TransferKind {
  readonly name: string;
  readonly fields: InputField[];
  readonly match: string[];
  private readonly maps = new Map<string, FieldMap>();
  private upsert: Upsert | undefined;

  constructor(private readonly options: TableKindOptions) {
    const { entity, input, key, maps = {} } = options;
    this.name = tableOf(entity);
    this.fields = input.flatMap((type) => inputFields(type)).filter(({ name }) => maps[name] !== null);
    for (const { name } of this.fields) this.maps.set(name, maps[name] ?? column(name));
    this.match = options.match ?? key.flatMap((field) => this.maps.get(field)!.columns);
  }

  get after(): string[] {
    const kinds = this.allMaps().flatMap((map) => map.kinds ?? []);
    return [...new Set(kinds)].filter((kind) => kind !== this.name);
  }

  /** The field that a refusal of the whole record names. */
  get keyField(): string {
    return this.options.key[0]!;
  }

  open(run: ImportRun): FileImport {
    return new TableImport(this, run);
  }

  export(db: Db): Sql {
    const { metadata } = db.repo(this.options.entity);
    const values = [...this.maps].map(([name, map]) => `${map.value(metadata)} AS "${name}"`);
    const order = this.options.key.map((field) => `f."${field}" COLLATE "C"`);
    return sql`
      SELECT row_to_json(f)::text AS line
      FROM ${raw(this.name)} t CROSS JOIN LATERAL (SELECT ${raw(values.join(', '))}) f
      WHERE t.organization_id = ${db.actor.organization_id} ORDER BY ${raw(order.join(', '))}`;
  }

  /** The statements that write the rows of this table. */
  statements(db: Db): Upsert {
    const columns = new Set(this.allMaps().flatMap((map) => map.columns));
    for (const name of this.options.derived?.columns ?? []) columns.add(name);
    return (this.upsert ??= new Upsert(db.repo(this.options.entity).metadata, [...columns], this.match));
  }

  /** A line as the table will have it, but for the ids of what it refers to. */
  rowOf(line: Line): TableRow {
    const row = new TableRow(line);
    for (const [field, map] of this.maps) map.put(row, line.values[field]);
    this.options.derived?.fill(row);
    return row;
  }

  /** The text by which other lines name the record of a line. */
  keyOf({ values }: Line): string {
    const { key } = this.options;
    return key.length > 1
      ? joinKey(...key.map((field) => values[field]))
      : lookupOf(this.name, key[0]!).keyOf(values[key[0]!]);
  }

  /** Writes what is kept in other tables, after the rows are there. */
  async written(rows: TableRow[], run: ImportRun): Promise<void> {
    for (const map of this.allMaps()) await map.written?.(rows, run);
  }

  private allMaps(): FieldMap[] {
    return [...this.maps.values()];
  }
}
