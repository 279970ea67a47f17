import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Config, ConfigError } from '../../config/config';
import { HOME } from '../../home';
import { failureOf, isForbidden, Unavailable } from '../../errors/database-errors';
import { dataSourceOptions, sessionLimits } from './data-source';
import { defaultDataDir, startEmbeddedPostgres } from '../../../embedded-postgres/embedded-postgres';
import { poolOf } from './shared-pool';
import { migrate, pendingMigrations } from '../migrate/migrate';
import { requireNamedStatements } from './pooler';
import { requireSettings } from './session-settings';

/** A database server to connect to. */
export interface DatabaseServer {
  /** The URL that the service connects with, as the role that owns nothing if there is one. */
  url: string;
  /** The URL of the same database as its owner, for migrations. */
  migrationUrl: string;
  /** Releases an embedded server, which shuts down when nobody else uses it. Does nothing for another server. */
  stop(): Promise<void>;
}

/** A connected database. */
export interface Connection {
  migrationUrl: string;
  dataSource: DataSource;
  /** Closes the pool and releases the server. */
  close(): Promise<void>;
  /** Releases the server without waiting for running statements. */
  release(): Promise<void>;
}

/**
 * The configured server, or the embedded one, which is started when it does not run.
 * @param makes whether an embedded database is made where there is none
 * @throws ConfigError when there is none, and none is made
 */
export async function databaseServer(config: Config, makes = true): Promise<DatabaseServer> {
  const { database_url: url } = config;
  if (url) return { url, migrationUrl: config.database_migration_url ?? url, stop: () => Promise.resolve() };
  const dataDir = dataDirOf(config);
  if (!makes && !existsSync(join(dataDir, 'cluster')))
    throw new ConfigError(
      `There is no database in ${dataDir}: wharfinger serve makes one. DATABASE_URL says which other one is meant.`,
    );
  const { serviceUrl, url: migrationUrl, stop } = await startEmbeddedPostgres({ dataDir });
  return { url: serviceUrl, migrationUrl, stop };
}

/** The database that is meant, for people: its address without a password, or the folder of the embedded one. */
export function databaseNamed(config: Config): string {
  return config.database_url ? nameOf(config.database_url) : `the embedded one in ${dataDirOf(config)}`;
}

/** Where the embedded database lies: in a checkout, or where the command runs when npm has installed this package. */
const dataDirOf = ({ data_dir }: Config) =>
  data_dir ?? defaultDataDir(HOME.split(sep).includes('node_modules') ? process.cwd() : HOME);

/** The interval between attempts to connect, and between messages about them, in milliseconds. */
const AGAIN_MS = 250;
const SAY_MS = 10_000;

/**
 * Connects to a database server, and with `migrated` runs the migrations first that this version needs.
 * @param options.makes whether an empty database becomes one of Wharfinger; it does unless that is false
 * @param options.patience how long to wait for a database that is away, in milliseconds
 * @param options.program the name that the traces of writes show
 * @throws ConfigError when the database stays out of reach, its sessions ignore the settings, or it is behind and this
 *   role may not migrate it
 */
export async function connect(
  config: Config,
  {
    migrated,
    makes = true,
    patience = 0,
    program,
  }: { migrated: boolean; makes?: boolean; patience?: number; program?: string },
  server?: DatabaseServer,
): Promise<Connection> {
  const on = server ?? (await databaseServer(config, makes));
  const { url, migrationUrl } = on;
  const release = () => on.stop();
  const dataSource = new DataSource(dataSourceOptions(url, config, program));
  const close = async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await release();
  };
  try {
    await initialize(dataSource, url, patience);
    await requireSettings('the database', sessionLimits(config), (text, values) =>
      dataSource.query(text, values),
    );
    if (config.database_named_statements) await requireNamedStatements(poolOf(dataSource));
    if (!makes) await requireTables(dataSource, url);
    if (migrated && (await pendingMigrations(dataSource, 'before')).length)
      await migrate(migrationUrl, { phase: 'before' });
    return { migrationUrl, dataSource, close, release };
  } catch (error) {
    await close();
    throw isForbidden(error) ? new ConfigError(NOT_THE_OWNER) : error;
  }
}

/** Opens the first connection. Retries while the database is away. */
async function initialize(dataSource: DataSource, url: string, patience: number): Promise<void> {
  const end = performance.now() + patience;
  for (let stated = -Infinity; ; await pause(AGAIN_MS)) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      const sentence = `The database ${nameOf(url)} is out of reach: ${sentenceOf(error as Error)}.`;
      const now = performance.now();
      // Waiting does not cure a wrong password or name.
      if (now >= end || !(failureOf(firstOf(error as Error)) instanceof Unavailable))
        throw new ConfigError(sentence);
      if (now < stated + SAY_MS) continue;
      stated = now;
      console.error(`${sentence} It is waited for, ${Math.ceil((end - now) / 1000)} seconds at most.`);
    }
  }
}

/** A command that looks into a database does not make tables in one that was meant for something else. */
async function requireTables(dataSource: DataSource, url: string): Promise<void> {
  const [row] = await dataSource.query<{ found: boolean }[]>(
    `SELECT to_regclass('organizations') IS NOT NULL AS found`,
  );
  if (!row?.found)
    throw new ConfigError(
      `The database ${nameOf(url)} has no tables of Wharfinger: wharfinger migrate makes them. DATABASE_URL says which database is meant.`,
    );
}

const NOT_THE_OWNER =
  'The database is behind this version, and its user may not migrate it: set DATABASE_MIGRATION_URL to the address with the owner, or run wharfinger migrate with it.';

/** The URL of a database without secrets: no password, no parameters. */
function nameOf(address: string): string {
  const { protocol, username, host, pathname } = new URL(address);
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}

function sentenceOf(error: Error): string {
  return firstOf(error).message;
}

/** For a host with several addresses, the error has one for each of them. */
function firstOf(error: Error): Error {
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return first;
}
