import sql, { raw } from 'sql-template-tag';
import type { Db } from '../../common/database/db';

/** The list that a voyage and a line have, and the name that one begins with which is made. */
export interface VoyageListOf {
  voyage_id: number;
  shipping_line_id: number;
  name: string;
}

/**
 * The oldest load list or discharge list of a voyage and line, locked. Where there is none, one is made with this name,
 * or with a running suffix when that is taken. Requests for lists of one voyage and line wait for each other.
 */
export async function listOfVoyage(
  db: Db,
  { plural }: { plural: string },
  { voyage_id, shipping_line_id, name }: VoyageListOf,
  made: (id: number) => Promise<void>,
): Promise<number> {
  const { organization_id } = db.actor;
  const table = raw(plural);
  await db.alone(`${plural} of voyage ${voyage_id}`);
  const [found] = await db.query<{ id: number }>(sql`
    SELECT l.id FROM ${table} l
    WHERE l.organization_id = ${organization_id} AND l.voyage_id = ${voyage_id}
      AND l.shipping_line_id = ${shipping_line_id}
    ORDER BY l.id LIMIT 1 FOR UPDATE`);
  if (found) return found.id;
  for (let suffix = 1; ; suffix++) {
    const [inserted] = await db.query<{ id: number }>(sql`
      INSERT INTO ${table} (organization_id, name, voyage_id, shipping_line_id)
      VALUES (${organization_id}, ${suffix === 1 ? name : `${name}-${suffix}`}, ${voyage_id}, ${shipping_line_id})
      ON CONFLICT (organization_id, name) DO NOTHING RETURNING id`);
    if (!inserted) continue;
    await made(inserted.id);
    return inserted.id;
  }
}
