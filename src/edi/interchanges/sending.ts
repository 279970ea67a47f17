import sql, { join, type Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { record } from '../../common/recording/record';
import { countStatus } from './counted';
import type { InterchangeStatus } from './edi-interchange.entity';
import { EdiInterchangeShow } from './edi-interchange.view';

/**
 * Marks queued interchanges as sent, and when the answers of their partners are due. The caller has locked them.
 */
export async function markSent(db: Db, ids: number[]): Promise<void> {
  if (!ids.length) return;
  await bring(db, ids, 'sent', [
    sql`sent_at = clock_timestamp()`,
    sql`tries = e.tries + 1`,
    sql`answer_due_at = (SELECT clock_timestamp() + make_interval(mins => p.acknowledge_minutes) FROM edi_partners p
      WHERE p.organization_id = e.organization_id AND p.id = e.partner_id AND p.acknowledges = 'contrl'
        AND e.kinds <> '{CONTRL}')`,
  ]);
}

/** Puts interchanges behind those that wait to be sent, with the same bytes. The caller has locked them. */
export async function queueAgain(db: Db, ids: number[]): Promise<void> {
  await bring(db, ids, 'queued', [
    sql`sent_at = NULL`,
    sql`answer_due_at = NULL`,
    sql`overdue = false`,
    sql`acknowledgement_id = NULL`,
    sql`acknowledged_at = NULL`,
    sql`errors = '[]'`,
  ]);
}

/** The states that interchanges which go come to. */
type Outgoing = Extract<InterchangeStatus, 'queued' | 'sent' | 'acknowledged' | 'rejected'>;

/** Brings outgoing interchanges to a status, and their messages with them. */
export async function bring(db: Db, ids: number[], status: Outgoing, sets: Sql[]): Promise<void> {
  const { organization_id } = db.actor;
  await db.query(sql`
    UPDATE edi_interchanges e SET ${join([sql`status = ${status}`, sql`updated_at = now()`, ...sets])}
    WHERE e.organization_id = ${organization_id} AND e.id = ANY(${ids}::bigint[])`);
  await db.query(sql`
    UPDATE edi_messages m SET status = ${status}, errors = '[]', errors_count = 0, updated_at = now()
    WHERE m.organization_id = ${organization_id} AND m.edi_interchange_id = ANY(${ids}::bigint[])`);
  await record(db, `edi_interchange.${status}`, EdiInterchangeShow, ids);
  countStatus(db, 'out', status, ids.length);
}
