import sql, { raw, Sql } from 'sql-template-tag';
import { PARTY_ADDED } from '../../common/recording/event-types';
import { EVERYBODY, typesHiddenFrom } from '../event-rights';

/**
 * SQL: whether the endpoint of one alias subscribes to the event of the other. An event that not every token may read is
 * sent only to an endpoint whose types name it, which an admin set (decision 350).
 */
export function wantedBy(endpoint: string, event: string): Sql {
  const [types, type] = [raw(`${endpoint}.types`), raw(`${event}.type`)];
  return sql`CASE WHEN ${types} = '{}' THEN ${type} <> ALL(${typesHiddenFrom(EVERYBODY)}::text[])
    ELSE ${type} <> ${PARTY_ADDED} AND ${types} && ARRAY[${type}, split_part(${type}, '.', 1) || '.*'] END`;
}
