import sql from 'sql-template-tag';
import type { Db } from '../database/db';
import { effect, row } from '../database/sql/query';
import { COMMON } from '../errors/codes';
import { TooManyAtOnce } from '../errors/errors';

/** The most bytes that a token uploads in 24 hours. */
const MOST_A_DAY = 1024 ** 3;

/**
 * Counts an upload of the token of the request.
 * @throws TooManyAtOnce beyond 1 GiB in 24 hours
 */
export async function countUpload(db: Db, bytes: number): Promise<void> {
  const { organization_id, token_id: own, signed_in } = db.actor;
  // identities, whose tokens have no id, are counted below zero
  const token_id = signed_in ? -signed_in.identity_id : own;
  if (token_id === null) return;
  const [, , counted] = await db.pipeline(
    effect(sql`
      DELETE FROM file_upload_hours
      WHERE organization_id = ${organization_id} AND token_id = ${token_id} AND hour < now() - interval '1 day'`),
    effect(sql`
      INSERT INTO file_upload_hours AS u (organization_id, token_id, hour, bytes)
      VALUES (${organization_id}, ${token_id}, date_trunc('hour', clock_timestamp()), ${bytes})
      ON CONFLICT (organization_id, token_id, hour) DO UPDATE SET bytes = u.bytes + excluded.bytes`),
    row<{ bytes: number }>(sql`
      SELECT sum(u.bytes)::bigint AS bytes FROM file_upload_hours u
      WHERE u.organization_id = ${organization_id} AND u.token_id = ${token_id}`),
  );
  if (counted!.bytes > MOST_A_DAY)
    throw new TooManyAtOnce(COMMON.too_many_files, 'A token uploads at most 1 GiB of files a day.');
}
