import 'reflect-metadata';
import { Command, CommanderError, Option } from 'commander';
import { writeFileSync } from 'node:fs';
import { FAILED, sentenceOf } from './fail';
import type { Io } from './io';
import { addEdiCommands } from './edi-commands';
import { addFileCommands } from './file-commands';
import { addOrganizationCommands } from './organization-commands';
import { addPartyCommands } from './party-commands';
import { addRecordCommands } from './record-commands';
import type { Shell } from './shell';
import { addIssuerCommands } from './issuer-commands';
import { addTokenCommands } from './token-commands';
import { describedSettings, loadConfig } from '../common/config/config';
import { VERSION } from '../common/home';
import { letHeapGrow } from '../common/heap';

/** The exit code for a command line that cannot be parsed. */
const WRONG_USAGE = 2;

/** Runs `wharfinger serve`. Rejects with a sentence for the operator when the service cannot start. */
export async function serve(io: Io): Promise<void> {
  await (await import('../serve')).serve(io);
}

/** Runs one command line of `wharfinger` and returns its exit code. After `serve` the process keeps running. */
export async function run(args: string[], io: Io): Promise<number> {
  let code = 0;
  try {
    await commandLine(io, () => (code = FAILED)).parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
    io.stderr.write(`${sentenceOf(error)}\n`);
    return FAILED;
  }
}

/**
 * All commands.
 * @param fail is called by one that did its work and found a fault
 */
export function commandLine(io: Io, fail: () => void): Command {
  const say: Shell['say'] = (line) => void io.stdout.write(`${line}\n`);
  const inDatabase: Shell['inDatabase'] = async (work, { makes } = { makes: false }) =>
    (await import('./in-database')).inDatabase(io, running, makes, work);

  /** The name of the running command, such as `wharfinger token create`. */
  let running = '';

  const program = new Command('wharfinger')
    .description('The REST service of a port and terminal operating system')
    .version(VERSION, '--version', 'print the version')
    .exitOverride()
    .showHelpAfterError('Try --help.')
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => widthOf(io.stdout),
      getErrHelpWidth: () => widthOf(io.stderr),
    })
    .addHelpText(
      'after',
      '\nEach command has its own --help. The environment variable DATABASE_URL says which database is meant,\nand each command says on standard error which one it asks.',
    );

  program.hook('preAction', (_program, action) => {
    for (let each: Command | null = action; each; each = each.parent)
      running = `${each.name()} ${running}`.trim();
    if (action.name() !== 'serve') letHeapGrow(true);
  });

  program
    .command('serve')
    .description(
      'migrate, load the demonstration into an empty database unless NODE_ENV is production, listen',
    )
    .addHelpText('after', () => `\n${environment()}\n\nExample: PORT=8080 wharfinger serve`)
    .action(() => serve(io));

  program
    .command('migrate')
    .description('bring the database up to this version')
    .option('--before', 'only what this version needs: instances of the version before go on serving')
    .addOption(
      new Option('--after', 'only what the version before needed: once no instance of it serves').conflicts(
        'before',
      ),
    )
    .option('--check', 'change nothing; exit 1 and list what is missing, with the tables that it locks')
    .addHelpText(
      'after',
      '\nWithout --before and --after, both: while no instance of another version serves.\n\nExample: wharfinger migrate --check\nExample: wharfinger migrate --before',
    )
    .action(async ({ before, after, check }: { before?: true; after?: true; check?: true }) => {
      const { migrateCommand, pendingCommand } = await import('./migrate');
      const phase = before ? 'before' : after && 'after';
      const lines = await (check ? pendingCommand : migrateCommand)(io, phase);
      lines.forEach(say);
      if (check && lines.length) fail();
      if (check && !lines.length) say('Nothing is waiting.');
    });

  program
    .command('maintain')
    .description('make the partitions of the coming months, and remove what no organization keeps')
    .addHelpText(
      'after',
      `
As the owner of the tables (DATABASE_MIGRATION_URL), once a day. How long traces, events, deliveries and refusals of the gate
are kept is a setting of each organization: PATCH /organization. Of the bucket of FILES_URL it removes what a failed upload left
more than a day ago.

Example: wharfinger maintain`,
    )
    .action(async () => {
      const { maintain } = await import('./maintain');
      if (!(await maintain(io, say))) fail();
    });

  const shell: Shell = { io, say, inDatabase };
  addOrganizationCommands(program, shell);
  addTokenCommands(program, shell);
  addIssuerCommands(program, shell);
  addRecordCommands(program, shell);
  addEdiCommands(program, shell, fail);
  addPartyCommands(program, shell, fail);
  addFileCommands(program, shell);

  program
    .command('demo')
    .description('load the demonstration organization, unless it is there, and print a token for it')
    .option('--fresh', 'remove it first, with all that was done in it: its dates are those of today then')
    .option(
      '--parties',
      'print tokens of some customers before it, which see what is theirs: a line each with type, key and token, between tabs',
    )
    .addHelpText(
      'after',
      `
With --parties, a line is such as trucking_company<tab>EST<tab>whf_…, for two hauliers, two consignees, a forwarder and
two lines. The last line is the token for the demonstration.

Example: wharfinger demo --fresh | tail -1
Example: wharfinger demo --parties | awk -F'\\t' '$2 == "EST" {print $3}'`,
    )
    .action(({ fresh = false, parties = false }: { fresh?: boolean; parties?: boolean }) =>
      inDatabase(
        async ({ dataSource, migrationUrl }) => {
          const { loadDemo, removeDemo, tokensOfDemoParties } = await import('../demo/demo');
          if (fresh) await removeDemo(migrationUrl);
          const admin = await loadDemo(dataSource);
          if (parties)
            for (const { type, key, token } of await tokensOfDemoParties(dataSource))
              say([type, key, token].join('\t'));
          say(admin);
        },
        { makes: true },
      ),
    );

  program
    .command('openapi')
    .description('print the API document; the service serves it with the recorded examples')
    .option('--out <file>', 'write it to a file instead')
    .option('--keep', 'keep it beside the service that was built, as that serves it')
    .addHelpText('after', '\nExample: wharfinger openapi --out docs/openapi.json')
    .action(async ({ out, keep }: { out?: string; keep?: boolean }) => {
      const { generateDocument } = await import('./openapi');
      const document = await generateDocument(loadConfig(io.env));
      if (keep) return (await import('../document/files')).keepDocument(document);
      const { withoutExamples } = await import('../document/parts');
      const { printed } = await import('../document/printed');
      const text = printed(withoutExamples(document));
      if (out) writeFileSync(out, text);
      else io.stdout.write(text);
    });

  program
    .command('sql')
    .description('write the SQL that answers are read by, for those who develop the service')
    .requiredOption('--out <file>', 'where to')
    .addHelpText('after', '\nExample: wharfinger sql --out docs/views.sql')
    .action(async ({ out }: { out: string }) => {
      const { generateSql } = await import('./sql');
      writeFileSync(out, await generateSql(loadConfig(io.env)));
    });

  return program;
}

/** The columns of a terminal, or how many a file or a pipe gets. */
function widthOf(stream: Io['stdout']): number {
  return (stream as Partial<Pick<NodeJS.WriteStream, 'columns'>>).columns ?? 100;
}

/** The environment variables, one a line as an option is. */
function environment(): string {
  const lines = describedSettings().map(({ name, meaning, unset }) => {
    const said = `${meaning} (${unset})`.replaceAll('`', '');
    return `  ${name.padEnd(30)}  ${said}`;
  });
  return ['Environment variables, with what holds where one is not set:', ...lines].join('\n');
}
