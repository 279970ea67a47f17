import { DataSource, Migration, MigrationExecutor, MigrationInterface, QueryRunner } from 'typeorm';
import { ConfigError } from '../../config/config';
import { VERSION } from '../../home';
import { guard } from './grants';
import { analyze, makeMonths, partitionsOf } from './months';
import { asOwner } from '../pool/owner';
import { LockHeld, patiently, TRIES, waiting } from '../pool/patience';
import { MIGRATING, takesTurn, turn } from '../pool/turn';
import { traceAnyColumns } from './traces';

/** The release that this version is of, or is to become: 0.2.0-rc.1 is of 0.2.0. */
const RELEASE = VERSION.split('-')[0]!;

const BASELINE = 'Baseline1800000000000';
/** The last migrations of both phases of 0.2.0, in whose place the baseline is. */
const OF_0_2_0 = ['RefusalsByMonth1799890001006', 'TriesOfChannelsAndFlows1799923000000'];

/**
 * When migrations run: `before` the instances of this version start, while those of the version before serve, or `after` all
 * instances are of this version.
 */
export type Phase = 'before' | 'after';

/**
 * The phase of a migration. One that takes something away names by `contracts` the release that no longer needs it: `after` in that
 * release, `before` in each later one.
 */
function phaseOf(migration: MigrationInterface): Phase {
  const { contracts } = migration as { contracts?: string };
  const isOfEarlier = !contracts || contracts.localeCompare(RELEASE, 'en', { numeric: true }) < 0;
  return isOfEarlier ? 'before' : 'after';
}

/**
 * The names of the migrations that the database lacks, oldest first; all of them while this role cannot see.
 * @param phase only those of this phase
 */
export async function pendingMigrations(dataSource: DataSource, phase?: Phase): Promise<string[]> {
  const known = dataSource.migrations.filter((each) => !phase || phaseOf(each) === phase);
  const done = await doneIn(dataSource);
  if (isOf020(done)) done.add(BASELINE);
  return known.map(({ name }) => name!).filter((name) => !done.has(name));
}

/**
 * Migrates the database, on connections of its own without a statement timeout. Processes that start at once take turns, and
 * the later ones find nothing to do. A migration that waits for a lock gives up after a short time, so that requests behind
 * it go on, and is retried.
 * @param phase only the migrations of this phase; those of both run in their order, and in a new database whatever it is
 * @param tries the most tries of each migration
 * @param waits whether it waits while another process migrates; else it throws LockHeld
 * @returns the names of the migrations that were run
 * @throws ConfigError when the database is older than 0.2.0, or lacks migrations of the phase before, and LockHeld
 */
export async function migrate(
  url: string,
  { phase, tries = TRIES, waits = true }: { phase?: Phase; tries?: number; waits?: boolean } = {},
): Promise<string[]> {
  const dataSource = await asOwner(url, 'wharfinger migrate');
  const lock = dataSource.createQueryRunner();
  try {
    if (waits) await turn(lock, MIGRATING, 'another process to migrate');
    else if (!(await takesTurn(lock, MIGRATING))) throw new LockHeld('another process migrates');
    await takeOver(dataSource);
    const pending = await pendingOf(dataSource, phase);
    if (phase === 'after') await requireBefore(dataSource, pending);
    if (pending.length) await traceAnyColumns(dataSource);
    const before = await partitionedTables(dataSource);
    await run(dataSource, pending, tries);
    // Not in the transaction of the lock, which is never committed.
    await makeMonths(dataSource, { moves: false, tries });
    for (const table of await partitionedTables(dataSource))
      if (!before.has(table)) await analyze(dataSource, table);
    await guard(dataSource);
    return pending;
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

async function partitionedTables(database: DataSource): Promise<Set<string>> {
  return new Set((await partitionsOf(database)).map(({ table }) => table));
}

/** What a phase runs: in a new database that of both, because nobody serves there who could need what the second takes away. */
export async function pendingOf(dataSource: DataSource, phase?: Phase): Promise<string[]> {
  const isNew = (await doneIn(dataSource)).size === 0;
  return pendingMigrations(dataSource, isNew ? undefined : phase);
}

/** Requires all migrations of the phase before, or that they are run now. */
async function requireBefore(dataSource: DataSource, pending: string[]): Promise<void> {
  const before = await pendingMigrations(dataSource, 'before');
  const first = before.find((name) => !pending.includes(name));
  if (first)
    throw new ConfigError(
      `The database lacks ${first}: run wharfinger migrate --before, and replace all instances by this version first.`,
    );
}

/** Runs migrations in their order, each in a transaction unless it declines one. */
async function run(dataSource: DataSource, names: string[], tries: number): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    const executor = new MigrationExecutor(dataSource, runner);
    for (const migration of await executor.getPendingMigrations())
      if (names.includes(migration.name))
        await patiently(
          runner,
          `Migration ${migration.name}`,
          (wait) => once(migration, executor, runner, wait),
          {
            tries,
          },
        );
  } finally {
    await runner.release();
  }
}

/**
 * Runs a migration once. One without a transaction waits for locks without limit, because it takes none that block requests.
 * What it made before it was interrupted stays; it makes the rest.
 */
async function once(
  migration: Migration,
  executor: MigrationExecutor,
  runner: QueryRunner,
  wait: number,
): Promise<void> {
  if (migration.instance?.transaction === false) {
    await runner.query('SET lock_timeout = 0');
    await dropUnfinishedIndexes(runner);
    await executor.executeMigration(migration);
    return;
  }
  await waiting(runner, wait, () => executor.executeMigration(migration));
}

/** Drops the indexes that an interrupted CREATE INDEX CONCURRENTLY left: nothing reads them, and their names are taken. */
async function dropUnfinishedIndexes(runner: QueryRunner): Promise<void> {
  const unfinished = (await runner.query(`
    SELECT c.oid::regclass AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE NOT i.indisvalid AND c.relkind = 'i' AND c.relnamespace = current_schema()::regnamespace`)) as {
    name: string;
  }[];
  for (const { name } of unfinished) await runner.query(`DROP INDEX CONCURRENTLY ${name}`);
}

const isOf020 = (done: Set<string>) => OF_0_2_0.every((name) => done.has(name));

/** Marks the baseline as run in a database of 0.2.0, whose schema it is. */
async function takeOver(database: DataSource): Promise<void> {
  const done = await doneIn(database);
  if (!done.size || done.has(BASELINE)) return;
  if (!isOf020(done))
    throw new ConfigError(
      'The database is of a version before 0.2.0. Install 0.2.0, run its wharfinger migrate, then this version.',
    );
  await database.query('INSERT INTO migrations ("timestamp", name) VALUES (right($1, 13)::bigint, $1)', [
    BASELINE,
  ]);
}

/** The names of the migrations that have run. */
async function doneIn(database: Pick<DataSource | QueryRunner, 'query'>): Promise<Set<string>> {
  const [table] = (await database.query(
    `SELECT coalesce(has_table_privilege(to_regclass('migrations'), 'SELECT'), false) AS readable`,
  )) as { readable: boolean }[];
  const rows = table!.readable
    ? ((await database.query('SELECT name FROM migrations')) as { name: string }[])
    : [];
  return new Set(rows.map(({ name }) => name));
}
