import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, QueryRunner } from 'typeorm';
import { ConfigError } from '../config/config';
import { dataSourceOptions } from './data-source';
import { guard } from './grants';
import { traceAnyColumns } from './traces';

/** The key of the advisory lock of the process that migrates. The number is arbitrary. */
const LOCK = 7_263_115;

/** The first and last migration before the first release, which today's migrations replace. */
const FORMER = { first: 'Foundation1795000000000', last: 'HoldsKeepContainers1795000091000' };
const IN_THEIR_PLACE = ['Tables1796000000000', 'Functions1796000001000'];

/** The names of the migrations that the database lacks, oldest first; all of them while this role cannot see. */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const known = dataSource.migrations.map(({ name }) => name!);
  const done = await doneIn(dataSource);
  if (done.has(FORMER.last)) for (const name of IN_THEIR_PLACE) done.add(name);
  return known.filter((name) => !done.has(name));
}

/**
 * Migrates the database, on connections of its own without time limits. Processes that start at once take turns, and
 * the later ones find nothing to do.
 * @returns the names of the migrations that were run
 * @throws ConfigError when the database is of a version between releases
 */
export async function migrate(url: string): Promise<string[]> {
  const unlimited = {
    database_pool_size: 2,
    database_pool_timeout_ms: 10_000,
    database_statement_timeout_ms: 0,
    database_lock_timeout_ms: 0,
    database_named_statements: false,
    database_batches: false,
  };
  const dataSource = await new DataSource(
    dataSourceOptions(url, unlimited, 'wharfinger migrate'),
  ).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await turn(lock);
    await takeOver(dataSource);
    if ((await pendingMigrations(dataSource)).length) await traceAnyColumns(dataSource);
    const done = await dataSource.runMigrations({ transaction: 'each' });
    await guard(dataSource); // Not in the transaction of the lock, which is never committed.
    return done.map(({ name }) => name);
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

/**
 * Begins a transaction that holds the advisory lock until it ends, which works behind any pooler. It polls between
 * transactions, because CREATE INDEX CONCURRENTLY would wait for a transaction that waits for the lock: a deadlock.
 */
async function turn(lock: QueryRunner): Promise<void> {
  for (;;) {
    await lock.startTransaction();
    await lock.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const [row] = (await lock.query(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS taken`)) as {
      taken: boolean;
    }[];
    if (row!.taken) return;
    await lock.rollbackTransaction();
    await sleep(100);
  }
}

/** Marks the migrations as run whose schema the former migrations made; `one-schema` adds the difference. */
async function takeOver(database: DataSource): Promise<void> {
  const done = await doneIn(database);
  if (!done.has(FORMER.first)) return;
  if (!done.has(FORMER.last))
    throw new ConfigError(
      'The database was made by a version before the first release that cannot be taken over.',
    );
  for (const name of IN_THEIR_PLACE.filter((each) => !done.has(each)))
    await database.query('INSERT INTO migrations ("timestamp", name) VALUES (right($1, 13)::bigint, $1)', [
      name,
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
