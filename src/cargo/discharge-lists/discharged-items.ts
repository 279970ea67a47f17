import sql from 'sql-template-tag';
import { known, type Query, rows } from '../../common/database/sql/query';
import { currentScope } from '../../common/tenancy/scope';

/** A container that a crane discharged. */
export interface DischargedContainer {
  container_id: number;
  discharged_at: Date;
  /** Whether the tally did not expect it. */
  over: boolean;
}

/** Marks containers as discharged on all discharge lists of the voyage. Returns the ids of the items. */
export function markDischarged(voyage_id: number, discharged: DischargedContainer[]): Query<number[]> {
  if (!discharged.length) return known([]);
  const { organization_id } = currentScope().actor;
  return ids(sql`
    UPDATE discharge_list_items i SET discharged_at = d.discharged_at, over = d.over, stay_id = c.stay_id, updated_at = now()
    FROM discharge_lists l, containers c,
      jsonb_to_recordset(${JSON.stringify(discharged)}::jsonb) AS d(container_id bigint, discharged_at timestamptz, over boolean)
    WHERE l.organization_id = ${organization_id} AND l.voyage_id = ${voyage_id}
      AND i.organization_id = l.organization_id AND i.discharge_list_id = l.id
      AND i.container_id = d.container_id AND i.discharged_at IS NULL
      AND c.organization_id = i.organization_id AND c.id = i.container_id
    RETURNING i.id`);
}

/** The items of the voyage by which a container was discharged. */
export function dischargedOn(voyage_id: number, container_id: number): Query<number[]> {
  return ids(sql`
    SELECT i.id FROM discharge_lists l
    JOIN discharge_list_items i ON i.organization_id = l.organization_id AND i.discharge_list_id = l.id
    WHERE l.organization_id = ${currentScope().actor.organization_id} AND l.voyage_id = ${voyage_id}
      AND i.container_id = ${container_id} AND i.discharged_at IS NOT NULL
    ORDER BY i.id`);
}

/** Takes back that these items were discharged. */
export function unmarkDischarged(discharge_list_item_ids: number[]): Query<unknown> {
  if (!discharge_list_item_ids.length) return known(undefined);
  return ids(sql`
    UPDATE discharge_list_items i SET discharged_at = NULL, over = false, updated_at = now()
    WHERE i.organization_id = ${currentScope().actor.organization_id} AND i.id = ANY(${discharge_list_item_ids}::bigint[])
    RETURNING i.id`);
}

const ids = (statement: ReturnType<typeof sql>): Query<number[]> =>
  rows<{ id: number }>(statement).map((found) => found.map(({ id }) => id));
