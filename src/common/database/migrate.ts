import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source';

/** Any number, the same in every process: whoever holds it migrates, the others wait for it. */
const LOCK = 7_263_115;

/** Whether the database lacks migrations of this version of the service. */
export function isBehind(dataSource: DataSource): Promise<boolean> {
  return dataSource.showMigrations();
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
