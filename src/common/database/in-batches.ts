import type { Actor } from '../tenancy/actor';
import type { Db } from './db';

/** The number of rows to delete in one transaction. */
export const BATCH = 5_000;

/**
 * Deletes rows in transactions of at most BATCH until none are left, so that nobody waits long for a lock. Returns
 * their number.
 * @param remove deletes up to BATCH rows and returns how many it deleted
 */
export async function inBatches(db: Db, actor: Actor, remove: () => Promise<number>): Promise<number> {
  let removed = 0;
  for (let last = BATCH; last === BATCH; removed += last) last = await db.transaction(actor, '', remove);
  return removed;
}
