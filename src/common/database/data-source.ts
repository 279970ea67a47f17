import { defaults, types } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { Config } from '../config/config';
import { ReadableConstraintNames } from '../schema/naming';
import { SharedPool, SharedPoolConfig } from './shared-pool';
import { MIGRATIONS, TABLES } from './tables';

/** A calendar date stays the text that it is; node-postgres would make it a midnight of this machine's zone. */
const DATE = 1082;
types.setTypeParser(DATE, (text) => text);

/** The part of the configuration that a connection needs. */
export type DatabaseConfig = Pick<
  Config,
  | 'database_pool_size'
  | 'database_pool_timeout_ms'
  | 'database_statement_timeout_ms'
  | 'database_lock_timeout_ms'
  | 'database_named_statements'
>;

/** How long a connection may take to be made, in milliseconds. */
const CONNECT_MS = 2_000;

/** So many connections stay open when nobody asks for anything, with what is prepared on them: the next need not wait. */
const KEPT_OPEN = 4;

/** How long after the server should have given a statement up it is given up here. */
const GRACE_MS = 1_000;

/**
 * How TypeORM reaches the database: every wait has an end, ids are numbers.
 * @param program what the database knows this program by, also in the traces of what it writes
 */
export function dataSourceOptions(
  url: string,
  config: DatabaseConfig,
  program = 'wharfinger',
): DataSourceOptions {
  const statement_timeout = config.database_statement_timeout_ms;
  return {
    type: 'postgres',
    url,
    parseInt8: true,
    namingStrategy: new ReadableConstraintNames(),
    entities: TABLES,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    installExtensions: false, // migrations do
    applicationName: program,
    driver: { defaults, Pool: SharedPool },
    extra: {
      ...sessionLimits(config),
      options: '-c TimeZone=UTC -c DateStyle=ISO',
      max: config.database_pool_size,
      min: KEPT_OPEN,
      patience: config.database_pool_timeout_ms,
      named: config.database_named_statements,
      watched: statement_timeout > 0,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: statement_timeout && statement_timeout + GRACE_MS,
      keepAlive: true,
      pipeline: true,
    } satisfies Omit<SharedPoolConfig, 'connectionString'>,
  };
}

/** The time limits that every session is asked to keep, in milliseconds; 0 is none. */
export function sessionLimits(config: DatabaseConfig) {
  return {
    statement_timeout: config.database_statement_timeout_ms,
    lock_timeout: config.database_lock_timeout_ms,
    idle_in_transaction_session_timeout: config.database_statement_timeout_ms * 2,
  };
}
