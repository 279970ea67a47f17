import sql from 'sql-template-tag';
import type { Db } from '../database/db';

/** Traces that somebody ordered these mails (decision 143): the outbox itself leaves no traces. */
export async function traceMails(db: Db, ids: number[]): Promise<void> {
  const { organization_id, user_id, token_id, signed_in, request_id, operation } = db.actor;
  const { identity_id = null, client_id = null } = signed_in ?? {};
  await db.query(sql`
    INSERT INTO audit_entries (organization_id, created_at, user_id, token_id, identity_id, client_id, request_id, operation, action,
      record_type, record_id, record_key, before, after)
    SELECT m.organization_id, clock_timestamp(), ${user_id}::bigint, ${token_id}::bigint, ${identity_id}::bigint, ${client_id},
      ${request_id}, coalesce(${operation}::text, nullif(current_setting('wharfinger.operation', true), ''),
        current_setting('application_name')), 'create', 'mails', m.id, m.subject, NULL,
      jsonb_build_object('kind', m.kind, 'to', m."to", 'resent_of', m.resent_of)
    FROM mails m WHERE m.organization_id = ${organization_id} AND m.id = ANY(${ids}::bigint[])`);
}
