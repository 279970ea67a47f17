import sql from 'sql-template-tag';
import type { Attempt, Deed } from './attempt';

/** An item of a list, and what became of it. */
interface PutItem {
  id: number;
  container_id: number | null;
  did: Deed;
}

/** What a list that messages fill is called, and what happens to its items. */
export interface ListWords {
  changed: 'load_list_items' | 'discharge_list_items';
  type: 'load_list_item' | 'discharge_list_item';
  /** What has happened to an item that stays although the message takes it away. */
  done: string;
}

/** Counts what became of items, and notes them with the segments that name their containers. */
export async function noteItems(
  attempt: Attempt,
  { changed, type, done }: ListWords,
  put: PutItem[],
  segments: Map<string, number>,
): Promise<void> {
  const ids = [...new Set(put.flatMap(({ container_id }) => container_id ?? []))];
  const found = await attempt.db.query<{ id: number; number: string }>(sql`
    SELECT id, number FROM containers
    WHERE organization_id = ${attempt.db.actor.organization_id} AND id = ANY(${ids}::bigint[])`);
  const numbers = new Map(found.map(({ id, number }) => [id, number]));
  for (const { id, container_id, did } of put) {
    const key = numbers.get(container_id ?? 0) ?? null;
    attempt.did(did, changed, { segment: segments.get(key ?? '') ?? null, type, record_id: id, key });
    if (did === 'left') attempt.warn('left', `container ${key} was ${done}, and stays.`, {}, key);
  }
}

/** The ids of containers by their numbers. */
export async function idsOf(attempt: Attempt, numbers: string[]): Promise<number[]> {
  const found = await attempt.db.query<{ id: number }>(sql`
    SELECT id FROM containers
    WHERE organization_id = ${attempt.db.actor.organization_id} AND number = ANY(${numbers}::text[]) ORDER BY id`);
  return found.map(({ id }) => id);
}
