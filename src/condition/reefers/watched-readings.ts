import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';

/** Has the watches of stays that are not over know of readings that were written (decision 964). */
export async function watchReadings(
  db: Db,
  readings: { stay_id: number; at: string | Date }[],
): Promise<void> {
  const { organization_id } = db.actor;
  await db.query(sql`
    INSERT INTO reefer_watches (organization_id, stay_id, read_at, is_new)
    SELECT ${organization_id}, v.stay_id, max(v.at), true
    FROM jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) v(stay_id bigint, at timestamptz(3))
    JOIN container_stays s ON s.organization_id = ${organization_id} AND s.id = v.stay_id
    WHERE s.status IN ('announced', 'here')
    GROUP BY v.stay_id ORDER BY v.stay_id
    ON CONFLICT (organization_id, stay_id) DO UPDATE SET is_new = true, updated_at = now(),
      read_at = greatest(reefer_watches.read_at, excluded.read_at)`);
}
