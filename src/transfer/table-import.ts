import { isDeepStrictEqual } from 'node:util';
import sql from 'sql-template-tag';
import { failureOf, Unavailable } from '../common/errors/database-errors';
import { Failure } from '../common/errors/errors';
import { asStored, readInput } from '../common/input/input-fields';
import { parseJson } from '../common/input/parse-json';
import { NTH } from '../common/write/upsert';
import type { WriteModel } from '../common/write/write-model';
import { good, WriteRow } from '../common/write/write-row';
import type { ImportRun } from './import-run';
import type { FileImport, Line } from './transfer-kind';

const BATCH = 1000;

/** Writes the lines of one file into the table of their kind. */
export class TableImport implements FileImport {
  created = 0;
  updated = 0;
  /** Lines with references to their own kind, possibly to later lines. */
  private readonly inside: Line[] = [];
  /** Ids that `created` or `updated` already count. */
  private readonly counted = new Set<number>();

  constructor(
    private readonly model: WriteModel,
    private readonly run: ImportRun,
  ) {}

  async write(lines: Line[]): Promise<void> {
    const { model, run } = this;
    await model.ready(good(lines), run, async (rows) => {
      await this.tellApart(rows as Line[]);
      if (!model.compares && !model.settles) return;
      const known = await this.passOver(good(rows));
      if (model.compares && known.some(({ isGood }) => isGood)) await model.findStored(good(known), run);
    });
    const written = new Set(await this.store(good(lines)));
    for (const line of good(lines))
      if (line.deferred.length) {
        if (written.has(line.id!)) this.counted.add(line.id!);
        this.inside.push(line);
      }
    for (const line of lines)
      if (!line.isGood && !line.isKnown) run.refuse(model.name, model.keyOf(line.values));
    await run.wrote(lines.length);
  }

  async finish(): Promise<Line[]> {
    for (let from = 0; from < this.inside.length; from += BATCH) {
      const lines = this.inside.slice(from, from + BATCH);
      for (const line of lines) {
        const known = new Set(this.model.match);
        line.columns = Object.fromEntries(Object.entries(line.columns).filter(([name]) => known.has(name)));
        line.parts = {};
        line.wanted = line.deferred;
      }
      await this.run.resolve(lines);
      await this.store(good(lines));
    }
    return this.inside;
  }

  /** Refuses a line whose key an earlier line has. Where several records may share a key, numbers them instead. */
  private async tellApart(lines: Line[]): Promise<void> {
    const { name, match, several, key } = this.model;
    const keys = lines.map(({ columns }) => JSON.stringify(match.map((column) => columns[column] ?? null)));
    if (several) {
      const before = await this.run.timesBefore(name, keys);
      lines.forEach((line, at) => line.set(NTH, before[at]));
      return;
    }
    const numbers = lines.map(({ number }) => number);
    const first = await this.run.firstLines(name, keys, numbers);
    lines.forEach((line, at) => {
      const number = first.get(keys[at]!);
      if (number !== line.number) line.invalid(key[0]!, `is on line ${number} already`);
    });
  }

  /**
   * Marks lines that equal the export of their stored records as known, so that they are neither written nor locked
   * (decision 130). Returns the lines whose records exist.
   */
  private async passOver(lines: WriteRow[]): Promise<WriteRow[]> {
    const { model, run } = this;
    const said = await model.saidOf(lines, run);
    const fields = asStored(model.fields);
    return [...said].map(([at, stored]) => {
      const known = readInput(fields, parseJson(stored) as Record<string, unknown>, {});
      const line = lines[at]!;
      line.isKnown = Object.entries(line.values).every(([field, value]) =>
        isDeepStrictEqual(value, known[field]),
      );
      return line;
    });
  }

  /**
   * Writes a batch of lines. When the database refuses it, bisects the batch for the bad lines. Returns the ids of the
   * created and changed records.
   */
  private async store(lines: Line[]): Promise<number[]> {
    if (!lines.length) return [];
    const { db } = this.run;
    await db.query(sql`SAVEPOINT batch`);
    try {
      const { created, updated } = await this.model.store(lines, this.run);
      await db.query(sql`RELEASE SAVEPOINT batch`);
      this.created += created.length;
      this.updated += updated.filter((id) => !this.counted.has(id)).length;
      return [...created, ...updated];
    } catch (error) {
      await db.query(sql`ROLLBACK TO SAVEPOINT batch`);
      await db.query(sql`RELEASE SAVEPOINT batch`);
      if (lines.length === 1) {
        refuse(lines[0]!, error);
        return [];
      }
      const half = Math.ceil(lines.length / 2);
      const first = await this.store(good(lines.slice(0, half)));
      return [...first, ...(await this.store(good(lines.slice(half))))];
    }
  }
}

/** Reports a database error on its line. Rethrows what is not the fault of the line. */
function refuse(line: Line, error: unknown): void {
  const failure = error instanceof Failure ? error : failureOf(error);
  if (!failure || failure instanceof Unavailable) throw error;
  const [[field, [reason]] = ['line', [failure.message]]] = Object.entries(failure.errors ?? {});
  line.refuse(field, { code: failure.code, sentence: reason!, records: failure.records });
}
