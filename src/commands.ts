import 'reflect-metadata';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAILED, sentenceOf } from './cli/fail';
import type { Workshop } from './cli/in-database';
import type { Io } from './cli/io';
import { printable } from './cli/printable';
import { loadConfig } from './common/config/config';
import { BadValue, toIdentifier, toText } from './common/input/values';
import { DIMENSION_UNITS, OFF_SLOT, ROLES, WEIGHT_UNITS } from './common/tenancy/actor';
import { timeZoneNamed } from './common/tenancy/time-zone';
import type { Role } from './common/tenancy/actor';
import { DOMAINS } from './domains';
import { letYoungGrow } from './young-generation';

/** What a command line that is not understood exits with. */
const WRONG_USAGE = 2;

/** Serves, as `wharfinger serve` does. Rejects with a sentence for the operator when it cannot start. */
export async function serve(): Promise<void> {
  await (await import('./serve')).serve();
}

/** Runs one command line of `wharfinger` and returns its exit code. `serve` goes on after that. */
export async function run(args: string[], io: Io): Promise<number> {
  let code = 0;
  const say = (line: string) => void io.stdout.write(`${line}\n`);
  /** Runs a command on the database; its code is loaded only now, since --help needs none of it. */
  const inDatabase = async (work: (workshop: Workshop) => Promise<void>) =>
    (await import('./cli/in-database')).inDatabase(io.env, running, work);

  /** The command that runs: `wharfinger token create`. */
  let running = '';

  const program = new Command('wharfinger')
    .description('The REST service of a port and terminal operating system')
    .exitOverride()
    .showHelpAfterError('Try --help.')
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    })
    .addHelpText(
      'after',
      '\nEach command has its own --help. The environment variable DATABASE_URL says which database is meant.',
    );

  program.hook('preAction', (_program, action) => {
    for (let each: Command | null = action; each; each = each.parent)
      running = `${each.name()} ${running}`.trim();
    if (action.name() !== 'serve') letYoungGrow(true);
  });

  program
    .command('serve')
    .description('migrate, then listen')
    .addHelpText('after', '\nExample: PORT=8080 wharfinger serve')
    .action(serve);

  program
    .command('migrate')
    .description('bring the database up to this version')
    .option('--check', 'change nothing; exit 1 and list what is missing when the database is behind')
    .addHelpText('after', '\nExample: wharfinger migrate --check')
    .action(async ({ check = false }: { check?: boolean }) => {
      const { migrateCommand } = await import('./cli/migrate');
      const names = await migrateCommand(io.env, check);
      names.forEach(say);
      if (check && names.length) code = FAILED;
    });

  const organization = program
    .command('organization')
    .description('make, list, suspend and resume organizations');
  organization
    .command('create')
    .description('make an organization')
    .argument('<name>', 'what it is called', notBlank)
    .option('--time-zone <zone>', 'IANA time zone that local times are meant in', timeZone, 'UTC')
    .addOption(new Option('--weight-unit <unit>').choices(WEIGHT_UNITS).default('kg'))
    .addOption(new Option('--dimension-unit <unit>').choices(DIMENSION_UNITS).default('m'))
    .option(
      '--pre-advice-truck-required [true|false]',
      'whether a pre-advice has to name its truck',
      flag,
      true,
    )
    .addOption(
      new Option('--pre-advice-truck <rule>', 'another name of it').choices(['required', 'optional']),
    )
    .option('--validates-bills [true|false]', 'bills of lading that are named have to exist', flag, false)
    .option('--validate-bills', 'another name of it')
    .option('--release-needs-payment [true|false]', 'cargo is released when it is paid for', flag, false)
    .option('--appointments-required [true|false]', 'trucks need an appointment', flag, false)
    .option('--appointment-share-percent <n>', 'of a slot that one company may book', whole(1, 100))
    .option('--appointment-early-minutes <n>', 'before its slot that a truck is in time', whole(0, 1440))
    .option('--appointment-late-minutes <n>', 'after its slot that a truck is in time', whole(0, 1440))
    .addOption(
      new Option('--off-slot <rule>', 'what the gate does with a truck out of its slot').choices(OFF_SLOT),
    )
    .addHelpText(
      'after',
      '\nExample: wharfinger organization create "Port of Example" --time-zone Europe/Amsterdam',
    )
    .action((name: string, options: CreateOrganization) =>
      inDatabase(async ({ organizations }) => {
        const made = await organizations.create({
          name,
          time_zone: options.timeZone,
          weight_unit: options.weightUnit,
          dimension_unit: options.dimensionUnit,
          pre_advice_truck_required: options.preAdviceTruck
            ? options.preAdviceTruck === 'required'
            : options.preAdviceTruckRequired,
          validates_bills: options.validateBills ?? options.validatesBills,
          release_needs_payment: options.releaseNeedsPayment,
          appointments_required: options.appointmentsRequired,
          appointment_share_percent: options.appointmentSharePercent,
          appointment_early_minutes: options.appointmentEarlyMinutes,
          appointment_late_minutes: options.appointmentLateMinutes,
          off_slot: options.offSlot,
        });
        say(`${made.id}\t${printable(made.name)}`);
      }),
    );
  organization
    .command('list')
    .description('list organizations, one a line, id first')
    .addHelpText('after', '\nExample: wharfinger organization list')
    .action(() =>
      inDatabase(async ({ organizations }) => {
        for (const { id, name, time_zone, suspended_at } of await organizations.list())
          say(`${id}\t${printable(name)}\t${time_zone}${suspended_at ? '\tsuspended' : ''}`);
      }),
    );
  for (const [verb, what, suspended] of [
    ['suspend', 'refuse the tokens of an organization', true],
    ['resume', 'take the tokens of a suspended organization again', false],
  ] as const)
    organization
      .command(verb)
      .description(what)
      .argument('<name>', 'as organization list has it')
      .addHelpText('after', `\nExample: wharfinger organization ${verb} "Port of Example"`)
      .action((name: string) => inDatabase(({ organizations }) => organizations.suspend(name, suspended)));

  const token = program.command('token').description('make, list and revoke tokens');
  token
    .command('create')
    .description('make a token and print it alone; it is not shown again')
    .requiredOption('--organization <name>', 'the organization it is for')
    .requiredOption('--user <email>', 'whose token it is; the user is made when new', email)
    .addOption(new Option('--role <role>').choices(ROLES).makeOptionMandatory())
    .option(
      '--expires <duration>',
      'how long it is good: 90d, 12h, 30m or never; a year unless given',
      duration,
    )
    .option('--never', 'it does not expire, as --expires never', false)
    .option(
      '--only <domains>',
      `where the role counts, elsewhere it may only read: ${DOMAINS.join(', ')}; everywhere unless given`,
      domains,
    )
    .addHelpText(
      'after',
      '\nExample: wharfinger token create --organization "Port of Example" --user kiosk@port.example --role write --expires 90d',
    )
    .action((options: CreateToken) =>
      inDatabase(async ({ createToken }) => {
        const { organization, user, role, expires, only } = options;
        const never = options.never || expires === Infinity;
        const expires_at = never ? null : expires ? new Date(Date.now() + expires) : undefined;
        say(await createToken(organization, user, role, { expires_at, domains: only }));
      }),
    );
  token
    .command('list')
    .description('list tokens, one a line, id first')
    .addHelpText('after', '\nExample: wharfinger token list')
    .action(() =>
      inDatabase(async ({ tokens }) => {
        for (const each of await tokens.list())
          say(
            [each.id, each.organization, each.email, each.role, each.state, each.scope, each.used]
              .map((value) => printable(String(value)))
              .join('\t'),
          );
      }),
    );
  token
    .command('revoke')
    .description('end a token at once')
    .argument('<id>', 'as token list has it', id)
    .addHelpText('after', '\nExample: wharfinger token revoke 7')
    .action((id: number) => inDatabase(({ tokens }) => tokens.revoke(id)));

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

Example: wharfinger import ./data --organization "Port of Example" --dry-run`,
    )
    .action((folder: string, { organization: name, dryRun }: { organization: string; dryRun: boolean }) =>
      inDatabase(async (workshop) => {
        const { importFolder } = await import('./cli/transfer');
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
        const { exportFolder } = await import('./cli/transfer');
        await exportFolder(workshop, folder, name, say);
      }),
    );

  program
    .command('events')
    .description('look after what was told of what happened')
    .command('prune')
    .description('remove the events of an organization that were recorded before a date')
    .requiredOption('--organization <name>', 'the organization whose events are removed')
    .requiredOption(
      '--before <date>',
      'such as 2026-01-31, or an instant such as 2026-01-31T12:00:00Z',
      instant,
    )
    .option('--subject <record>', 'only those that concern one record, such as container:WHAU4142033')
    .addHelpText(
      'after',
      `
Whoever has read less than what is left learns that something is missing. Events that await delivery to a webhook
endpoint are not removed: then nothing is.

Example: wharfinger events prune --organization "Port of Example" --before 2026-01-31`,
    )
    .action((options: { organization: string; before: Date; subject?: string }) =>
      inDatabase(async (workshop) => {
        const { pruneEvents } = await import('./cli/events');
        const { organization: name, before, subject } = options;
        say(`${await pruneEvents(workshop, name, before, subject)} events were removed.`);
      }),
    );

  program
    .command('audit')
    .description('look after the traces of who wrote what')
    .command('prune')
    .description('remove the traces of an organization from before a date')
    .requiredOption('--organization <name>', 'the organization whose traces are removed')
    .requiredOption(
      '--before <date>',
      'such as 2026-01-31, or an instant such as 2026-01-31T12:00:00Z',
      instant,
    )
    .addHelpText(
      'after',
      `
The service itself may not: DATABASE_MIGRATION_URL says how to reach the database as its owner. That it was done is traced.

Example: wharfinger audit prune --organization "Port of Example" --before 2025-01-31`,
    )
    .action(({ organization: name, before }: { organization: string; before: Date }) =>
      inDatabase(async (workshop) => {
        const { pruneAudit } = await import('./cli/audit');
        say(`${await pruneAudit(workshop, name, before)} traces were removed.`);
      }),
    );

  program
    .command('demo')
    .description('load the demonstration organization, unless it is there, and print a token for it')
    .addHelpText('after', '\nExample: wharfinger demo | tail -1')
    .action(() =>
      inDatabase(async ({ dataSource }) => {
        const { loadDemo } = await import('./demo/demo');
        say(await loadDemo(dataSource));
      }),
    );

  program
    .command('openapi')
    .description('print the API document')
    .option('--out <file>', 'write it to a file instead')
    .option('--keep', 'keep it beside the service that was built, as that serves it')
    .addHelpText('after', '\nExample: wharfinger openapi --out docs/openapi.json')
    .action(async ({ out, keep }: { out?: string; keep?: boolean }) => {
      const { generateDocument } = await import('./cli/openapi');
      const document = await generateDocument(loadConfig(io.env));
      const text = `${JSON.stringify(document, null, 2)}\n`;
      if (keep) await (await import('./document-files')).keepDocument(document);
      else if (out) writeFileSync(out, text);
      else io.stdout.write(text);
    });

  program
    .command('sql')
    .description('write the SQL that answers are read by, for those who develop the service')
    .requiredOption('--out <folder>', 'where to; a file for each kind of answer')
    .addHelpText('after', '\nExample: wharfinger sql --out docs/sql')
    .action(async ({ out }: { out: string }) => {
      const { generateSql } = await import('./cli/sql');
      for (const [view, text] of await generateSql(loadConfig(io.env)))
        writeFileSync(join(out, `${view}.sql`), text);
    });

  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
    io.stderr.write(`${sentenceOf(error)}\n`);
    return FAILED;
  }
}

interface CreateOrganization {
  timeZone: string;
  weightUnit: string;
  dimensionUnit: string;
  preAdviceTruckRequired: boolean;
  preAdviceTruck?: string;
  validatesBills: boolean;
  validateBills?: boolean;
  releaseNeedsPayment: boolean;
  appointmentsRequired: boolean;
  appointmentSharePercent?: number;
  appointmentEarlyMinutes?: number;
  appointmentLateMinutes?: number;
  offSlot?: string;
}

interface CreateToken {
  organization: string;
  user: string;
  role: Role;
  expires?: number;
  never: boolean;
  only?: string[];
}

function timeZone(name: string): string {
  const zone = timeZoneNamed(name);
  if (!zone) throw new InvalidArgumentError('It must be an IANA time zone, such as Europe/Amsterdam.');
  return zone;
}

/** An option that is on by itself, or says so: `--validates-bills`, `--validates-bills false`. */
function flag(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
  return text === 'true';
}

function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

function notBlank(text: string): string {
  if (!text.trim()) throw new InvalidArgumentError('It must not be blank.');
  return text.trim();
}

/** An e-mail address as every user has one (decision 105). */
function email(text: string): string {
  try {
    return toIdentifier(toText(notBlank(text), { max: 255 }), 'email');
  } catch (error) {
    throw error instanceof BadValue ? new InvalidArgumentError(`It ${error.reason}.`) : error;
  }
}

/** Milliseconds of `90d`, `12h` or `30m`; Infinity of `never`. */
function duration(text: string): number {
  if (text === 'never') return Infinity;
  const [, count, unit] = /^([1-9]\d{0,4})([dhm])$/.exec(text) ?? [];
  if (!count)
    throw new InvalidArgumentError('It must be a number of days, hours or minutes, such as 90d, or never.');
  return Number(count) * { d: 86_400_000, h: 3_600_000, m: 60_000 }[unit as 'd' | 'h' | 'm'];
}

/** The names in `gate,holds`. */
function domains(text: string): string[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  if (names.every((name) => (DOMAINS as readonly string[]).includes(name))) return names;
  throw new InvalidArgumentError(`It must be some of ${DOMAINS.join(', ')}, separated by commas.`);
}

/** A date, which is its beginning in UTC, or an instant with its offset. */
function instant(text: string): Date {
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = new Date(text);
  if (!isDate || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError(
      'It must be a date such as 2026-01-31, or an instant such as 2026-01-31T12:00:00Z.',
    );
  return time;
}

function id(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be the number of a token.');
  return Number(text);
}
