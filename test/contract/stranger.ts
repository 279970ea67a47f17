import { randomUUID } from 'node:crypto';
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
 * it finds is not its own. A request beside which rows without traces were written is sent once more, because the service
 * may have composed an interchange meanwhile.
 */
export async function asStranger(...request: Parameters<typeof sendAsStranger>): Promise<Strange> {
  const { written, ...strange } = await sendAsStranger(...request);
  if (strange.changed.length || !written.length) return strange;
  const again = await sendAsStranger(...request);
  return { ...again, changed: [...again.changed, ...again.written] };
}

/** Returns beside what came of it the tables without traces that were written meanwhile. */
async function sendAsStranger(
  client: Client,
  method: Call['method'],
  path: string,
  body?: object,
): Promise<Strange & { written: string[] }> {
  const stranger = await client.service.organization();
  const untraced = method === 'GET' ? [] : await untracedTables(client);
  const before = await digest(client, untraced);
  const request_id = randomUUID();
  const answer = await stranger.send(method, path, body, { 'x-request-id': request_id });
  const after = await digest(client, untraced);
  const { error } = answer.body;
  const lists = Object.values(answer.body as object).filter(Array.isArray);
  const isEmpty = lists.length > 0 && lists.every((list) => !list.length);
  return {
    request: `${method} ${path}`,
    outcome: error ? `${answer.status} ${error}` : isEmpty ? 'an empty list' : `${answer.status}`,
    changed: await traced(client, request_id),
    written: untraced.filter((table) => before[table] !== after[table]),
  };
}

/** The tables in which a request left a trace of a record of the organization: every record that is traced has its own. */
async function traced({ service, organization_id }: Client, request_id: string): Promise<string[]> {
  const tables = await service.query<{ record_type: string }>(
    'SELECT DISTINCT record_type FROM audit_entries WHERE organization_id = $1 AND request_id = $2',
    [organization_id, request_id],
  );
  return tables.map(({ record_type }) => record_type);
}

/** What is written beside requests: it may tell of an earlier one. */
const BESIDE = [
  'audit_entries',
  'events_written',
  'events',
  'event_feeds',
  'webhook_deliveries',
  'edi_channel_states',
  'edi_items',
];

let found: string[] | undefined;

/** The tables of organizations whose rows leave no trace (test/audit names them), without those that are written beside requests. */
async function untracedTables({ service }: Client): Promise<string[]> {
  if (found) return found;
  const tables = await service.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname LIKE 'trace%')`,
  );
  return (found = tables.map(({ name }) => name).filter((name) => !BESIDE.includes(name)));
}

/** For each table, how many rows the organization has, and the last transaction that wrote one of them. */
async function digest(
  { service, organization_id }: Client,
  tables: string[],
): Promise<Record<string, string>> {
  if (!tables.length) return {};
  const columns = tables.map(
    (table) => `(SELECT count(*) || ' ' || coalesce(max(xmin::text::bigint), 0)
      FROM ${table} WHERE organization_id = $1) AS ${table}`,
  );
  const [row] = await service.query<Record<string, string>>(`SELECT ${columns.join(', ')}`, [
    organization_id,
  ]);
  return row!;
}
