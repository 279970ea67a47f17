import sql from 'sql-template-tag';
import type { Workshop } from './in-database';

/** How many refusals are removed in one transaction. */
const BATCH = 5_000;

/**
 * Removes what the gate of an organization refused before a time, the oldest first and a batch at a time, and returns how
 * many (decision 331). @throws NotFound for an organization that is not there
 */
export async function pruneRefusals(
  { db, organizations }: Workshop,
  name: string,
  before: Date,
): Promise<number> {
  const actor = organizations.actorFor(await organizations.find(name));
  const remove = () =>
    db.query(sql`
      DELETE FROM gate_refusals WHERE organization_id = ${actor.organization_id} AND id IN (
        SELECT r.id FROM gate_refusals r
        WHERE r.organization_id = ${actor.organization_id} AND r.at < ${before}
        ORDER BY r.at LIMIT ${BATCH})
      RETURNING id`);
  let removed = 0;
  for (let last = BATCH; last === BATCH; removed += last)
    last = (await db.transaction(actor, '', remove)).length;
  return removed;
}
