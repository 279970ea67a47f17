import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import { BillOfLading } from '../bills-of-lading/bill-of-lading.entity';
import { Manifest } from './manifest.entity';

/**
 * The manifest of bills that a path names. For an actor who is limited to parties it is there when a bill of it is theirs,
 * or the manifest itself.
 * @throws NotFound
 */
export async function namedManifest(
  db: Db,
  client_identifier: string,
): Promise<Pick<Columns<Manifest>, 'client_identifier'> & { id: number }> {
  const found = await db.find(Manifest, { client_identifier });
  if (found) return found;
  const [known] = db.actor.limited
    ? await db.query<{ id: number }>(sql`
        SELECT id FROM manifests
        WHERE organization_id = ${db.actor.organization_id} AND client_identifier = ${client_identifier}`)
    : [];
  if (!known || !(await db.find(BillOfLading, { manifest_id: known.id })))
    throw new NotFound('Manifest', client_identifier);
  return { id: known.id, client_identifier };
}
