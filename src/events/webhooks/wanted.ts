import sql, { raw, Sql } from 'sql-template-tag';
import { EVERYBODY, typesHiddenFrom } from '../event-rights';

/**
 * SQL: whether the endpoint of this alias wants the event of that one. What not every token may read is sent only where
 * an admin has named its type (decision 350).
 */
export function wantedBy(endpoint: string, event: string): Sql {
  const [types, type] = [raw(`${endpoint}.types`), raw(`${event}.type`)];
  return sql`CASE WHEN ${types} = '{}' THEN ${type} <> ALL(${typesHiddenFrom(EVERYBODY)}::text[])
    ELSE ${types} && ARRAY[${type}, split_part(${type}, '.', 1) || '.*'] END`;
}
