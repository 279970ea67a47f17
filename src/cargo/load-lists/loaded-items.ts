import sql from 'sql-template-tag';
import { effect, known, type Query, rows } from '../../common/database/sql/query';
import { currentScope } from '../../common/tenancy/scope';

/** Cargo that was loaded, by its record, or the item of one of several empties. */
export interface LoadedCargo {
  container_id?: number | null;
  vehicle_id?: number | null;
  breakbulk_id?: number | null;
  /** Of one of several empties. */
  load_list_item_id?: number | null;
  loaded_at: Date;
}

/** An item that was marked, and the cargo that it is for. */
export interface MarkedItem {
  id: number;
  container_id: number | null;
  vehicle_id: number | null;
  breakbulk_id: number | null;
}

/** Marks cargo as loaded on all load lists of the voyage that wait for it. */
export function markLoaded(voyage_id: number, loaded: LoadedCargo[]): Query<MarkedItem[]> {
  if (!loaded.length) return known([]);
  const { organization_id } = currentScope().actor;
  return rows<MarkedItem>(sql`
    UPDATE load_list_items i SET loaded_at = d.loaded_at, updated_at = now()
    FROM load_lists l, jsonb_to_recordset(${JSON.stringify(loaded)}::jsonb) AS d(container_id bigint,
      vehicle_id bigint, breakbulk_id bigint, load_list_item_id bigint, loaded_at timestamptz)
    WHERE l.organization_id = ${organization_id} AND l.voyage_id = ${voyage_id}
      AND i.organization_id = l.organization_id AND i.load_list_id = l.id AND i.loaded_at IS NULL
      AND (i.id = d.load_list_item_id OR d.load_list_item_id IS NULL AND (
        i.container_id = d.container_id OR i.vehicle_id = d.vehicle_id OR i.breakbulk_id = d.breakbulk_id))
    RETURNING i.id, i.container_id, i.vehicle_id, i.breakbulk_id`);
}

/** Takes back that these items were loaded. */
export function unmarkLoaded(load_list_item_ids: number[]): Query<void> {
  if (!load_list_item_ids.length) return known(undefined);
  return effect(sql`
    UPDATE load_list_items i SET loaded_at = NULL, updated_at = now()
    WHERE i.organization_id = ${currentScope().actor.organization_id} AND i.id = ANY(${load_list_item_ids}::bigint[])`);
}
