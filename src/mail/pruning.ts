import sql from 'sql-template-tag';
import type { Db } from '../common/database/db';
import { removeRange } from '../common/database/write/in-batches';
import type { Actor } from '../common/tenancy/actor';

/** Deletes mails of an organization from before a time that wait for nothing, oldest first, and returns their number. */
export function pruneMails(db: Db, actor: Actor, before: Date): Promise<number> {
  const rows = () =>
    sql`mails r WHERE r.organization_id = ${actor.organization_id} AND r.created_at < ${before}`;
  return removeRange(db, actor, {
    rows,
    key: 'created_at',
    behind: '-infinity',
    only: sql`r.status <> 'queued'`,
  });
}
