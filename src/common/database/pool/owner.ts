import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source';

/**
 * Connects as the owner of the tables, without time limits.
 * @param program the name that the traces of writes show
 */
export function asOwner(url: string, program: string): Promise<DataSource> {
  const unlimited = {
    // two turns, who works, and who looks at what that one waits for, beside what is reserved
    database_pool_size: 8,
    database_pool_timeout_ms: 10_000,
    database_statement_timeout_ms: 0,
    database_lock_timeout_ms: 0,
    database_named_statements: false,
    database_batches: false,
  };
  return new DataSource(dataSourceOptions(url, unlimited, program)).initialize();
}
