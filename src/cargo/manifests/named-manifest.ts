import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { isTheirs } from '../../common/party-wall/party-wall';
import { NotFound } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import { BillOfLading } from '../bills-of-lading/bill-of-lading.entity';
import { Manifest } from './manifest.entity';

type Named = Pick<Columns<Manifest>, 'client_identifier'> & { id: number };

/**
 * The manifest of bills that a path names. For an actor who is limited to parties it is there when a bill of it is theirs,
 * or the manifest itself.
 * @throws NotFound
 */
export async function namedManifest(db: Db, client_identifier: string): Promise<Named> {
  const found = db.actor.limited
    ? await ofParties(db, client_identifier)
    : await db.find(Manifest, { client_identifier });
  if (!found) throw new NotFound('Manifest', client_identifier);
  return found;
}

/** In one statement, so that a manifest of others is looked for as one that never was. */
async function ofParties(db: Db, client_identifier: string): Promise<Named | undefined> {
  const { actor, dataSource } = db;
  const [found] = await db.query<Named>(sql`
    SELECT m.id, m.client_identifier FROM manifests m
    WHERE m.organization_id = ${actor.organization_id} AND m.client_identifier = ${client_identifier}
      AND (${isTheirs(dataSource, Manifest, 'm', actor)} OR EXISTS (
        SELECT FROM bill_of_ladings b
        WHERE b.organization_id = m.organization_id AND b.manifest_id = m.id
          AND ${isTheirs(dataSource, BillOfLading, 'b', actor)}))`);
  return found;
}
