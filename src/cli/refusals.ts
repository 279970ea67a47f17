import sql from 'sql-template-tag';
import type { Db } from '../common/database/db';
import { type Pace, removeRange } from '../common/database/write/in-batches';
import type { Actor } from '../common/tenancy/actor';

/** Deletes refusals of the gate from before a time, oldest first and in batches, and returns their number (decision 331). */
export function pruneRefusals(db: Db, actor: Actor, before: Date, pace?: Pace): Promise<number> {
  const rows = () =>
    sql`gate_refusals r WHERE r.organization_id = ${actor.organization_id} AND r.at < ${before}`;
  return removeRange(db, actor, { rows, key: 'at', behind: '-infinity' }, pace);
}
