import type { Client } from '../setup/client';
import type { Call } from './example-calls';

/** What came of a request of another organization. */
export interface Strange {
  request: string;
  /** Status and sentence of a refusal; the status alone when records were shown or made. */
  outcome: string;
  /** The tables in which a record of the first organization was written or deleted. */
  changed: string[];
}

/**
 * Sends a request with the token of another organization. It is a new one each time and has no records, so that what
 * it finds is not its own. A request beside which something was written is sent once more, because the service may have
 * composed an interchange meanwhile.
 */
export async function asStranger(...request: Parameters<typeof sendAsStranger>): Promise<Strange> {
  const strange = await sendAsStranger(...request);
  return strange.changed.length ? sendAsStranger(...request) : strange;
}

async function sendAsStranger(
  client: Client,
  method: Call['method'],
  path: string,
  body?: object,
): Promise<Strange> {
  const stranger = await client.service.organization();
  const before = method === 'GET' ? {} : await digest(client);
  const answer = await stranger.send(method, path, body);
  const after = method === 'GET' ? {} : await digest(client);
  const { error } = answer.body;
  const lists = Object.values(answer.body as object).filter(Array.isArray);
  const isEmpty = lists.length > 0 && lists.every((list) => !list.length);
  return {
    request: `${method} ${path}`,
    outcome: error ? `${answer.status} ${error}` : isEmpty ? 'an empty list' : `${answer.status}`,
    changed: Object.keys(before).filter((table) => before[table] !== after[table]),
  };
}

/** What is written beside requests: it may tell of an earlier one. */
const BESIDE = [
  'events_written',
  'events',
  'event_feeds',
  'webhook_endpoints',
  'webhook_deliveries',
  'edi_channel_states',
  'edi_flows',
  'edi_items',
];

/** For each table, how many rows the organization has, and the last transaction that wrote one of them. */
async function digest({ service, organization_id }: Client): Promise<Record<string, string>> {
  const owned = service.dataSource.entityMetadatas.filter(
    ({ columns, tableName, tableType }) =>
      tableType !== 'view' &&
      columns.some(({ databaseName }) => databaseName === 'organization_id') &&
      !BESIDE.includes(tableName),
  );
  const columns = owned.map(
    ({ tableName }) => `(SELECT count(*) || ' ' || coalesce(max(xmin::text::bigint), 0)
      FROM ${tableName} WHERE organization_id = $1) AS ${tableName}`,
  );
  const [row] = await service.query<Record<string, string>>(`SELECT ${columns.join(', ')}`, [
    organization_id,
  ]);
  return row!;
}
