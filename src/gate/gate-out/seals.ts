import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';

/**
 * Adds seals to interchanges and to their containers. A completed interchange adds them to the stay that it handed
 * over, even when the container has been announced again since.
 */
export async function addSeals(db: Db, put: { interchange: { id: number }; seal: string }[]): Promise<void> {
  if (!put.length) return;
  const seals = put.map(({ interchange: { id }, seal }) => ({ interchange_id: id, seal }));
  const { organization_id } = db.actor;
  const handedOver = sql`
    SELECT i.id AS interchange_id, j.seal, CASE WHEN i.completed THEN i.stay_id END AS stay_id,
      CASE WHEN i.completed AND i.stay_id <> c.stay_id THEN NULL ELSE c.id END AS container_id
    FROM jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) AS j(interchange_id bigint, seal text)
    JOIN interchanges i ON i.organization_id = ${organization_id} AND i.id = j.interchange_id
    JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id`;
  for (const [table, column] of [
    ['interchanges', 'interchange_id'],
    ['containers', 'container_id'],
    ['container_stays', 'stay_id'],
  ] as const)
    await db.query(sql`
      UPDATE ${raw(table)} r
      SET seals = r.seals || ARRAY(SELECT s FROM unnest(a.seals) s WHERE s <> ALL (r.seals)), updated_at = now()
      FROM (SELECT ${raw(column)} AS id, array_agg(DISTINCT seal) AS seals FROM (${handedOver}) h GROUP BY 1) a
      WHERE r.organization_id = ${organization_id} AND r.id = a.id AND NOT r.seals @> a.seals`);
  const ids = seals.map(({ interchange_id }) => interchange_id);
  // Count the new seals as part of the hand-over, so that a reversal removes them.
  await db.query(sql`
    UPDATE interchanges i SET container_after = i.container_after || jsonb_build_object('seals', to_jsonb(s.seals))
    FROM container_stays s
    WHERE i.organization_id = ${organization_id}
      AND ${among('i.id', ids)}
      AND s.organization_id = i.organization_id AND s.id = i.stay_id`);
}
