import sql from 'sql-template-tag';
import type { Db } from '../database/db';
import { asTerminal } from '../database/sql/as-terminal';
import { COMMON } from '../errors/codes';
import { naming, Refused } from '../errors/errors';
import type { StoredFile } from './file.entity';
import { unknownFile } from './files-of';

/**
 * Locks a picture that a record names by a column of its own, such as a signature: one that the caller uploaded and no record
 * names, or the one that the record named before.
 * @param before the id of the file that the record names now
 * @throws Refused for every other file, which is as one that is not there, and for a PDF
 */
export async function requirePicture(
  db: Db,
  { id, before, field }: { id: number; before: number | null; field: string },
): Promise<void> {
  const { organization_id, user_id } = db.actor;
  const [file] = await db.query<Pick<StoredFile, 'uses' | 'user_id' | 'content_type'>>(
    asTerminal(
      'whether a file may be named is decided by who uploaded it',
      sql`
        SELECT f.uses, f.user_id, f.content_type FROM files f
        WHERE f.organization_id = ${organization_id} AND f.id = ${id} FOR NO KEY UPDATE`,
    ),
  );
  const isOwn = file?.uses === 0 && file.user_id === user_id;
  if (!file || !(isOwn || id === before)) throw new Refused({ ...unknownFile(id), field });
  if (file.content_type === 'application/pdf')
    throw new Refused({
      code: COMMON.file_no_picture,
      sentence: `File '${id}' is a PDF, and no picture.`,
      records: naming('file', id),
      status: 422,
      field,
    });
}
