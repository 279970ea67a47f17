import sql from 'sql-template-tag';
import type { Db } from '../database/db';
import type { Actor } from '../tenancy/actor';
import { FileBytes, keyOf } from './file-bytes';
import { type FileStore, StoredFile } from './file.entity';

/** For how long bytes without a row stay in the bucket: the request that wrote them may be under way. */
const STAYS_MS = 24 * 3_600_000;

/** What a key of ours is like: the organization, and the random name. */
const OURS = /^(\d{1,15})\/([\da-f-]{36})$/;

/**
 * Removes from the bucket what no file of its organization has, because the request that wrote it failed, or the file was deleted
 * when the bucket was out of reach. Other objects stay.
 * @param actorOf acts for an organization; undefined where there is none
 * @returns how many were removed
 */
export async function removeLostBytes(
  db: Db,
  { s3 }: FileBytes,
  actorOf: (organization_id: number) => Actor | undefined,
  before = Date.now() - STAYS_MS,
): Promise<number> {
  let removed = 0;
  for await (const page of s3!.list()) {
    const old = page.filter(({ at }) => at.getTime() < before).map(({ key }) => key);
    for (const key of await lostOf(db, old, actorOf)) {
      await s3!.remove(key);
      removed++;
    }
  }
  return removed;
}

async function lostOf(
  db: Db,
  keys: string[],
  actorOf: (organization_id: number) => Actor | undefined,
): Promise<string[]> {
  const byOrganization = new Map<number, string[]>();
  for (const each of keys) {
    const [, organization, key] = OURS.exec(each) ?? [];
    if (key === undefined) continue;
    byOrganization.set(Number(organization), [...(byOrganization.get(Number(organization)) ?? []), key]);
  }
  const lost: string[] = [];
  for (const [organization_id, own] of byOrganization) {
    const actor = actorOf(organization_id);
    if (!actor) continue;
    const kept = await db.reading(actor, '', () =>
      db.query<{ key: string }>(sql`
        SELECT f.key FROM files f
        WHERE f.organization_id = ${organization_id} AND f.key = ANY (${own}::text[]) AND f.kept_in = 's3'`),
    );
    const known = new Set(kept.map(({ key }) => key));
    lost.push(...own.filter((key) => !known.has(key)).map((key) => keyOf({ organization_id, key })));
  }
  return lost;
}

/**
 * Moves the bytes of the files of an organization to another store, one file in a transaction, so that it may be interrupted and
 * run again while the service runs.
 * @returns how many were moved
 */
export async function moveFiles(db: Db, bytes: FileBytes, actor: Actor, to: FileStore): Promise<number> {
  let moved = 0;
  for (let last = 0; ;) {
    const after = last;
    const [next] = await db.reading(actor, '', () =>
      db.query<{ id: number }>(sql`
        SELECT f.id FROM files f
        WHERE f.organization_id = ${actor.organization_id} AND f.id > ${after} AND f.kept_in <> ${to}
        ORDER BY f.id LIMIT 1`),
    );
    if (!next) return moved;
    last = next.id;
    const from = await db.transaction(actor, '', () => moveOne(db, bytes, next.id, to));
    if (!from) continue;
    await bytes.remove([from]);
    moved++;
  }
}

/** Moves one file. Returns it as it was; undefined where it was deleted or moved meanwhile. */
async function moveOne(db: Db, bytes: FileBytes, id: number, to: FileStore) {
  const file = await db.find(StoredFile, { id }, { lock: true });
  if (!file || file.kept_in === to) return undefined;
  await bytes.write({ ...file, kept_in: to }, await bytes.read(file));
  await db.update(StoredFile, id, { kept_in: to });
  if (file.kept_in === 'database')
    await db.query(sql`
      DELETE FROM file_chunks WHERE organization_id = ${file.organization_id} AND file_id = ${id}`);
  return file;
}
