import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source';

/** Any number, the same in every process: whoever holds it migrates, the others wait for it. */
const LOCK = 7_263_115;

/** The names of the migrations that the database lacks, oldest first. */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const known = dataSource.migrations.map(({ name }) => name!);
  const [table] = await dataSource.query<{ exists: boolean }[]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
  );
  const rows = table!.exists ? await dataSource.query<{ name: string }[]>('SELECT name FROM migrations') : [];
  const done = new Set(rows.map(({ name }) => name));
  return known.filter((name) => !done.has(name));
}

/**
 * Brings the database up to this version, on a connection of its own without time limits. Several processes
 * that start at once take turns; the later ones find nothing left to do.
 * @returns the names of the migrations that were run
 */
export async function migrate(url: string): Promise<string[]> {
  const unlimited = {
    database_pool_size: 2,
    database_pool_timeout_ms: 10_000,
    database_statement_timeout_ms: 0,
    database_lock_timeout_ms: 0,
  };
  const dataSource = await new DataSource(dataSourceOptions(url, unlimited)).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query(`SELECT pg_advisory_lock(${LOCK})`);
    return (await dataSource.runMigrations({ transaction: 'each' })).map(({ name }) => name);
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}
