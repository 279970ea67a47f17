import type { DataSource } from 'typeorm';
import type { Db } from '../../common/database/db';

/** What follows when stays open. */
type Follower = (container_ids: number[]) => Promise<void>;

const followers = new WeakMap<DataSource, Follower>();

/** Calls `follower` with the containers whose stays requests and messages open, announced or not. */
export function onStaysOpened(dataSource: DataSource, follower: Follower): void {
  followers.set(dataSource, follower);
}

/**
 * Tells that stays of these containers opened: a damage that is left applies its hold again (decision 914). Asks nothing for an
 * organization without such a hold type. The caller has locked the containers.
 */
export async function tellOpened(db: Db, container_ids: number[]): Promise<void> {
  if (!db.actor.damage_hold_type_id || !container_ids.length) return;
  await followers.get(db.dataSource)?.(container_ids);
}
