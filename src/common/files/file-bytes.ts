import { createReadStream } from 'node:fs';
import sql from 'sql-template-tag';
import type { Config } from '../config/config';
import type { Db } from '../database/db';
import { CHUNK_BYTES, type FileStore, type StoredFile } from './file.entity';
import { FilesAway, S3Store } from './s3-store';

/** What bytes are found by. */
export type Kept = InBucket & Pick<StoredFile, 'id' | 'kept_in'>;
type InBucket = Pick<StoredFile, 'organization_id' | 'key' | 'bytes' | 'content_type'>;

/** The key of a file in a bucket, which begins with its organization. */
export const keyOf = ({ organization_id, key }: Pick<Kept, 'organization_id' | 'key'>) =>
  `${organization_id}/${key}`;

/** Writes and reads the bytes of files, in the database or in a bucket. No file is in memory whole. */
export class FileBytes {
  readonly s3?: S3Store;

  constructor(
    private readonly db: Db,
    { files_url }: Pick<Config, 'files_url'>,
  ) {
    if (files_url) this.s3 = new S3Store(files_url);
  }

  /** Where bytes are written. */
  get store(): FileStore {
    return this.s3 ? 's3' : 'database';
  }

  /** Writes the bytes of a file that has its row. */
  async write(file: Kept, bytes: AsyncIterable<Buffer>): Promise<void> {
    if (file.kept_in === 's3') return this.send(file, bytes);
    let number = 0;
    for await (const chunk of inChunks(bytes))
      await this.db.query(sql`
        INSERT INTO file_chunks (organization_id, file_id, number, bytes)
        VALUES (${file.organization_id}, ${file.id}, ${number++}, ${chunk}::bytea)`);
  }

  /**
   * Writes the bytes of a file to the bucket, which need no row.
   * @param signal ends the try
   * @throws FilesAway
   */
  send(file: InBucket, bytes: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<void> {
    return this.bucket.write(keyOf(file), bytes, file, signal);
  }

  /** The bytes of a file from `start` to `end`, both included. */
  async read(file: Kept, start = 0, end = file.bytes - 1): Promise<AsyncIterable<Buffer>> {
    return file.kept_in === 's3' ? this.bucket.read(keyOf(file), start, end) : this.chunks(file, start, end);
  }

  /** All bytes of a picture at once, to work at it. */
  async whole(file: Kept): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of await this.read(file)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** Removes the bytes of files whose rows are gone; those in the database went with them. */
  async remove(files: Pick<Kept, 'organization_id' | 'key' | 'kept_in'>[]): Promise<void> {
    for (const file of files) if (file.kept_in === 's3') await this.bucket.remove(keyOf(file));
  }

  private get bucket(): S3Store {
    if (!this.s3) throw new FilesAway('FILES_URL does not say in which bucket the files are');
    return this.s3;
  }

  private async *chunks({ organization_id, id }: Kept, start: number, end: number): AsyncGenerator<Buffer> {
    for (let number = Math.floor(start / CHUNK_BYTES); number * CHUNK_BYTES <= end; number++) {
      const [chunk] = await this.db.query<{ bytes: Buffer }>(sql`
        SELECT bytes FROM file_chunks
        WHERE organization_id = ${organization_id} AND file_id = ${id} AND number = ${number}`);
      if (!chunk) throw new Error(`File ${id} was deleted while it was read`);
      const from = number * CHUNK_BYTES;
      yield chunk.bytes.subarray(Math.max(0, start - from), end + 1 - from);
    }
  }
}

/** The bytes of a file of the disk. */
export const bytesOn = (path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { highWaterMark: CHUNK_BYTES });

/** The same bytes, each chunk but the last of the size of a chunk. */
async function* inChunks(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (let part of bytes) {
    while (length + part.length >= CHUNK_BYTES) {
      const rest = CHUNK_BYTES - length;
      yield Buffer.concat([...parts, part.subarray(0, rest)]);
      part = part.subarray(rest);
      [parts, length] = [[], 0];
    }
    if (part.length) parts.push(part);
    length += part.length;
  }
  if (length) yield Buffer.concat(parts);
}
