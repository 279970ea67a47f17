import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { COMMON } from '../../common/errors/codes';
import type { Attempt } from '../incoming/attempt';
import { bring } from '../interchanges/sending';

/** Refuses the answer of a partner to what was not sent to it. */
export function refuseUnsent(attempt: Attempt, what: string, tag: string): void {
  attempt.refuse(COMMON.unknown_reference, `${what} was not sent to '${attempt.partner.name}'.`, { tag });
}

/** Brings an interchange of ours, which is locked, to what the partner answers, and notes the answer. */
export function noteAnswer(
  db: Db,
  { message }: Attempt,
  edi_interchange_id: number,
  status: 'acknowledged' | 'rejected',
  ...more: Sql[]
): Promise<unknown> {
  return bring(db, [edi_interchange_id], status, [
    sql`acknowledgement_id = ${message.edi_interchange_id}`,
    sql`acknowledged_at = clock_timestamp()`,
    sql`overdue = false`,
    ...more,
  ]);
}
