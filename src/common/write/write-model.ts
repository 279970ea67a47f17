import type { Type } from '@nestjs/common';
import type { Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import type { Db } from '../database/db';
import { planned } from '../database/sql/query';
import { fieldNotOpen } from '../errors/closed-field';
import { COMMON } from '../errors/codes';
import { Invalid, throwTogether } from '../errors/errors';
import { InputField, inputFields } from '../input/input-fields';
import { hasUnseen, UNSEEN_REASON } from '../input/values';
import type { Columns, Row, RowClass, Values } from '../schema/columns';
import { column, FieldMap } from './field-map';
import { joinKey, Lookup, lookupOf, tableOf } from './lookups';
import { NTH, Upsert } from './upsert';
import { good, RowOf, Stored, WriteRow } from './write-row';
import { Place, WriteRun } from './write-run';

/** A rule of a resource. It gets all rows of a batch that are still good, and refuses those that break it. */
export type Check<R> = (rows: R[], run: WriteRun) => Promise<void> | void;

/**
 * A rule of daily work. It is skipped for a file, which records what has happened (decision 86, rules of daily work).
 */
export function daily<R>(check: Check<R>): Check<R> {
  return (rows, run) => (run.history ? undefined : check(rows, run));
}

/** The maximum size of a record that a request writes, in bytes of JSON (decision 270, one record). */
const MOST_BYTES = 256 * 1024;

export interface WriteOptions<E extends Row, R = RowOf<E>> {
  entity: RowClass<E>;
  /** The request classes with the fields of a record: that of the body first, then those with fields of files only. */
  input: Type[];
  /** The fields that identify a record. */
  key: string[];
  /** Fields that are required although their request class does not say so. */
  required?: string[];
  /** The mapping of fields that are not simply a column; null for a field that files do not have. */
  maps?: Record<string, FieldMap | null>;
  /** Columns that are computed from other columns. */
  derived?: { columns: string[]; fill: (row: R) => void };
  /** Rules that run before the rows are written, in this order. */
  checks?: Check<R>[];
  /** Rules that run after the rows are written. */
  afterwards?: Check<R>[];
  /** Whether maps or rules need the stored record (`before`). An import then reads and locks it. */
  compares?: boolean;
  /** The columns by which an import finds the stored record; those of the key by default. */
  match?: string[];
  /** Those of `match` of which no value matches any. */
  loose?: string[];
  /** Whether several records may have the same key. Their order then tells them apart. */
  several?: boolean;
  /**
   * Where a line is in the order in which an import makes the records of the kind, where lines of another kind make
   * some of them first.
   */
  place?: (values: Record<string, unknown>) => Place;
  /** How other lines name the record, where that takes more than one field. */
  named?: Lookup;
  /** Fields that a token which is limited to parties cannot set: of any record, and of one that is there. */
  closed?: { always: string[]; later?: string[] };
  /** Columns that the calling code sets, not the client. */
  internal?: string[];
  /** A rule for deletion by a request; throws Refused. */
  removal?: (db: Db, id: number) => Promise<void>;
}

/** Options of one request. */
export interface WriteRequest<E extends Row> {
  /** Inserts the row in place of a plain INSERT, and returns its id. */
  insert?: (columns: Values<E>) => Promise<number>;
  /** Maps the name of a field to its path in the body. */
  path?: (field: string) => string;
}

/**
 * The write side of a resource, as a view is its read side: the mapping of fields to columns, references, parts and
 * rules. A request writes one record with it, or a list of new ones; an import batches of a thousand. Hooks run in this order; a refused row
 * skips the hooks that run on the batch:
 *
 * | Step | Hook                  | Runs on  | Purpose                                                                |
 * | ---- | --------------------- | -------- | ---------------------------------------------------------------------- |
 * | 1    | `internal`            | each row | copies the columns that the calling code sets                          |
 * | 2    | `FieldMap.put`        | each row | puts each field into columns, parts and wanted references              |
 * | 3    | `derived.fill`        | each row | computes columns from other columns                                    |
 * | 4    | (built in)            | each row | refuses names with invisible characters (not in an export's file)      |
 * | 5    | `FieldMap.prepare`    | batch    | makes keys; lets a request keep links to deleted records               |
 * | 6    | `Lookup.find`         | batch    | resolves references to ids                                             |
 * | 7    | `locate`              | batch    | import only: finds duplicate lines, known lines and the stored records |
 * | 8    | `FieldMap.complete`   | batch    | uses the stored record; may add references                             |
 * | 9    | `Lookup.find`         | batch    | resolves the references that step 8 added                              |
 * | 10   | `required`            | batch    | refuses rows without a required field                                  |
 * | 11   | `checks`              | batch    | the rules, in their order                                              |
 * | 12   | `WriteRequest.insert` | one row  | request only: replaces the INSERT; else the model inserts or updates   |
 * | 13   | `FieldMap.written`    | batch    | writes other tables: links, parts                                      |
 * | 14   | `afterwards`          | batch    | rules that need the written rows                                       |
 *
 * A request throws its refusals after steps 11 and 14, and refuses a record that is too large before step 12. `removal`
 * runs apart, before a deletion.
 */
export class WriteModel<E extends Row = Row> {
  readonly name: string;
  /** The fields that a file may have. */
  readonly fields: InputField[];
  readonly match: string[];
  private readonly maps = new Map<string, FieldMap>();
  private readonly options: Omit<WriteOptions<E>, 'checks' | 'afterwards' | 'derived'>;
  private readonly checks: Check<WriteRow>[];
  private readonly afterwards: Check<WriteRow>[];
  private readonly derived?: { columns: string[]; fill: (row: WriteRow) => void };
  private upsert: Upsert | undefined;

  constructor(options: WriteOptions<E>) {
    this.options = options;
    this.checks = (options.checks ?? []).map(ofAnyRow);
    this.afterwards = (options.afterwards ?? []).map(ofAnyRow);
    const { derived } = options;
    this.derived = derived && { ...derived, fill: (row) => derived.fill(row as WriteRow & RowOf<E>) };
    const { entity, input, key, maps = {}, required = [] } = options;
    this.name = tableOf(entity);
    const byId = new Set(Object.values(maps).flatMap((map) => map?.idField ?? []));
    const fields = new Map(input.flatMap(inputFields).map((field) => [field.name, field]));
    this.fields = [...fields.values()]
      .filter(({ name }) => maps[name] !== null && !byId.has(name))
      .map((field) => (required.includes(field.name) ? { ...field, required: true, notNull: true } : field));
    for (const { name } of this.fields) this.maps.set(name, maps[name] ?? column(name));
    // Fields of requests only come after those of files.
    for (const [name, map] of Object.entries(maps)) if (map && !this.maps.has(name)) this.maps.set(name, map);
    this.match = options.match ?? key.flatMap((field) => this.maps.get(field)!.columns);
  }

  get entity(): RowClass<E> {
    return this.options.entity;
  }

  get key(): string[] {
    return this.options.key;
  }

  get several(): boolean {
    return this.options.several ?? false;
  }

  /** Runs the rule for deletion, if the model has one. Throws Refused. */
  async refuseRemoval(db: Db, id: number): Promise<void> {
    await this.options.removal?.(db, id);
  }

  get place(): WriteOptions<E>['place'] {
    return this.options.place;
  }

  /** Whether what is stored counts. */
  get compares(): boolean {
    return this.options.compares ?? false;
  }

  /** The kinds that records of this kind refer to. */
  get kinds(): string[] {
    return [...new Set(this.allMaps().flatMap((map) => map.kinds ?? []))];
  }

  /**
   * Creates a record from a request and returns its id.
   * @throws Invalid, Refused, Conflict
   */
  async create(db: Db, values: object, { insert, path }: WriteRequest<E> = {}): Promise<number> {
    const row = this.rowOf(values, path);
    const run = new WriteRun(db);
    await this.ready([row], run);
    orThrow(row);
    requireBytes(row);
    row.id = await (insert ? insert(row.columns as Values<E>) : this.insert(db, row));
    await this.settle([row], run);
    orThrow(row);
    return row.id;
  }

  /**
   * Creates records from one request, by as many statements as one takes. Returns their ids, in their order.
   * @throws Invalid, Refused, Conflict with what stands against all of them
   */
  async createAll(db: Db, sent: { values: object; path: (field: string) => string }[]): Promise<number[]> {
    const rows = sent.map(({ values, path }) => this.rowOf(values, path));
    const run = new WriteRun(db);
    await this.ready(rows, run);
    throwTogether(rows.map(({ failure }) => failure));
    rows.forEach(requireBytes);
    const { created } = await this.store(rows, run, true);
    throwTogether(rows.map(({ failure }) => failure));
    return created;
  }

  /**
   * Updates a record from a request. The caller has locked it.
   * @throws Invalid, Refused, Conflict
   */
  async update(
    db: Db,
    before: Columns<E> & Pick<Row, 'id'>,
    values: object,
    { path }: WriteRequest<E> = {},
  ): Promise<void> {
    const row = this.rowOf(values, path);
    Object.assign(row, { before, id: before.id });
    const run = new WriteRun(db);
    await this.ready([row], run);
    orThrow(row);
    requireBytes(row);
    // A change of another table is a change of the record, too: do not skip the update when no column differs.
    const isWhole = !Object.keys(row.parts).length;
    await db.update(this.entity, isWhole ? before : before.id, row.columns as Values<E>);
    await this.settle([row], run);
    orThrow(row);
  }

  /**
   * Maps the fields of the rows to columns and runs the checks. Rows that break one are no longer good.
   * @param locate finds the stored records, once the references are resolved
   */
  async ready(rows: WriteRow[], run: WriteRun, locate?: (rows: WriteRow[]) => Promise<void>): Promise<void> {
    const { internal = [] } = this.options;
    for (const row of rows) {
      for (const name of internal) row.set(name, row.values[name]);
      for (const [field, map] of this.maps) map.put(row, row.values[field]);
      this.derived?.fill(row);
      if (!run.exported) this.refuseUnseen(row);
    }
    if (run.db.actor.limited) for (const row of rows) this.refuseClosed(row);
    for (const map of this.allMaps()) await map.prepare?.(good(rows), run);
    await this.resolve(rows, run);
    await locate?.(good(rows));
    for (const map of this.allMaps()) await map.complete?.(good(rows), run);
    await this.resolve(rows, run);
    this.require(good(rows));
    for (const check of this.checks) await check(good(rows), run);
  }

  /**
   * Resolves the references of the rows to ids. In a file, references to the model's own kind are deferred, because the
   * line that they refer to may come later.
   */
  async resolve(rows: WriteRow[], run: WriteRun): Promise<void> {
    if (run.history)
      for (const row of rows) {
        const isOwn = ({ lookup }: { lookup: Lookup }) => lookup.kind === this.name;
        row.deferred.push(...row.wanted.filter(isOwn));
        row.wanted = row.wanted.filter((wanted) => !isOwn(wanted));
      }
    if (rows.some(({ wanted }) => wanted.length)) await run.resolve(rows);
  }

  /** Writes other tables, once the rows are written, and runs the rules for written rows. */
  async settle(rows: WriteRow[], run: WriteRun): Promise<void> {
    for (const map of this.allMaps()) await map.written?.(good(rows), run);
    for (const check of this.afterwards) await check(good(rows), run);
  }

  /**
   * Inserts and updates rows that are ready. Returns the ids of those that were created or changed.
   * @param fresh none of the rows exists yet
   */
  async store(
    rows: WriteRow[],
    run: WriteRun,
    fresh = false,
  ): Promise<{ created: number[]; updated: number[] }> {
    if (!rows.length) return { created: [], updated: [] };
    const { db } = run;
    const { organization_id } = db.actor;
    await this.giveIds(rows, run);
    const statements = this.statements(db.dataSource);
    const json = jsonOf(rows);
    // In an import, plan each batch anew, because the tables grow.
    const ids = async (statement: Sql) =>
      (await db.query<{ id: number }>(run.history ? planned(statement) : statement)).map(({ id }) => id);
    const created = await ids(statements.insert(organization_id, json, fresh));
    const isNew = created.length === rows.length;
    const updated = isNew ? [] : await ids(statements.update(organization_id, json));
    if (this.settles) {
      const all = isNew ? created : await ids(statements.ids(organization_id, this.keysOf(rows)));
      rows.forEach((row, at) => (row.id = all[at]!));
      await this.settle(rows, run);
    }
    return { created, updated };
  }

  /** Reads and locks the stored records of the rows, into `before`. */
  async findStored(rows: WriteRow[], { db, history }: WriteRun): Promise<void> {
    const stored = this.statements(db.dataSource).stored(db.actor.organization_id, this.keysOf(rows));
    const statement = history ? planned(stored) : stored;
    for (const { at, ...before } of await db.query<Stored & { at: number }>(statement))
      rows[at]!.before = before;
  }

  /** The stored records of the rows as lines of an export, by index of the row. Locks nothing. */
  async saidOf(rows: WriteRow[], { db }: WriteRun): Promise<Map<number, string>> {
    const stated = this.statements(db.dataSource).said(
      db.actor.organization_id,
      this.keysOf(rows),
      this.values(db.dataSource),
    );
    const lines = await db.query<{ at: number; line: string }>(planned(stated));
    return new Map(lines.map(({ at, line }) => [at, line]));
  }

  /** Gives rows the ids that the import keeps for them. */
  private async giveIds(rows: WriteRow[], run: WriteRun): Promise<void> {
    const { place } = this.options;
    if (!place || !run.history) return;
    const ids = await run.idsAt(
      this.name,
      rows.map(({ values }) => place(values)),
    );
    rows.forEach((row, at) => row.set('id', ids[at]));
  }

  /** Whether `settle` has something to do, which needs the ids of the rows. */
  get settles(): boolean {
    return this.afterwards.length > 0 || this.allMaps().some((map) => map.written);
  }

  private statements(dataSource: DataSource): Upsert {
    const { entity, internal = [] } = this.options;
    const columns = this.allMaps().flatMap((map) => map.columns);
    const all = new Set([...internal, ...columns, ...(this.derived?.columns ?? [])]);
    all.delete('id');
    const metadata = dataSource.getMetadata(entity);
    const { place } = this.options;
    return (this.upsert ??= new Upsert(metadata, [...all], this.match, internal, {
      several: this.several,
      placed: !!place,
      loose: this.options.loose ?? [],
    }));
  }

  /** The fields that an export writes, in its order. */
  get exported(): InputField[] {
    return this.fields.filter(({ name }) => this.maps.get(name)!.value);
  }

  /** Whether a new record has null in a field that its line leaves out, so that leaving it out says as much. */
  isNullLeftOut(dataSource: DataSource, field: string): boolean {
    const { columns } = this.maps.get(field)!;
    const [stored, ...others] = columns.map((name) =>
      dataSource.getMetadata(this.options.entity).findColumnWithPropertyName(name),
    );
    return others.length === 0 && stored?.isNullable === true && stored.default === undefined;
  }

  /** SQL of the fields of a row `t` as an export writes them, each under its name. */
  values(dataSource: DataSource): string {
    const metadata = dataSource.getMetadata(this.options.entity);
    return this.exported
      .map(({ name }) => `${this.maps.get(name)!.value!(metadata)} AS "${name}"`)
      .join(', ');
  }

  /** The key by which other lines refer to the record of a line. */
  keyOf(values: Record<string, unknown>): string {
    const { key, named } = this.options;
    if (named) return named.keyOf(values);
    if (key.length > 1) return joinKey(...key.map((field) => values[field]));
    return lookupOf(this.name, key[0]!).keyOf(values[key[0]!]);
  }

  /** Inserts a row and returns its id. A random key that is taken is replaced by another one. */
  private async insert(db: Db, { columns, made }: WriteRow): Promise<number> {
    if (!made) return db.insert(this.entity, columns as Values<E>);
    for (;;) {
      const id = await db.insertUnlessTaken(this.entity, columns as Values<E>, made.column);
      if (id !== undefined) return id;
      columns[made.column] = made.make();
    }
  }

  private rowOf(values: object, path?: (field: string) => string): WriteRow {
    const row = new WriteRow(values as Record<string, unknown>);
    if (path) row.path = path;
    return row;
  }

  /**
   * Refuses names with invisible characters, unless they are stored already (decision 355, names that find records).
   */
  private refuseUnseen(row: WriteRow): void {
    for (const { name, isName } of this.fields) {
      const value = row.columns[name];
      if (isName && typeof value === 'string' && value !== row.before?.[name] && hasUnseen(value))
        row.invalid(name, UNSEEN_REASON);
    }
  }

  private refuseClosed(row: WriteRow): void {
    const { always = [], later = [] } = this.options.closed ?? {};
    for (const field of row.before ? [...always, ...later] : always)
      if (row.values[field] !== undefined) row.refuse(field, fieldNotOpen(field));
  }

  /** Refuses rows without a required field. */
  private require(rows: WriteRow[]): void {
    for (const row of rows)
      for (const field of this.options.required ?? [])
        for (const name of this.maps.get(field)!.columns) {
          const value = row.columns[name];
          if (value === null || (value === undefined && !row.before)) row.invalid(field, 'is required');
        }
  }

  /** The columns that identify the stored rows, as JSON. */
  private keysOf(rows: WriteRow[]): string {
    const names = this.several ? [...this.match, NTH] : this.match;
    return JSON.stringify(
      rows.map(({ columns }) => Object.fromEntries(names.map((name) => [name, columns[name]]))),
    );
  }

  private allMaps(): FieldMap[] {
    return [...this.maps.values()];
  }
}

/** Drops the entity type of a rule, which the model does not need. */
function ofAnyRow<E extends Row>(check: Check<RowOf<E>>): Check<WriteRow> {
  return (rows, run) => check(rows as (WriteRow & RowOf<E>)[], run);
}

function orThrow(row: WriteRow): void {
  const { failure } = row;
  if (failure) throw failure;
}

/** Refuses a record that is too large, stored and sent values together. Throws Invalid. */
function requireBytes({ before, values, columns }: WriteRow): void {
  const bytes = Buffer.byteLength(JSON.stringify({ ...before, ...values, ...columns }));
  if (bytes > MOST_BYTES)
    throw new Invalid({}, `A record takes at most ${MOST_BYTES / 1024} KiB.`, COMMON.record_too_large);
}

function jsonOf(rows: WriteRow[]): string {
  return JSON.stringify(rows.map(({ columns }) => columns));
}
