import type { Type } from '@nestjs/common';
import type { Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import type { Db } from '../database/db';
import { planned } from '../database/query';
import { COMMON } from '../errors/codes';
import { Invalid } from '../errors/errors';
import { InputField, inputFields } from '../input/input-fields';
import { hasUnseen, UNSEEN_REASON } from '../input/values';
import type { Columns, Row, RowClass, Values } from '../schema/columns';
import { column, FieldMap } from './field-map';
import { joinKey, Lookup, lookupOf, tableOf } from './lookups';
import { NTH, Upsert } from './upsert';
import { good, RowOf, Stored, WriteRow } from './write-row';
import { WriteRun } from './write-run';

/** A rule of a resource. It looks at all rows at once and refuses those that break it; it gets the good ones. */
export type Check<R> = (rows: R[], run: WriteRun) => Promise<void> | void;

/** A rule of daily work: a file, which tells what has happened, is not held to it (decision 86). */
export function daily<R>(check: Check<R>): Check<R> {
  return (rows, run) => (run.history ? undefined : check(rows, run));
}

/** The bytes of JSON that a record takes at most, as a request makes it (decision 270). */
const MOST_BYTES = 256 * 1024;

export interface WriteOptions<E extends Row, R = RowOf<E>> {
  entity: RowClass<E>;
  /** The request classes whose fields a record has: the body's, then those that only a file may say. */
  input: Type[];
  /** The fields that a record is known by. */
  key: string[];
  /** Fields that every record has, although the request class does not say so. */
  required?: string[];
  /** How fields are kept that are not simply a column; null for one that a file does not say. */
  maps?: Record<string, FieldMap | null>;
  /** Columns that follow from what was said. */
  derived?: { columns: string[]; fill: (row: R) => void };
  /** Rules, in the order in which they refuse. */
  checks?: Check<R>[];
  /** Rules that are looked at when the rows are written. */
  afterwards?: Check<R>[];
  /** Whether maps or rules compare with the record as it is stored. */
  compares?: boolean;
  /** The columns that a file's record is found by, where they are not those of the key. */
  match?: string[];
  /** Several records may have the same key: they are known by their order among each other, too. */
  several?: boolean;
  /** How other lines name the record, where that takes more than one field. */
  named?: Lookup;
  /** Columns that are given beside what was said. */
  internal?: string[];
  /** A rule that a deletion by a request has to keep; it throws Refused. */
  removal?: (db: Db, id: number) => Promise<void>;
}

/** What a request may want otherwise. */
export interface WriteRequest<E extends Row> {
  /** Inserts the row, where that is more than an insert, and returns its id. */
  insert?: (columns: Values<E>) => Promise<number>;
  /** Where the body has a field. */
  path?: (field: string) => string;
}

/**
 * The write half of a resource, as a view is the reading half: how its fields become columns, what they refer
 * to, its parts and its rules. A request writes one record by it, an import a thousand at a time.
 */
export class WriteModel<E extends Row = Row> {
  readonly name: string;
  /** The fields that a file may say. */
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
    // what only a request says: it is kept likewise, after what a file says
    for (const [name, map] of Object.entries(maps)) if (map && !this.maps.has(name)) this.maps.set(name, map);
    this.match = options.match ?? key.flatMap((field) => this.maps.get(field)!.columns);
  }

  get entity(): RowClass<E> {
    return this.options.entity;
  }

  /** The fields that a record is known by. */
  get key(): string[] {
    return this.options.key;
  }

  get several(): boolean {
    return this.options.several ?? false;
  }

  /** Sees to it that a record may be deleted, as far as the model has a rule of that. Throws Refused. */
  async refuseRemoval(db: Db, id: number): Promise<void> {
    await this.options.removal?.(db, id);
  }

  /** Whether what is stored counts. */
  get compares(): boolean {
    return this.options.compares ?? false;
  }

  /** The kinds that records of this one refer to. */
  get kinds(): string[] {
    return [...new Set(this.allMaps().flatMap((map) => map.kinds ?? []))];
  }

  /**
   * Writes a new record and returns its id.
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
   * Writes what a request says of a record, which its caller has locked.
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
    // what is kept in other tables may differ, which is a change of the record as well
    const isWhole = !Object.keys(row.parts).length;
    await db.update(this.entity, isWhole ? before : before.id, row.columns as Values<E>);
    await this.settle([row], run);
    orThrow(row);
  }

  /**
   * Makes columns of what was said, and holds the rows to the rules; those that break one are no longer good.
   * @param locate finds out which records the rows are about, once their references are known
   */
  async ready(rows: WriteRow[], run: WriteRun, locate?: (rows: WriteRow[]) => Promise<void>): Promise<void> {
    const { internal = [] } = this.options;
    for (const row of rows) {
      for (const name of internal) row.set(name, row.values[name]);
      for (const [field, map] of this.maps) map.put(row, row.values[field]);
      this.derived?.fill(row);
      if (!run.exported) this.refuseUnseen(row);
    }
    for (const map of this.allMaps()) await map.prepare?.(good(rows), run);
    await this.resolve(rows, run);
    await locate?.(good(rows));
    for (const map of this.allMaps()) await map.complete?.(good(rows), run);
    await this.resolve(rows, run);
    this.require(good(rows));
    for (const check of this.checks) await check(good(rows), run);
  }

  /** Finds the ids of what the rows refer to; records of their own kind may stand further down in a file. */
  async resolve(rows: WriteRow[], run: WriteRun): Promise<void> {
    if (run.history)
      for (const row of rows) {
        const isOwn = ({ lookup }: { lookup: Lookup }) => lookup.kind === this.name;
        row.deferred.push(...row.wanted.filter(isOwn));
        row.wanted = row.wanted.filter((wanted) => !isOwn(wanted));
      }
    if (rows.some(({ wanted }) => wanted.length)) await run.resolve(rows);
  }

  /** Writes what is kept in other tables, after the rows are there. */
  async settle(rows: WriteRow[], run: WriteRun): Promise<void> {
    for (const map of this.allMaps()) await map.written?.(good(rows), run);
    for (const check of this.afterwards) await check(good(rows), run);
  }

  /**
   * Writes rows that are ready, new ones and others, and returns the ids of those that it created or changed.
   * @param fresh none of them can be there
   */
  async store(
    rows: WriteRow[],
    run: WriteRun,
    fresh = false,
  ): Promise<{ created: number[]; updated: number[] }> {
    if (!rows.length) return { created: [], updated: [] };
    const { db } = run;
    const { organization_id } = db.actor;
    const statements = this.statements(db.dataSource);
    const json = jsonOf(rows);
    // planned anew for each batch of a file, since the tables grow
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

  /** Finds and locks the records that the rows are about, as they are stored. */
  async findStored(rows: WriteRow[], { db, history }: WriteRun): Promise<void> {
    const stored = this.statements(db.dataSource).stored(db.actor.organization_id, this.keysOf(rows));
    const statement = history ? planned(stored) : stored;
    for (const { at, ...before } of await db.query<Stored & { at: number }>(statement))
      rows[at]!.before = before;
  }

  /** What an export would say of the records that the rows are about, by the place of the row. Locks nothing. */
  async saidOf(rows: WriteRow[], { db }: WriteRun): Promise<Map<number, string>> {
    const said = this.statements(db.dataSource).said(
      db.actor.organization_id,
      this.keysOf(rows),
      this.values(db.dataSource),
    );
    const lines = await db.query<{ at: number; line: string }>(planned(said));
    return new Map(lines.map(({ at, line }) => [at, line]));
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
    return (this.upsert ??= new Upsert(metadata, [...all], this.match, internal, this.several));
  }

  /** SQL of the fields of a row `t`, each under its name, as an export writes them. */
  values(dataSource: DataSource): string {
    const metadata = dataSource.getMetadata(this.options.entity);
    const values = this.fields.flatMap(({ name }) => {
      const { value } = this.maps.get(name)!;
      return value ? `${value(metadata)} AS "${name}"` : [];
    });
    return values.join(', ');
  }

  /** The text by which other lines name the record of a line. */
  keyOf(values: Record<string, unknown>): string {
    const { key, named } = this.options;
    if (named) return named.keyOf(values);
    if (key.length > 1) return joinKey(...key.map((field) => values[field]));
    return lookupOf(this.name, key[0]!).keyOf(values[key[0]!]);
  }

  /** Inserts a row and returns its id; a key that was made gives way to one that no other record has. */
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

  /** Refuses names with characters that nobody sees, unless they are stored already (decision 355). */
  private refuseUnseen(row: WriteRow): void {
    for (const { name, isName } of this.fields) {
      const value = row.columns[name];
      if (isName && typeof value === 'string' && value !== row.before?.[name] && hasUnseen(value))
        row.invalid(name, UNSEEN_REASON);
    }
  }

  /** Refuses rows that lack what every record has. */
  private require(rows: WriteRow[]): void {
    for (const row of rows)
      for (const field of this.options.required ?? [])
        for (const name of this.maps.get(field)!.columns) {
          const value = row.columns[name];
          if (value === null || (value === undefined && !row.before)) row.invalid(field, 'is required');
        }
  }

  /** The columns that the rows are found by, as JSON. */
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

/** A rule as the machinery calls it, which does not know the columns of the entity. */
function ofAnyRow<E extends Row>(check: Check<RowOf<E>>): Check<WriteRow> {
  return (rows, run) => check(rows as (WriteRow & RowOf<E>)[], run);
}

function orThrow(row: WriteRow): void {
  const { failure } = row;
  if (failure) throw failure;
}

/** Refuses a record that would take too many bytes: what is stored of it, and what is said. Throws Invalid. */
function requireBytes({ before, values, columns }: WriteRow): void {
  const bytes = Buffer.byteLength(JSON.stringify({ ...before, ...values, ...columns }));
  if (bytes > MOST_BYTES)
    throw new Invalid({}, `A record takes at most ${MOST_BYTES / 1024} KiB.`, COMMON.record_too_large);
}

function jsonOf(rows: WriteRow[]): string {
  return JSON.stringify(rows.map(({ columns }) => columns));
}
