import sql from 'sql-template-tag';
import { BATCH, inBatches } from '../common/database/in-batches';
import type { Workshop } from './in-database';

/**
 * Deletes refusals of the gate from before a time, oldest first and in batches, and returns their number (decision
 * 331).
 * @throws NotFound for an unknown organization
 */
export async function pruneRefusals(
  { db, organizations }: Workshop,
  name: string,
  before: Date,
): Promise<number> {
  const actor = organizations.actorFor(await organizations.find(name));
  return inBatches(db, actor, async () => {
    const removed = await db.query(sql`
      DELETE FROM gate_refusals WHERE organization_id = ${actor.organization_id} AND id IN (
        SELECT r.id FROM gate_refusals r
        WHERE r.organization_id = ${actor.organization_id} AND r.at < ${before}
        ORDER BY r.at LIMIT ${BATCH})
      RETURNING id`);
    return removed.length;
  });
}
