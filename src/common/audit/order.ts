import sql from 'sql-template-tag';
import type { Db } from '../database/db';

/** What was ordered of a record. */
interface Order {
  action: 'create' | 'update';
  /** The table of the record. */
  record_type: string;
  record_id: number;
  record_key: string;
  /** What was ordered, as the columns of a trace. */
  after: object;
}

/**
 * Leaves a trace of an order that no table traces by itself: who gave it, and in which request (decision 143). The
 * deliveries of webhooks leave none, since the service makes a great many without being told to.
 */
export async function traceOrder(
  db: Db,
  { action, record_type, record_id, record_key, after }: Order,
): Promise<void> {
  const { organization_id, user_id, token_id, request_id, operation } = db.actor;
  await db.query(sql`
    INSERT INTO audit_entries (organization_id, created_at, user_id, token_id, request_id, operation, action,
      record_type, record_id, record_key, after)
    VALUES (${organization_id}, clock_timestamp(), ${user_id}, ${token_id}, ${request_id}, ${operation}, ${action},
      ${record_type}, ${record_id}, ${record_key}, ${JSON.stringify(after)}::jsonb)`);
}
