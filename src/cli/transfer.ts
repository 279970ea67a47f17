import { count } from '../common/count';
import { Exporter } from '../transfer/exporter';
import { Importer } from '../transfer/importer';
import { transferKinds } from '../transfer/kinds';
import { ConsoleWatcher } from './console-watcher';
import type { Workshop } from './in-database';
import type { Io } from './io';

/** Imports a folder and prints the counts of each file. */
export async function importFolder(
  workshop: Workshop,
  folder: string,
  name: string,
  dryRun: boolean,
  io: Io,
): Promise<void> {
  const { db, organizations } = workshop;
  const actor = organizations.actorFor(await organizations.find(name));
  await new Importer(db, transferKinds()).import(actor, folder, new ConsoleWatcher(io), dryRun);
  if (dryRun) io.stdout.write('This was a dry run: nothing was kept.\n');
}

/** Exports an organization and prints the counts of each file. */
export async function exportFolder(
  workshop: Workshop,
  folder: string,
  name: string,
  say: (line: string) => void,
): Promise<void> {
  const { db, organizations } = workshop;
  const actor = organizations.actorFor(await organizations.find(name));
  await new Exporter(db, transferKinds()).export(actor, folder, (file, lines) =>
    say(`${file}: ${count(lines, 'line')}`),
  );
}
