import { type Command, Option } from 'commander';
import type { ImportOptions } from '../transfer/importer';
import { addPrune, type Pruned, removed } from './prune-command';
import { printable } from './printable';
import { addReport } from './report-command';
import type { Shell } from './shell';

/** `import`, `export`, `events`, `report`, `refusals` and `audit`: commands on the records of an organization. */
export function addRecordCommands(program: Command, { io, say, inDatabase }: Shell): void {
  program
    .command('import')
    .description('read files of records into an organization: all of them, or none')
    .argument('[folder]', 'holds <kind>.ndjson (an object a line) or <kind>.csv (a header of field names)')
    .option('--organization <name>', 'the organization that the records are for')
    .option('--dry-run', 'check everything, and keep nothing', false)
    .option(
      '--strict',
      'refuse files with a field that their kind does not have, which is left out otherwise',
      false,
    )
    .addOption(
      new Option(
        '--template <kind>',
        'print the header of a CSV file of this kind, and do nothing else',
      ).conflicts(['organization', 'dryRun', 'strict']),
    )
    .addHelpText(
      'after',
      `
A record is known by its key: one that is there is updated, another one made. What it refers to is named by
key, too. Bad lines are listed as <file>:<line>: <field>: <reason>, those that are alike as one. A field that the kind does
not have is a warning at the end.

An empty cell of a CSV file says nothing. A column that is called <field>:json has JSON in its cells: null, "". Cells are
separated by commas, or by semicolons where the header has some and no comma. An apostrophe before = + - @ is left out.

Example: wharfinger import ./data --organization "Port of Example" --dry-run
Example: wharfinger import --template trucks > trucks.csv`,
    )
    .action(
      async (
        folder: string | undefined,
        {
          organization: name,
          template,
          ...options
        }: ImportOptions & { organization?: string; template?: string },
        command: Command,
      ) => {
        if (template !== undefined) return say((await import('./transfer')).templateOf(template));
        if (folder === undefined) return command.error("error: missing required argument 'folder'");
        if (name === undefined)
          return command.error("error: required option '--organization <name>' not specified");
        return inDatabase(async (workshop) => {
          const { importFolder } = await import('./transfer');
          await importFolder(workshop, folder, name, options, io);
        });
      },
    );

  program
    .command('export')
    .description('write the records of an organization into files that import reads')
    .argument('<folder>', 'gets one <kind>.ndjson or <kind>.csv for each kind; made when it is not there')
    .requiredOption('--organization <name>', 'the organization whose records are written')
    .option('--csv', 'write tables with the columns that import reads, in place of an object a line', false)
    .addHelpText(
      'after',
      `
A column of a table is called <field>:json, and has JSON in its cells, where plain text would say too little: for an empty
text, and for null where that is not what a record has by itself.

Example: wharfinger export ./data --organization "Port of Example"
Example: wharfinger export ./tables --organization "Port of Example" --csv`,
    )
    .action((folder: string, { organization: name, csv }: { organization: string; csv: boolean }) =>
      inDatabase(async (workshop) => {
        const { exportFolder } = await import('./transfer');
        await exportFolder(workshop, folder, name, csv ? 'csv' : 'ndjson', { io, say });
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

  addReport(program, { io, inDatabase });

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

  addPrune(program.command('mails').description('look after the outbox of mails'), {
    removes: 'remove the mails of an organization from before a date',
    note: 'Mails that wait to be sent stay.',
  }).action(({ organization: name, before }: Pruned) =>
    inDatabase(async ({ db, organizations }) => {
      const { pruneMails } = await import('../mail/pruning');
      const actor = organizations.actorFor(await organizations.find(name));
      say(removed(await pruneMails(db, actor, before), 'mail'));
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
