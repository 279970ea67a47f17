import type { Command } from 'commander';
import { addPrune, type Pruned, removed } from './prune-command';
import type { Shell } from './shell';

/** `import`, `export`, `events`, `refusals` and `audit`: commands on the records of an organization. */
export function addRecordCommands(program: Command, { io, say, inDatabase }: Shell): void {
  program
    .command('import')
    .description('read files of records into an organization: all of them, or none')
    .argument('<folder>', 'holds <kind>.ndjson (an object a line) or <kind>.csv (a header of field names)')
    .requiredOption('--organization <name>', 'the organization that the records are for')
    .option('--dry-run', 'check everything, and keep nothing', false)
    .addHelpText(
      'after',
      `
A record is known by its key: one that is there is updated, another one made. What it refers to is named by
key, too. Bad lines are listed as <file>:<line>: <field>: <reason>.

An empty cell of a CSV file says nothing. A column that is called <field>:json has JSON in its cells: null, "".

Example: wharfinger import ./data --organization "Port of Example" --dry-run`,
    )
    .action((folder: string, { organization: name, dryRun }: { organization: string; dryRun: boolean }) =>
      inDatabase(async (workshop) => {
        const { importFolder } = await import('./transfer');
        await importFolder(workshop, folder, name, dryRun, io);
      }),
    );

  program
    .command('export')
    .description('write the records of an organization into files that import reads')
    .argument('<folder>', 'gets one <kind>.ndjson for each kind; made when it is not there')
    .requiredOption('--organization <name>', 'the organization whose records are written')
    .addHelpText('after', '\nExample: wharfinger export ./data --organization "Port of Example"')
    .action((folder: string, { organization: name }: { organization: string }) =>
      inDatabase(async (workshop) => {
        const { exportFolder } = await import('./transfer');
        await exportFolder(workshop, folder, name, say);
      }),
    );

  addPrune(program.command('events').description('look after what was told of what happened'), {
    removes: 'remove the events of an organization that were recorded before a date',
    note: `Whoever has read less than what is left learns that something is missing. Events that await delivery to a webhook
endpoint are not removed: then nothing is.`,
  })
    .option('--subject <record>', 'only those that concern one record, such as container:WHAU4142033')
    .action(({ organization: name, before, subject }: Pruned & { subject?: string }) =>
      inDatabase(async (workshop) => {
        const { pruneEvents } = await import('./events');
        say(removed(await pruneEvents(workshop, name, before, subject), 'event'));
      }),
    );

  addPrune(program.command('refusals').description('look after what the gate refused'), {
    removes: 'remove what the gate of an organization refused before a date',
    note: 'GET /gate_refusals lists them no more. Trucks, drivers and gates that only they named can be deleted then.',
  }).action(({ organization: name, before }: Pruned) =>
    inDatabase(async (workshop) => {
      const { pruneRefusals } = await import('./refusals');
      say(removed(await pruneRefusals(workshop, name, before), 'refusal'));
    }),
  );

  addPrune(program.command('audit').description('look after the traces of who wrote what'), {
    removes: 'remove the traces of an organization from before a date',
    note: `The service itself may not: DATABASE_MIGRATION_URL says how to reach the database as its owner. That it was done is traced.`,
  }).action(({ organization: name, before }: Pruned) =>
    inDatabase(async (workshop) => {
      const { pruneAudit } = await import('./audit');
      say(removed(await pruneAudit(workshop, name, before), 'trace'));
    }),
  );
}
