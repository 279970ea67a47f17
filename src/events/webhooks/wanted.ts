import { raw, Sql } from 'sql-template-tag';

/** SQL: whether the endpoint of this alias wants the event of that one. */
export const wantedBy = (endpoint: string, event: string): Sql =>
  raw(
    `(${endpoint}.types = '{}' OR ${endpoint}.types && ARRAY[${event}.type, split_part(${event}.type, '.', 1) || '.*'])`,
  );
