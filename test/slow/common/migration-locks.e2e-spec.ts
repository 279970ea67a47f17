import { readFileSync, writeFileSync } from 'node:fs';
import { DataSource, MigrationExecutor, QueryRunner } from 'typeorm';
import { Locks, LOCKS_FILE } from '../../../src/common/database/migrate/locks';
import { MIGRATIONS } from '../../../src/common/database/migrate/tables';
import { databaseUrl, onServer } from '../../setup/database';

const NAME = `migration_locks_${process.pid}`;
/** It makes a new database, where nobody waits for a lock. */
const BASELINE = 'Baseline1800000000000';

/** The tables of the schema, by their oids. */
async function tablesOf(runner: QueryRunner): Promise<Map<string, string>> {
  const rows = (await runner.query(
    `SELECT oid::text, relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  )) as { oid: string; relname: string }[];
  return new Map(rows.map(({ oid, relname }) => [oid, relname]));
}

/** The oids of what the connection has locked in one of these modes. */
async function locked(runner: QueryRunner, ...modes: string[]): Promise<string[]> {
  const rows = (await runner.query(
    'SELECT DISTINCT relation::text FROM pg_locks WHERE pid = pg_backend_pid() AND mode = ANY ($1) AND relation IS NOT NULL',
    [modes],
  )) as { relation: string }[];
  return rows.map(({ relation }) => relation);
}

/** Runs all migrations, and says what each locks that was there before it and that others ask for. */
async function locksOfMigrations(): Promise<Record<string, Locks>> {
  const dataSource = await new DataSource({
    type: 'postgres',
    url: databaseUrl(NAME),
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
  }).initialize();
  const runner = dataSource.createQueryRunner();
  const found: Record<string, Locks> = {};
  try {
    const executor = new MigrationExecutor(dataSource, runner);
    for (const migration of await executor.getPendingMigrations()) {
      const before = await tablesOf(runner);
      // without a transaction, a migration locks for a statement at a time, and nobody out
      const isWhole = migration.instance?.transaction !== false;
      if (isWhole) await runner.startTransaction();
      await executor.executeMigration(migration);
      const named = (oids: string[]) => oids.flatMap((oid) => before.get(oid) ?? []).sort();
      const all = named(await locked(runner, 'AccessExclusiveLock'));
      const writes = named(
        await locked(runner, 'ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock'),
      ).filter((table) => !all.includes(table));
      if (isWhole) await runner.commitTransaction();
      if ((all.length || writes.length) && migration.name !== BASELINE)
        found[migration.name] = { all, writes };
    }
    return found;
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

describe('migrations/locks.json', () => {
  beforeAll(() => onServer((client) => client.query(`CREATE DATABASE ${NAME}`)));
  afterAll(() => onServer((client) => client.query(`DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`)));

  it('says what each migration locks', async () => {
    const found = await locksOfMigrations();
    if (process.env.UPDATE_LOCKS) writeFileSync(LOCKS_FILE, `${JSON.stringify(found, null, 2)}\n`);
    expect(JSON.parse(readFileSync(LOCKS_FILE, 'utf8'))).toEqual(found);
  });
});
