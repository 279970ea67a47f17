import sql from 'sql-template-tag';
import type { Db } from '../database/db';

/** An order about a record. */
interface Order {
  action: 'create' | 'update';
  /** The table of the record. */
  record_type: string;
  record_id: number;
  record_key: string;
  /** The old and new values, as a trace has columns; null for what is new. */
  before: object | null;
  after: object;
}

/**
 * Traces an order that no table traces: who gave it, and in which request (decision 143). Deliveries of webhooks leave
 * no trace, because the service makes a great many without an order.
 */
export async function traceOrder(
  db: Db,
  { action, record_type, record_id, record_key, before, after }: Order,
): Promise<void> {
  const { organization_id, user_id, token_id, signed_in, request_id, operation } = db.actor;
  const { identity_id = null, client_id = null } = signed_in ?? {};
  await db.query(sql`
    INSERT INTO audit_entries (organization_id, created_at, user_id, token_id, identity_id, client_id, request_id, operation, action,
      record_type, record_id, record_key, before, after)
    VALUES (${organization_id}, clock_timestamp(), ${user_id}, ${token_id}, ${identity_id}, ${client_id}, ${request_id}, ${operation}, ${action},
      ${record_type}, ${record_id}, ${record_key}, ${before && JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`);
}
