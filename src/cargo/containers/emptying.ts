import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { effect, rows } from '../../common/database/sql/query';
import { recordEach } from '../../common/recording/record';
import { ContainerShow } from './container.view';

/** A container that is empty from this time on. */
export interface Emptied {
  container_id: number;
  at: Date;
}

/**
 * Makes containers empty where they are: ends the goods, weight, seals and commodity of their stay, notes in the stay
 * when that was, and writes a `strip` movement (decision 431). The caller has locked the containers.
 */
export async function emptyContainers(db: Db, emptied: Emptied[]): Promise<void> {
  if (!emptied.length) return;
  const { organization_id, user_id } = db.actor;
  const each = sql`jsonb_to_recordset(${JSON.stringify(emptied)}::jsonb) AS e(container_id bigint, at timestamptz)`;
  const [strips] = await db.pipeline(
    rows<{ id: number; container_id: number; moved_at: Date }>(sql`
      WITH emptied AS (
        UPDATE containers c SET container_status = 'empty', goods = NULL, weight = NULL, seals = '{}',
          commodity_type_id = NULL, updated_at = now()
        FROM ${each} WHERE c.organization_id = ${organization_id} AND c.id = e.container_id
      )
      INSERT INTO container_movements (organization_id, container_id, stay_id, movement_type, "from", "to",
        from_location_type, from_location_id, from_tier, to_location_type, to_location_id, to_tier, moved_at, user_id)
      SELECT ${organization_id}, c.id, c.stay_id, 'strip', place.label, place.label, c.current_location_type,
        c.current_location_id, c.tier, c.current_location_type, c.current_location_id, c.tier, e.at, ${user_id}
      FROM ${each}
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = e.container_id
      CROSS JOIN LATERAL (
        SELECT location_label(c.organization_id, c.current_location_type, c.current_location_id) AS label) place
      ORDER BY c.id
      RETURNING id, container_id, moved_at`),
    // After the trigger `keep_stay_facts`, which copies the facts of the container to its stay, where `keep_arrival` says now.
    effect(sql`
      UPDATE container_stays s SET emptied_at = e.at, updated_at = now()
      FROM ${each} JOIN containers c ON c.organization_id = ${organization_id} AND c.id = e.container_id
      WHERE s.organization_id = c.organization_id AND s.id = c.stay_id AND s.status = 'here'`),
  );
  const happened = strips.map(({ id, container_id, moved_at }) => ({
    type: 'container.emptied' as const,
    id: container_id,
    at: moved_at,
    movement: { id, movement_type: 'strip' },
  }));
  await recordEach(db, ContainerShow, happened);
}
