import { defaults, types } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { Config } from '../../config/config';
import { ReadableConstraintNames } from '../../schema/naming';
import { SharedPool, SharedPoolConfig } from './shared-pool';
import { MIGRATIONS, TABLES } from '../migrate/tables';

/** The OID of type date. Dates stay text; node-postgres would make them midnight in the time zone of the machine. */
const DATE = 1082;
types.setTypeParser(DATE, (text) => text);

/** The settings that a connection needs. */
export type DatabaseConfig = Pick<
  Config,
  | 'database_pool_size'
  | 'database_pool_timeout_ms'
  | 'database_statement_timeout_ms'
  | 'database_lock_timeout_ms'
  | 'database_named_statements'
  | 'database_batches'
>;

/** The limit for opening a connection, in milliseconds. */
const CONNECT_MS = 2_000;

/**
 * The number of idle connections that stay open, with their prepared statements, so that the next request need not
 * wait.
 */
const KEPT_OPEN = 4;

/** How long after the server's statement timeout this side gives a statement up, in milliseconds. */
const GRACE_MS = 1_000;

/** The `application_name` of the connections that serve requests. A trace without a user may not name it (decision 333). */
export const REQUESTS = 'wharfinger requests';

/**
 * The options of TypeORM: every wait has a limit, ids are numbers.
 * @param program the `application_name`, which the traces of writes show
 */
export function dataSourceOptions(
  url: string,
  config: DatabaseConfig,
  program = 'wharfinger',
): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    parseInt8: true,
    namingStrategy: new ReadableConstraintNames(),
    entities: TABLES,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    installExtensions: false, // Migrations install them.
    applicationName: program,
    driver: { defaults, Pool: SharedPool },
    extra: poolOptions(config),
  };
}

/** The options of a pool, without where it connects to. */
export function poolOptions(config: DatabaseConfig): SharedPoolConfig {
  const statement_timeout = config.database_statement_timeout_ms;
  const limits = sessionLimits(config);
  // node-postgres does not send a limit of 0, and the one of the role would hold
  const none = Object.entries(limits).flatMap(([name, ms]) => (ms ? [] : ` -c ${name}=0`));
  return {
    ...limits,
    options: `-c TimeZone=UTC -c DateStyle=ISO${none.join('')}`,
    max: config.database_pool_size,
    min: KEPT_OPEN,
    patience: config.database_pool_timeout_ms,
    named: config.database_named_statements,
    batches: config.database_named_statements && config.database_batches,
    watched: statement_timeout > 0,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: statement_timeout && statement_timeout + GRACE_MS,
    keepAlive: true,
    pipeline: true,
  };
}

/** The time limits of every session, in milliseconds; 0 is none. */
export function sessionLimits(config: DatabaseConfig) {
  return {
    statement_timeout: config.database_statement_timeout_ms,
    lock_timeout: config.database_lock_timeout_ms,
    idle_in_transaction_session_timeout: config.database_statement_timeout_ms * 2,
  };
}
