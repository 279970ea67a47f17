import { count } from '../common/count';
import { nearestName } from '../common/nearest';
import { CsvTable } from '../transfer/csv-table';
import { FileBytes } from '../common/files/file-bytes';
import { loadConfig } from '../common/config/config';
import { Exporter, type FileFormat } from '../transfer/exporter';
import { Importer, type ImportOptions } from '../transfer/importer';
import { transferKinds } from '../transfer/kinds';
import { ConsoleWatcher } from './console-watcher';
import type { Workshop } from './in-database';
import type { Io } from './io';
import type { Shell } from './shell';

/** Imports a folder and prints the counts of each file. */
export async function importFolder(
  workshop: Workshop,
  folder: string,
  name: string,
  options: ImportOptions,
  io: Io,
): Promise<void> {
  const { db, organizations } = workshop;
  const actor = organizations.actorFor(await organizations.find(name));
  const bytes = new FileBytes(db, loadConfig(io.env));
  await new Importer(db, transferKinds(), bytes).import(actor, folder, new ConsoleWatcher(io), options);
  if (options.dryRun) io.stdout.write('This was a dry run: nothing was kept.\n');
}

/** Exports an organization and prints the counts of each file. */
export async function exportFolder(
  workshop: Workshop,
  folder: string,
  name: string,
  format: FileFormat,
  { io, say }: Pick<Shell, 'io' | 'say'>,
): Promise<void> {
  const { db, organizations } = workshop;
  const actor = organizations.actorFor(await organizations.find(name));
  const written = (file: string, lines: number) => say(`${file}: ${count(lines, 'line')}`);
  const bytes = new FileBytes(db, loadConfig(io.env));
  await new Exporter(db, transferKinds(), bytes).export(actor, folder, written, format);
}

/**
 * The header of a CSV file of a kind, as an export writes it.
 * @throws Error with a sentence for an unknown kind
 */
export function templateOf(name: string): string {
  const kinds = transferKinds();
  const kind = kinds.find((each) => each.name === name);
  if (kind) return new CsvTable(kind.exported, () => true).header.trimEnd();
  const names = kinds.map((each) => each.name).sort();
  const nearest = nearestName(name, names);
  throw new Error(
    `No kind of records is called '${name}'${nearest ? `: the nearest is ${nearest}` : ''}. There are ${names.join(', ')}.`,
  );
}
