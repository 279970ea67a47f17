import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Config, ConfigError } from '../config/config';
import { failureOf, isForbidden, Unavailable } from '../errors/database-errors';
import { dataSourceOptions, sessionLimits } from './data-source';
import { defaultDataDir, startEmbeddedPostgres } from '../../embedded-postgres/embedded-postgres';
import { poolOf } from './db';
import { migrate, pendingMigrations } from './migrate';
import { requireNamedStatements } from './pooler';

/** A database server to connect to. */
export interface DatabaseServer {
  /** Where the service works, as a role that owns nothing where there is one. */
  url: string;
  /** The same database as its owner, who migrates. */
  migrationUrl: string;
  /** Lets go of the embedded server, which ends when nobody else uses it; another one stays as it is. */
  stop(): Promise<void>;
}

/** A connected database, and how to let go of it. */
export interface Connection {
  migrationUrl: string;
  dataSource: DataSource;
  /** Closes the pool, and lets go of the server. */
  close(): Promise<void>;
  /** Lets go of the server without waiting for statements that still run. */
  release(): Promise<void>;
}

/** The server that the configuration names, or the embedded one, which is started when it does not run. */
export async function databaseServer(config: Config): Promise<DatabaseServer> {
  const { database_url: url, data_dir } = config;
  if (url) return { url, migrationUrl: config.database_migration_url ?? url, stop: () => Promise.resolve() };
  const dataDir = data_dir ?? defaultDataDir(join(__dirname, '../../../..'));
  const { serviceUrl, url: migrationUrl, stop } = await startEmbeddedPostgres({ dataDir });
  return { url: serviceUrl, migrationUrl, stop };
}

/** How often a database that is away is tried again, and how often that is said, in milliseconds. */
const AGAIN_MS = 250;
const SAY_MS = 10_000;

/**
 * Connects to a database server. With `migrated`, the database is brought up to this version first.
 * @param options.patience for how many milliseconds a database that is away is waited for
 * @param options.program what the traces of what is written name
 * @throws ConfigError when it stays out of reach, its sessions are not what was asked for, or it is behind and this
 *   role may not migrate it
 */
export async function connect(
  config: Config,
  { migrated, patience = 0, program }: { migrated: boolean; patience?: number; program?: string },
  server?: DatabaseServer,
): Promise<Connection> {
  const on = server ?? (await databaseServer(config));
  const { url, migrationUrl } = on;
  const release = () => on.stop();
  const dataSource = new DataSource(dataSourceOptions(url, config, program));
  const close = async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await release();
  };
  try {
    await initialize(dataSource, url, patience);
    await requireSettings(dataSource, config);
    if (config.database_named_statements) await requireNamedStatements(poolOf(dataSource));
    if (migrated && (await pendingMigrations(dataSource)).length) await migrate(migrationUrl);
    return { migrationUrl, dataSource, close, release };
  } catch (error) {
    await close();
    throw isForbidden(error) ? new ConfigError(NOT_THE_OWNER) : error;
  }
}

/** Opens the first connection, as soon as the database takes one. */
async function initialize(dataSource: DataSource, url: string, patience: number): Promise<void> {
  const end = performance.now() + patience;
  for (let said = -Infinity; ; await pause(AGAIN_MS)) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      const sentence = `The database ${nameOf(url)} is out of reach: ${sentenceOf(error as Error)}.`;
      const now = performance.now();
      // a wrong password or name does not come right by waiting
      if (now >= end || !(failureOf(firstOf(error as Error)) instanceof Unavailable))
        throw new ConfigError(sentence);
      if (now < said + SAY_MS) continue;
      said = now;
      console.error(`${sentence} It is waited for, ${Math.ceil((end - now) / 1000)} seconds at most.`);
    }
  }
}

/**
 * Sees to it that the sessions keep the time limits and the time zone that they were asked for: a pooler in between
 * may have left them out.
 */
async function requireSettings(dataSource: DataSource, config: Config): Promise<void> {
  const wanted = { TimeZone: 'UTC', DateStyle: 'ISO', ...sessionLimits(config) };
  const rows = await dataSource.query<{ name: string; setting: string }[]>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [Object.keys(wanted)],
  );
  const actual = new Map(rows.map(({ name, setting }) => [name, setting.split(',', 1)[0]]));
  const wrong = Object.entries(wanted).filter(([name, value]) => value && actual.get(name) !== String(value));
  if (!wrong.length) return;
  const [names, settings] = [
    wrong.map(([name]) => `${name} is ${actual.get(name)}`).join(', '),
    wrong.map(([name, value]) => `SET ${name} = '${value}'`).join(', '),
  ];
  throw new ConfigError(
    `The sessions of the database are not as they were asked for: ${names}. A pooler in between may leave out what ` +
      `a session starts with; then set it for the role: ALTER ROLE … ${settings}.`,
  );
}

const NOT_THE_OWNER =
  'The database is behind this version, and its user may not migrate it: set DATABASE_MIGRATION_URL to the address with the owner, or run wharfinger migrate with it.';

/** Where a database is, without what may be secret: no password, and none of the parameters. */
function nameOf(address: string): string {
  const { protocol, username, host, pathname } = new URL(address);
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}

function sentenceOf(error: Error): string {
  return firstOf(error).message;
}

/** A name with several addresses has a reason for each of them. */
function firstOf(error: Error): Error {
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return first;
}
