import sql, { Sql } from 'sql-template-tag';
import { failureOf, Unavailable } from '../common/errors/database-errors';
import { Failure } from '../common/errors/errors';
import { TableRow } from './field-map';
import type { ImportRun } from './import-run';
import type { Lookup } from './lookups';
import type { TableKind } from './table-kind';
import type { FileImport, Line } from './transfer-kind';
import { NTH } from './upsert';

const BATCH = 1000;

/** Takes the lines of one file into the table of their kind. */
export class TableImport implements FileImport {
  created = 0;
  updated = 0;
  /** Rows that refer to records of their own kind, which may stand further down in the file. */
  private readonly inside: TableRow[] = [];
  /** The ids of those that are counted as created or updated already. */
  private readonly counted = new Set<number>();

  constructor(
    private readonly kind: TableKind,
    private readonly run: ImportRun,
  ) {}

  async write(lines: Line[]): Promise<void> {
    const rows = lines.filter((line) => line.isGood).map((line) => this.kind.rowOf(line));
    const inside = rows.flatMap((row) => row.split(this.kind.name));
    await this.kind.prepare(rows, this.run);
    await this.resolve(rows);
    await this.tellApart(good(rows));
    const written = new Set(await this.store(good(rows)));
    for (const { row, rest } of inside) {
      if (!row.line.isGood) continue;
      if (written.has(row.id!)) this.counted.add(row.id!);
      for (const column of this.kind.match) rest.columns[column] = row.columns[column];
      this.inside.push(rest);
    }
    for (const line of lines) if (!line.isGood) this.run.refuse(this.kind.name, this.kind.keyOf(line));
  }

  async finish(): Promise<Line[]> {
    for (let from = 0; from < this.inside.length; from += BATCH) {
      const rows = this.inside.slice(from, from + BATCH);
      await this.resolve(rows);
      await this.store(good(rows));
    }
    return this.inside.map(({ line }) => line);
  }

  /** Finds the ids of what the rows refer to; refuses those that refer to nothing. */
  private async resolve(rows: TableRow[]): Promise<void> {
    const wanted = new Map<Lookup, Set<string>>();
    for (const { lookup, key } of rows.flatMap((row) => row.wanted)) {
      const keys = wanted.get(lookup) ?? new Set();
      wanted.set(lookup, keys.add(key));
    }
    await this.run.find(wanted);
    for (const row of rows)
      for (const { field, lookup, key, take, optional } of row.wanted) {
        const id = this.run.idOf(lookup, key);
        if (id !== undefined) take(row, id);
        else if (this.run.wasRefused(lookup.kind, key)) row.line.leftOut = true;
        else if (!optional) row.line.refuse(field, lookup.unknown(key));
      }
  }

  /**
   * Refuses a row whose key an earlier line of the file has: which of the two is meant? Where several records
   * may have it, they are counted.
   */
  private async tellApart(rows: TableRow[]): Promise<void> {
    const { name, match, several } = this.kind;
    if (match.includes('id')) return; // known by their order alone
    const known = [name, ...match].join(' '); // parts of two kinds may lie in one table
    const keys = rows.map(({ columns }) => JSON.stringify(match.map((column) => columns[column] ?? null)));
    if (several) {
      const before = await this.run.timesBefore(known, keys);
      rows.forEach(({ columns }, at) => (columns[NTH] = before[at]));
      return;
    }
    const numbers = rows.map(({ line }) => line.number);
    const first = await this.run.firstLines(known, keys, numbers);
    rows.forEach(({ line }, at) => {
      const number = first.get(keys[at]!);
      if (number !== line.number) line.refuse(this.kind.keyField, `is on line ${number} already`);
    });
  }

  /**
   * Writes rows together; when the database refuses them, looks for the bad ones by halves. Returns the ids of
   * those that it created or changed.
   */
  private async store(rows: TableRow[]): Promise<number[]> {
    if (!rows.length) return [];
    const { db } = this.run;
    await db.query(sql`SAVEPOINT batch`);
    try {
      const { created, updated } = await this.upsert(rows);
      await db.query(sql`RELEASE SAVEPOINT batch`);
      this.created += created.length;
      this.updated += updated.filter((id) => !this.counted.has(id)).length;
      return [...created, ...updated];
    } catch (error) {
      await db.query(sql`ROLLBACK TO SAVEPOINT batch`);
      await db.query(sql`RELEASE SAVEPOINT batch`);
      if (rows.length === 1) {
        refuse(rows[0]!.line, error);
        return [];
      }
      const half = Math.ceil(rows.length / 2);
      const first = await this.store(rows.slice(0, half));
      return [...first, ...(await this.store(rows.slice(half)))];
    }
  }

  /** The ids of the rows that it created, and of those that it changed. */
  private async upsert(rows: TableRow[]): Promise<{ created: number[]; updated: number[] }> {
    const { db } = this.run;
    const { organization_id } = db.actor;
    const statements = this.kind.statements(db.dataSource);
    const json = JSON.stringify(rows.map(({ columns }) => columns));
    const ids = async (statement: Sql) => (await db.query<{ id: number }>(statement)).map(({ id }) => id);
    const created = await ids(statements.insert(organization_id, json));
    const isNew = created.length === rows.length;
    const updated = isNew ? [] : await ids(statements.update(organization_id, json));
    if (this.kind.hasParts) {
      const all = isNew ? created : await ids(statements.ids(organization_id, json));
      rows.forEach((row, at) => (row.id = all[at]!));
      await this.kind.written(rows, this.run);
    }
    return { created, updated };
  }
}

function good(rows: TableRow[]): TableRow[] {
  return rows.filter(({ line }) => line.isGood);
}

/** Says on the line what the database said. Throws what is not the line's fault. */
function refuse(line: Line, error: unknown): void {
  const failure = error instanceof Failure ? error : failureOf(error);
  if (!failure || failure instanceof Unavailable) throw error;
  const [[field, [reason]] = ['line', [failure.message]]] = Object.entries(failure.errors ?? {});
  line.refuse(field, reason!);
}
