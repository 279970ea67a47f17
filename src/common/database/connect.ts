import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { Config, ConfigError } from '../config/config';
import { dataSourceOptions } from './data-source';
import { defaultDataDir, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres';
import { migrate, pendingMigrations } from './migrate';

/** A database server to connect to. */
export interface DatabaseServer {
  url: string;
  /** Lets go of the embedded server, which ends when nobody else uses it; another one stays as it is. */
  stop(): Promise<void>;
}

/** A connected database, and how to let go of it. */
export interface Connection {
  url: string;
  dataSource: DataSource;
  /** Closes the pool, and lets go of the server. */
  close(): Promise<void>;
  /** Lets go of the server without waiting for statements that still run. */
  release(): Promise<void>;
}

/** The server that the configuration names, or the embedded one, which is started when it does not run. */
export function databaseServer({ database_url: url, data_dir }: Config): Promise<DatabaseServer> {
  if (url) return Promise.resolve({ url, stop: () => Promise.resolve() });
  return startEmbeddedPostgres({ dataDir: data_dir ?? defaultDataDir(join(__dirname, '../../../..')) });
}

/**
 * Connects to a database server. With `migrated`, the database is brought up to this version first.
 * @throws ConfigError when it is out of reach
 */
export async function connect(
  config: Config,
  { migrated }: { migrated: boolean },
  server?: DatabaseServer,
): Promise<Connection> {
  const on = server ?? (await databaseServer(config));
  const { url } = on;
  const release = () => on.stop();
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
    if (migrated && (await pendingMigrations(dataSource)).length) await migrate(url);
    return { url, dataSource, close, release };
  } catch (error) {
    await close();
    throw error;
  }
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
