import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { Config, ConfigError } from '../config/config';
import { dataSourceOptions } from './data-source';
import { defaultDataDir, startEmbeddedPostgres } from './embedded-postgres';
import { migrate, pendingMigrations } from './migrate';

/** A connected database, and how to let go of it. */
export interface Connection {
  url: string;
  dataSource: DataSource;
  /** Closes the pool, and the embedded server when nobody else uses it. */
  close(): Promise<void>;
  /** Lets go of the embedded server without waiting for statements that still run. */
  release(): Promise<void>;
}

/**
 * Connects to the database that the configuration names, or to the embedded one, starting it when it does not
 * run. With `migrated`, it is brought up to this version first.
 * @throws ConfigError when it is out of reach
 */
export async function connect(config: Config, options: { migrated: boolean }): Promise<Connection> {
  const server = config.database_url ? undefined : await startEmbedded(config);
  const release = async () => server?.stop();
  const url = config.database_url ?? server!.url;
  const dataSource = new DataSource(dataSourceOptions(url, config));
  const close = async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await release();
  };
  try {
    await dataSource.initialize();
  } catch (error) {
    await release();
    throw new ConfigError(
      `The database ${withoutPassword(url)} is out of reach: ${reasonOf(error as Error)}.`,
    );
  }
  try {
    if (options.migrated && (await pendingMigrations(dataSource)).length) await migrate(url);
    return { url, dataSource, close, release };
  } catch (error) {
    await close();
    throw error;
  }
}

function startEmbedded(config: Config) {
  return startEmbeddedPostgres({
    dataDir: config.data_dir ?? defaultDataDir(join(__dirname, '../../../..')),
  });
}

function withoutPassword(address: string): string {
  const url = new URL(address);
  url.password = '';
  return url.href;
}

/** A name with several addresses has a reason for each of them. */
function reasonOf(error: Error): string {
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return first.message;
}
