import type { Db } from '../common/database/db';
import { type Pace, removeOlder } from '../common/database/in-batches';
import type { Actor } from '../common/tenancy/actor';

/** Deletes refusals of the gate from before a time, oldest first and in batches, and returns their number (decision 331). */
export function pruneRefusals(db: Db, actor: Actor, before: Date, pace?: Pace): Promise<number> {
  return removeOlder(db, actor, { table: 'gate_refusals', time: 'at', before }, pace);
}
