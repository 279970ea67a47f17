import sql, { raw, Sql } from 'sql-template-tag';
import { PARTY_ADDED } from '../../common/recording/event-types';
import { EVERYBODY, typesHiddenFrom } from '../event-rights';

/**
 * SQL: whether the endpoint of one alias subscribes to the event of the other. An event that not every token may read is
 * sent only to an endpoint whose types name it, which an admin set (decision 350). One that is limited to parties is sent what
 * limited tokens may read, of what its parties are told.
 * @param isTold SQL: whether the event is told to a party of the endpoint
 */
export function wantedBy(endpoint: string, event: string, isTold: Sql): Sql {
  const [types, type] = [raw(`${endpoint}.types`), raw(`${event}.type`)];
  const hidden = typesHiddenFrom({ ...EVERYBODY, limited: true });
  const isNamed = sql`${types} && ARRAY[${type}, split_part(${type}, '.', 1) || '.*']`;
  return sql`CASE
    WHEN ${raw(endpoint)}.limited THEN (${types} = '{}' OR ${isNamed}) AND ${type} <> ALL(${hidden}::text[]) AND ${isTold}
    WHEN ${types} = '{}' THEN ${type} <> ALL(${typesHiddenFrom(EVERYBODY)}::text[])
    ELSE ${type} <> ${PARTY_ADDED} AND ${isNamed} END`;
}
