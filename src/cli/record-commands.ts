import type { Command } from 'commander';
import { addPrune, type Pruned, removed } from './prune-command';
import { printable } from './printable';
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

  const events = program.command('events').description('look after what was told of what happened');
  addPrune(events, {
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
  events
    .command('resume')
    .description('tell those who read events that the database went back to an earlier state')
    .option('--organization <name>', 'of this organization only')
    .addHelpText(
      'after',
      `
Ids of events go on at a higher number. Whoever has read events that are no longer there is told so, and reads the lists
again; the others notice nothing. So it does no harm where nothing was lost, or a second time.

The service does it by itself after a failover and after most restores. It cannot know of a disk, a snapshot or a virtual
machine that was put back.

Example: wharfinger events resume --organization "Port of Example"`,
    )
    .action(({ organization: name }: { organization?: string }) =>
      inDatabase(async (workshop) => {
        const { resumeEvents } = await import('./events');
        const { organizations } = workshop;
        const all = name === undefined ? await organizations.list() : [await organizations.find(name)];
        for (const each of all) {
          const { kept_id, start_id } = await resumeEvents(workshop, each);
          const last = kept_id ? `the last event is ${kept_id}` : 'there is no event';
          say(`${printable(each.name)}: ${last}, and ids go on behind ${start_id}.`);
        }
      }),
    );

  addPrune(program.command('refusals').description('look after what the gate refused'), {
    removes: 'remove what the gate of an organization refused before a date',
    note: 'GET /gate_refusals lists them no more. Trucks, drivers and gates that only they named can be deleted then.',
  }).action(({ organization: name, before }: Pruned) =>
    inDatabase(async ({ db, organizations }) => {
      const { pruneRefusals } = await import('./refusals');
      const actor = organizations.actorFor(await organizations.find(name));
      say(removed(await pruneRefusals(db, actor, before), 'refusal'));
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
