import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { record } from '../../common/recording/record';
import type { Numeric } from '../../common/schema/columns';
import { ContainerStayShow } from '../stays/container-stay.view';

/** A weight that the desk noted of a container, in the organization's unit. */
interface Measured {
  container_id: number;
  weight: Numeric | number;
}

/**
 * Compares weights that were changed at the desk with the verified gross mass that another source declares, and tells of those
 * that differ by more than is tolerated (decision 945). The declared mass stays, because nobody answers for the other. An
 * organization without a tolerance asks nothing.
 */
export async function compareMeasured(db: Db, measured: Measured[]): Promise<void> {
  const { organization_id, vgm_tolerance } = db.actor;
  if (vgm_tolerance === null || !measured.length) return;
  const changed = await db.query<{ id: number; vgm_differs: boolean }>(sql`
    UPDATE container_stays s SET vgm_differs = NOT s.vgm_differs, updated_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(measured)}::jsonb) AS m(container_id bigint, weight numeric)
    JOIN containers c ON c.organization_id = ${organization_id} AND c.id = m.container_id
    WHERE s.organization_id = c.organization_id AND s.id = c.stay_id AND s.status IN ('announced', 'here')
      AND s.vgm_source <> 'weighbridge'
      AND s.vgm_differs <> (abs(m.weight - s.vgm) * 100 > s.vgm * ${vgm_tolerance}::integer)
    RETURNING s.id, s.vgm_differs`);
  await record(
    db,
    'container_stay.vgm_differs',
    ContainerStayShow,
    changed.flatMap(({ id, vgm_differs }) => (vgm_differs ? id : [])),
  );
}
