import { ConsoleWatcher } from '../transfer/console-watcher';
import { count } from '../transfer/count';
import { Exporter } from '../transfer/exporter';
import { Importer } from '../transfer/importer';
import { transferKinds } from '../transfer/kinds';
import type { Workshop } from './in-database';

/** Imports a folder, and says what became of each file. */
export async function importFolder(
  workshop: Workshop,
  folder: string,
  name: string,
  dryRun: boolean,
): Promise<void> {
  const { db, organizations } = workshop;
  const actor = organizations.actorFor(await organizations.find(name));
  await new Importer(db, transferKinds()).import(actor, folder, new ConsoleWatcher(), dryRun);
  if (dryRun) console.log('This was a dry run: nothing was kept.');
}

/** Exports an organization, and says what each file has. */
export async function exportFolder(workshop: Workshop, folder: string, name: string): Promise<void> {
  const { db, organizations } = workshop;
  const actor = organizations.actorFor(await organizations.find(name));
  await new Exporter(db, transferKinds()).export(actor, folder, (file, lines) =>
    console.log(`${file}: ${count(lines, 'line')}`),
  );
}
