import { join } from 'node:path';
import { types } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { Config } from '../config/config';
import { ReadableConstraintNames } from '../schema/naming';

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
>;

/** How TypeORM reaches the database: every wait has an end, ids are numbers. */
export function dataSourceOptions(url: string, config: DatabaseConfig): DataSourceOptions {
  const root = join(__dirname, '../../..');
  const statement_timeout = config.database_statement_timeout_ms;
  return {
    type: 'postgres',
    url,
    parseInt8: true,
    namingStrategy: new ReadableConstraintNames(),
    entities: [join(root, 'src/**/*.{entity,kind}.{js,ts}')],
    migrations: [join(root, 'migrations/*.{js,ts}')],
    migrationsTableName: 'migrations',
    applicationName: 'wharfinger',
    extra: {
      max: config.database_pool_size,
      connectionTimeoutMillis: config.database_pool_timeout_ms,
      statement_timeout,
      // later than the server's own, since node-postgres hands out the busy connection again
      query_timeout: statement_timeout && statement_timeout + 2_000,
      lock_timeout: config.database_lock_timeout_ms,
      idle_in_transaction_session_timeout: statement_timeout * 2,
      keepAlive: true,
      options: '-c TimeZone=UTC -c DateStyle=ISO',
    },
  };
}
