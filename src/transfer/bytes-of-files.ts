import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import type { Db } from '../common/database/db';
import type { FileBytes, Kept } from '../common/files/file-bytes';
import { CHUNK_BYTES, StoredFile } from '../common/files/file.entity';

/** The kind of the files that records name, and the folder that has their bytes, each by its key. */
export const FILES = 'files';

type Row = Kept & Pick<StoredFile, 'sha256'>;

/** How many rows are read at a time. */
const BATCH = 1_000;

/** The files of the running organization in order of their ids. */
export async function* storedFiles(db: Db): AsyncGenerator<Row> {
  for (let last = 0; ;) {
    const after = last;
    const rows = await db.query<Row>(sql`
      SELECT f.organization_id, f.id, f.key, f.bytes, f.content_type, f.kept_in, f.sha256 FROM files f
      WHERE f.organization_id = ${db.actor.organization_id} AND f.id > ${after} ORDER BY f.id LIMIT ${BATCH}`);
    yield* rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)!.id;
  }
}

/**
 * Reads the bytes of files that have none yet from a folder.
 * @returns the keys of those whose bytes are not there, or are others
 */
export async function readBytes(db: Db, bytes: FileBytes, folder: string): Promise<string[]> {
  const missing = await db.query<Row>(sql`
    SELECT f.organization_id, f.id, f.key, f.bytes, f.content_type, f.kept_in, f.sha256 FROM files f
    WHERE f.organization_id = ${db.actor.organization_id} AND f.kept_in = 'database' AND NOT EXISTS (
      SELECT FROM file_chunks c WHERE c.organization_id = f.organization_id AND c.file_id = f.id AND c.number = 0)
    ORDER BY f.id`);
  const bad: string[] = [];
  for (const file of missing) {
    const path = join(folder, FILES, file.key);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile() || found.size !== file.bytes || !(await readOne(db, bytes, file, path)))
      bad.push(file.key);
  }
  return bad;
}

/** Keeps the bytes of one file. Returns whether they are those that its line states. */
async function readOne(db: Db, bytes: FileBytes, file: Row, path: string): Promise<boolean> {
  const hash = createHash('sha256');
  const kept_in = bytes.store;
  const content = createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
  await bytes.write({ ...file, kept_in }, hashed(content, hash));
  if (kept_in !== file.kept_in) await db.update(StoredFile, file.id, { kept_in });
  return hash.digest('hex') === file.sha256;
}

async function* hashed(
  bytes: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const part of bytes) {
    hash.update(part);
    yield part;
  }
}
