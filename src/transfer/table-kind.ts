import type { Type } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import type { Db } from '../common/database/db';
import { InputField, inputFields } from '../common/input/input-fields';
import type { RowClass } from '../common/schema/columns';
import { column, FieldMap, TableRow } from './field-map';
import type { ImportRun } from './import-run';
import { joinKey, Lookup, lookupOf, tableOf } from './lookups';
import { TableImport } from './table-import';
import type { FileImport, Line, TransferKind } from './transfer-kind';
import { Upsert } from './upsert';

export interface TableKindOptions {
  entity: RowClass;
  /** The request classes whose fields a line may have: the body's, then what no body takes. */
  input: Type[];
  /** The fields that a record is known by. */
  key: string[];
  /** Fields that a line must have, although the request class does not say so. */
  required?: string[];
  /** How fields are kept that are not simply a column; null for one that a line does not have. */
  maps?: Record<string, FieldMap | null>;
  /** Columns that follow from others. */
  derived?: { columns: string[]; fill: (row: TableRow) => void };
  /** The columns that a record is found by, where they are not those of the key. */
  match?: string[];
  /** Several records may have the same key: they are known by their order among each other, too. */
  several?: boolean;
  /** How other lines name the record, where that takes more than one field. */
  named?: Lookup;
  /** Columns that are given with a line and are no field of it. */
  internal?: string[];
}

/** What json_agg puts between objects; a line feed inside of a string is written otherwise. */
const BREAK = ', \n ';

/** A kind whose records are the rows of one table, known by a key. */
export class TableKind implements TransferKind {
  readonly name: string;
  readonly fields: InputField[];
  readonly match: string[];
  private readonly maps = new Map<string, FieldMap>();
  private upsert: Upsert | undefined;

  constructor(private readonly options: TableKindOptions) {
    const { entity, input, key, maps = {}, required = [] } = options;
    this.name = tableOf(entity);
    const fields = new Map(input.flatMap(inputFields).map((field) => [field.name, field]));
    this.fields = [...fields.values()]
      .filter(({ name }) => maps[name] !== null)
      .map((field) => (required.includes(field.name) ? { ...field, required: true, notNull: true } : field));
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

  get several(): boolean {
    return this.options.several ?? false;
  }

  open(run: ImportRun): FileImport {
    return new TableImport(this, run);
  }

  export(db: Db): Sql {
    const order = [...this.options.key.map((field) => `f."${field}"::text COLLATE "C"`), 't.id'];
    return sql`
      SELECT replace(row_to_json(f)::text, ${BREAK}, ', ') AS line
      FROM ${raw(this.name)} t CROSS JOIN LATERAL (SELECT ${raw(this.values(db.dataSource))}) f
      WHERE t.organization_id = ${db.actor.organization_id} ORDER BY ${raw(order.join(', '))}`;
  }

  /** What an export says of the records that have one of these keys, for a kind with a key of one text column. */
  async said<T>(db: Db, keys: string[]): Promise<T[]> {
    const rows = await db.query<{ line: T }>(sql`
      SELECT row_to_json(f) AS line
      FROM ${raw(this.name)} t CROSS JOIN LATERAL (SELECT ${raw(this.values(db.dataSource))}) f
      WHERE t.organization_id = ${db.actor.organization_id} AND t.${raw(this.keyField)} = ANY(${keys}::text[])`);
    return rows.map(({ line }) => line);
  }

  /** SQL of the fields of a row `t`, each under its name. */
  values(dataSource: DataSource): string {
    const metadata = dataSource.getMetadata(this.options.entity);
    const values = [...this.maps].flatMap(([name, { value }]) =>
      value ? `${value(metadata)} AS "${name}"` : [],
    );
    return values.join(', ');
  }

  /** The statements that write the rows of this table. */
  statements(dataSource: DataSource): Upsert {
    const { entity, derived, internal = [] } = this.options;
    const columns = this.allMaps().flatMap((map) => map.columns);
    const all = new Set([...internal, ...columns, ...(derived?.columns ?? [])]);
    all.delete('id');
    const merged = this.allMaps().flatMap((map) => map.merges ?? []);
    const metadata = dataSource.getMetadata(entity);
    return (this.upsert ??= new Upsert(metadata, [...all], this.match, this.several, merged));
  }

  /** A line as the table will have it, but for the ids of what it refers to. */
  rowOf(line: Line): TableRow {
    const row = new TableRow(line);
    for (const name of this.options.internal ?? []) row.columns[name] = line.values[name];
    for (const [field, map] of this.maps) map.put(row, line.values[field]);
    this.options.derived?.fill(row);
    return row;
  }

  /** The text by which other lines name the record of a line. */
  keyOf({ values }: Line): string {
    const { key, named } = this.options;
    if (named) return named.keyOf(values);
    if (key.length > 1) return joinKey(...key.map((field) => values[field]));
    return lookupOf(this.name, this.keyField).keyOf(values[this.keyField]);
  }

  async prepare(rows: TableRow[], run: ImportRun): Promise<void> {
    for (const map of this.allMaps()) await map.prepare?.(rows, run);
  }

  /** Whether fields are kept in other tables, which needs the ids of the rows. */
  get hasParts(): boolean {
    return this.allMaps().some((map) => map.written);
  }

  /** Writes what is kept in other tables, after the rows are there. */
  async written(rows: TableRow[], run: ImportRun): Promise<void> {
    for (const map of this.allMaps()) await map.written?.(rows, run);
  }

  private allMaps(): FieldMap[] {
    return [...this.maps.values()];
  }
}
