import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { Config, ConfigError } from '../config/config';
import { dataSourceOptions } from './data-source';
import { migrate, pendingMigrations } from './migrate';

/** A connected database, and how to let go of it. */
export interface Connection {
  url: string;
  dataSource: DataSource;
  /** Closes the pool, and the embedded server when nobody else uses it. */
  close(): Promise<void>;
}

/**
 * Connects to the database that the configuration names, or to the embedded one, starting it when it does not
 * run. With `migrated`, it is brought up to this version first.
 * @throws ConfigError when it is out of reach
 */
export async function connect(config: Config, options: { migrated: boolean }): Promise<Connection> {
  const server = config.database_url ? undefined : await startEmbedded(config);
  const url = config.database_url ?? server!.url;
  const dataSource = new DataSource(dataSourceOptions(url, config));
  const close = async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await server?.stop();
  };
  try {
    await dataSource.initialize();
    if (options.migrated && (await pendingMigrations(dataSource)).length) await migrate(url);
    return { url, dataSource, close };
  } catch (error) {
    await close();
    if (dataSource.isInitialized || !(error instanceof Error)) throw error;
    throw new ConfigError(`The database is out of reach: ${error.message || String(error)}.`);
  }
}

async function startEmbedded(config: Config) {
  const { defaultDataDir, startEmbeddedPostgres } = await import('./embedded-postgres');
  return startEmbeddedPostgres({
    dataDir: config.data_dir ?? defaultDataDir(join(__dirname, '../../../..')),
  });
}
