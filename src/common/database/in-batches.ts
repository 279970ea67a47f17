import type { Actor } from '../tenancy/actor';
import type { Db } from './db';

/** How many rows are removed in one transaction. */
export const BATCH = 5_000;

/**
 * Removes rows until none are left, BATCH at most in a transaction, so that nobody waits long. Returns how many.
 * @param remove removes up to BATCH of them, and returns how many these were
 */
export async function inBatches(db: Db, actor: Actor, remove: () => Promise<number>): Promise<number> {
  let removed = 0;
  for (let last = BATCH; last === BATCH; removed += last) last = await db.transaction(actor, '', remove);
  return removed;
}
