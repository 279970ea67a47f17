import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../common/database/db';
import type { FieldErrors } from '../common/errors/errors';
import { asStored, readInput } from '../common/input/input-fields';
import type { InputField } from '../common/input/input-fields';
import type { Actor } from '../common/tenancy/actor';
import { count } from '../common/count';
import { nearestName } from '../common/nearest';
import { FileBytes } from '../common/files/file-bytes';
import { FILES, readBytes } from './bytes-of-files';
import { CONTENTS, exportedFiles } from './export-files';
import { ImportRun } from './import-run';
import { csvLines } from './read-csv';
import { FileLine, jsonLines } from './read-file';
import { Line, TransferKind } from './transfer-kind';
import { recordAlone } from '../common/recording/record';
import { makeMissingItems } from '../quay/tallies/tally-items';

/** Large enough to keep the database busy, small enough to limit memory. */
const BATCH_LINES = 1000;
const BATCH_BYTES = 4 * 1024 * 1024;

/** An import of more bytes may take longer than two seconds, so the watcher gets a note on what it locks. */
const LONG_BYTES = 1024 * 1024;

/** The counts of a file. The remaining lines were equal to stored records. */
export interface FileResult {
  file: string;
  lines: number;
  created: number;
  updated: number;
}

/** How an import is made. */
export interface ImportOptions {
  /** Checks everything, and keeps nothing. */
  dryRun?: boolean;
  /** Refuses files with a field that their kind does not have, which are otherwise left out with a warning. */
  strict?: boolean;
}

/** The most unknown fields of a file that are named. */
const MOST_STRANGERS = 20;

/** Observes an import. */
export interface ImportWatcher {
  begin(file: string, bytes: number): void;
  /** @param bytes the bytes of the file read so far */
  advance(bytes: number): void;
  end(result: FileResult): void;
  bad(file: string, line: number, field: string, reason: string): void;
  note(sentence: string): void;
}

/** The import was refused and rolled back. The message is a sentence for the operator. */
export class ImportRefused extends Error {}

/** Rolls a dry run back. */
class DryRun extends Error {}

/** Imports the files of a folder into an organization, all or nothing. */
export class Importer {
  constructor(
    private readonly db: Db,
    private readonly kinds: TransferKind[],
    private readonly bytes = new FileBytes(db, {}),
  ) {}

  /**
   * Imports a folder in a transaction of its own, which a dry run rolls back at the end.
   * @param kept is called in that transaction once everything is imported, unless it is a dry run
   * @throws ImportRefused after the watcher got every bad line
   */
  async import(
    actor: Actor,
    folder: string,
    watcher: ImportWatcher,
    options: ImportOptions = {},
    kept?: () => Promise<void>,
  ): Promise<void> {
    try {
      await this.db.transaction(actor, '', async () => {
        await this.load(folder, watcher, options);
        if (options.dryRun) throw new DryRun();
        await kept?.();
      });
    } catch (error) {
      if (!(error instanceof DryRun)) throw error;
    }
  }

  /**
   * Imports a folder in the running transaction.
   * @throws ImportRefused after the watcher got every bad line
   */
  async load(folder: string, watcher: ImportWatcher, { strict }: ImportOptions = {}): Promise<void> {
    const files = this.filesOf(folder, watcher);
    const { files: exported, broken } = await exportedFiles(folder);
    if (broken)
      throw new ImportRefused(
        `${broken} is not as the export left it: it is incomplete, or was changed. If that is meant, remove ${CONTENTS}.`,
      );
    this.sayLocks(folder, files, watcher);
    const run = new ImportRun(this.db);
    await run.start();
    for (const [kind, file] of files) {
      run.exported = exported.has(file);
      await this.keepIds(kind, join(folder, file), run);
    }
    let bad = 0;
    const strangers: string[] = [];
    const counts: Record<string, Pick<FileResult, 'lines' | 'created' | 'updated'>> = {};
    for (const [kind, file] of files) {
      run.exported = exported.has(file);
      const result = await this.loadFile(kind, folder, file, run, watcher);
      bad += result.bad;
      strangers.push(...result.strangers.map((name) => leftOut(kind, file, name)));
      if (kind.name === FILES && !result.bad) await this.loadBytes(folder);
      counts[kind.name] = { lines: result.lines, created: result.created, updated: result.updated };
    }
    // At the end, so that no long list of lines stands behind them.
    for (const sentence of strangers) watcher.note(sentence);
    if (bad)
      throw new ImportRefused(`${count(bad, 'line')} ${bad === 1 ? 'is' : 'are'} bad: nothing was kept.`);
    if (strict && strangers.length)
      throw new ImportRefused(`${count(strangers.length, 'field')} would be left out: nothing was kept.`);
    await this.db.run(makeMissingItems());
    await recordAlone(this.db, 'import.completed', { counts });
  }

  /** Reads the bytes of new files, which are in a folder beside their lines. Throws ImportRefused. */
  private async loadBytes(folder: string): Promise<void> {
    const [first] = await readBytes(this.db, this.bytes, folder);
    if (first !== undefined)
      throw new ImportRefused(
        `${FILES}/${first} is missing, or is not what its line says: nothing was kept.`,
      );
  }

  /** Notes before a long import what it locks (decision 130). */
  private sayLocks(folder: string, files: [TransferKind, string][], watcher: ImportWatcher): void {
    const sizes = files.map(([{ name }, file]) => ({ name, bytes: statSync(join(folder, file)).size }));
    if (sizes.reduce((sum, { bytes }) => sum + bytes, 0) <= LONG_BYTES) return;
    const names = sizes.flatMap(({ name, bytes }) => (bytes ? name : []));
    watcher.note(
      `Until the import ends, the records of ${names.join(', ')} that its lines change are locked: the gate waits for ` +
        'those for some seconds, and is told to come again then.',
    );
  }

  /** The files in the folder with their kinds, in import order. */
  private filesOf(folder: string, watcher: ImportWatcher): [TransferKind, string][] {
    if (!existsSync(folder) || !statSync(folder).isDirectory())
      throw new ImportRefused(`There is no folder ${folder}.`);
    const names = new Set(readdirSync(folder).filter((name) => /\.(ndjson|csv)$/.test(name)));
    const files = this.kinds.flatMap((kind): [TransferKind, string][] => {
      const [file, other] = [`${kind.name}.ndjson`, `${kind.name}.csv`].filter((name) => names.delete(name));
      if (!file) return [];
      if (other) throw new ImportRefused(`${folder} has both ${file} and ${other}: which one is meant?`);
      if (!statSync(join(folder, file)).isFile()) throw new ImportRefused(`${file} is no file.`);
      return [[kind, file]];
    });
    for (const name of names) watcher.note(`${name} was left out: no kind of records is called so.`);
    if (!files.length)
      throw new ImportRefused(
        `${folder} has no file to import, such as containers.ndjson or containers.csv.`,
      );
    return files;
  }

  /** Keeps ids for the new records of a file that are made in an order of their own. */
  private async keepIds(kind: TransferKind, path: string, run: ImportRun): Promise<void> {
    const { name, place } = kind;
    if (!place) return;
    const { fields, batches } = readFile(kind, path, run);
    for await (const batch of batches) {
      const good = batch.map((line) => readLine(fields, line)).filter(({ isGood }) => isGood);
      await run.place(
        name,
        good.map(({ values }) => place(values)),
      );
    }
    await run.keepIds(name);
  }

  /** Imports one file; `bad` is how many of its lines are, and `strangers` the fields that its kind does not have. */
  private async loadFile(
    kind: TransferKind,
    folder: string,
    file: string,
    run: ImportRun,
    watcher: ImportWatcher,
  ): Promise<FileResult & { bad: number; strangers: string[] }> {
    const path = join(folder, file);
    const { stream, fields, batches } = readFile(kind, path, run);
    const into = kind.open(run);
    const known = new Set(fields.map(({ name }) => name));
    const strangers = new Set<string>();
    let lines = 0;
    let bad = 0;
    const report = (some: Line[]) => {
      for (const { number, refusals } of some) {
        if (refusals.length) bad++;
        for (const { field, reason } of refusals) watcher.bad(file, number, field, reason);
      }
    };
    const write = async (batch: Line[]) => {
      await into.write(batch);
      report(batch);
      watcher.advance(stream.bytesRead);
    };

    watcher.begin(file, statSync(path).size);
    // Reading is pipelined with writing: the next batch is read while the database writes this one.
    let writing = Promise.resolve();
    for await (const batch of batches) {
      const read = batch.map((line) => readLine(fields, line));
      for (const { object } of batch)
        for (const name in object)
          if (!known.has(name) && strangers.size < MOST_STRANGERS) strangers.add(name);
      lines += read.length;
      await writing;
      writing = write(read);
      writing.catch(() => undefined); // the next round awaits it
    }
    await writing;
    report(await into.finish());
    const result = { file, lines, created: into.created, updated: into.updated };
    watcher.end(result);
    return { ...result, bad, strangers: [...strangers] };
  }
}

/** The warning of a field that a kind does not have, with the one that may be meant. */
function leftOut({ name: kind, fields }: TransferKind, file: string, name: string): string {
  const names = fields.map((field) => field.name);
  const nearest = nearestName(name, names);
  return `${file}: ${name} was left out: ${kind} have no such field${nearest ? `, the nearest is ${nearest}` : ''}.`;
}

/** Opens a file of a kind: the fields that its lines may have, and batches of these. */
function readFile({ fields: all }: TransferKind, path: string, { exported }: ImportRun) {
  const stream = createReadStream(path, { highWaterMark: 256 * 1024 });
  const fields = exported ? asStored(all) : all;
  const lines = path.endsWith('.csv') ? csvLines(stream, fields) : jsonLines(stream);
  return { stream, fields, batches: batchesOf(lines, () => stream.bytesRead) };
}

/** Gathers lines until there are many of them, or much was read. */
async function* batchesOf(
  lines: AsyncIterable<FileLine>,
  bytesRead: () => number,
): AsyncGenerator<FileLine[]> {
  let batch: FileLine[] = [];
  let from = bytesRead();
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH_LINES && bytesRead() - from < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    from = bytesRead();
  }
  if (batch.length) yield batch;
}

function readLine(fields: readonly InputField[], { number, object, problems }: FileLine): Line {
  const line = new Line(number, {});
  const errors: FieldErrors = {};
  if (object) line.values = readInput(fields, object, errors);
  for (const { field, reason } of problems) errors[field] = [reason];
  for (const [field, reasons] of Object.entries(errors)) line.invalid(field, reasons.join(', '));
  return line;
}
