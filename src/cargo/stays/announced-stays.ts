import type { DataSource } from 'typeorm';
import type { Db } from '../../common/database/db';

/** What follows when stays are announced. */
type Follower = (container_ids: number[]) => Promise<void>;

const followers = new WeakMap<DataSource, Follower>();

/** Calls `follower` with the containers whose stays requests and messages announce, once what is said of them is written. */
export function onStaysAnnounced(dataSource: DataSource, follower: Follower): void {
  followers.set(dataSource, follower);
}

/**
 * Tells that the stays of these containers are announced, or began unannounced, and what is said of them is written: a hold
 * type may be applied to them by itself (decision 839). A file states what is, so an import tells nothing. Asks nothing for an
 * organization without such a hold type. The caller has locked the containers.
 */
export async function tellAnnounced(db: Db, container_ids: number[]): Promise<void> {
  if (!db.actor.holds_full_imports || !container_ids.length) return;
  await followers.get(db.dataSource)?.(container_ids);
}
