import sql, { raw } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { In } from '../../common/input/in';

/** The foreign key from a purpose or a visit to its announcement. */
type AnnouncementColumn = 'pre_advice_id' | 'appointment_id';

/** The ids of the containers that the truck of an announcement drops off or picks up. */
export async function containersOf(
  db: Db,
  column: AnnouncementColumn,
  id: number,
  purpose_type: 'pick up' | 'drop off',
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    SELECT DISTINCT p.container_id AS id FROM purposes p
    WHERE p.organization_id = ${db.actor.organization_id} AND p.${raw(column)} = ${id}
      AND p.purpose_type = ${purpose_type} AND p.container_id IS NOT NULL`);
  return rows.map((row) => row.id);
}

/** Clears the announcement of cancelled visits, so that it can be deleted (decision 242). */
export async function letGoOfVisits(db: Db, column: AnnouncementColumn, id: number): Promise<void> {
  await db.query(sql`
    UPDATE truck_visits SET ${raw(column)} = NULL, updated_at = now()
    WHERE organization_id = ${db.actor.organization_id} AND ${raw(column)} = ${id}`);
}

/** Detaches the purposes of an announcement from the interchanges that were made of them, so that they can change. */
export async function letGoOfPurposes(db: Db, column: AnnouncementColumn, id: number): Promise<void> {
  await db.query(sql`
    UPDATE interchanges i SET purpose_id = NULL, updated_at = now() FROM purposes p
    WHERE p.organization_id = ${db.actor.organization_id} AND p.${raw(column)} = ${id}
      AND i.organization_id = p.organization_id AND i.purpose_id = p.id`);
}

/** What files alone set: whether and when a gate-in used the announcement, and its company of then. */
export class UsedState {
  @In.bool() used?: boolean | null;
  @In.time() used_at?: string | null;
  @In.text({ description: 'The company that an announcement is of that is over' }) company?: string | null;
}
