import sql from 'sql-template-tag';
import type { Db } from '../database/db';

/** What was ordered of a record. */
interface Order {
  action: 'create' | 'update';
  /** The table of the record. */
  record_type: string;
  record_id: number;
  record_key: string;
  /** What it changes, and what was ordered, as a trace has columns; null for what is new. */
  before: object | null;
  after: object;
}

/**
 * Leaves a trace of an order that no table traces by itself: who gave it, and in which request (decision 143). The
 * deliveries of webhooks leave none, since the service makes a great many without being told to.
 */
export async function traceOrder(
  db: Db,
  { action, record_type, record_id, record_key, before, after }: Order,
): Promise<void> {
  const { organization_id, user_id, token_id, request_id, operation } = db.actor;
  await db.query(sql`
    INSERT INTO audit_entries (organization_id, created_at, user_id, token_id, request_id, operation, action,
      record_type, record_id, record_key, before, after)
    VALUES (${organization_id}, clock_timestamp(), ${user_id}, ${token_id}, ${request_id}, ${operation}, ${action},
      ${record_type}, ${record_id}, ${record_key}, ${before && JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`);
}
