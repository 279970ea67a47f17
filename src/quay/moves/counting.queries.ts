import sql, { join, raw, type Sql } from 'sql-template-tag';
import { LAST_MOVED_AT } from '../../cargo/containers/last-moved';
import { all, known, type Query, row, rows } from '../../common/database/sql/query';
import { currentScope } from '../../common/tenancy/scope';
import type { Tally } from '../tallies/tally.entity';
import type { Columns } from '../../common/schema/columns';
import {
  type CraneMoveRequest,
  CARGO_KINDS,
  type CargoKind,
  cargoNamedBy,
  idsOf,
} from './crane-move-request';
import type { CountMove } from './count-moves.dto';
import type { ContainerNow, ItemNow, LoadedCounting } from './counting.rules';

/** SQL: the id of the record that `k.key` names, by kind of cargo. A VIN is meant in any case, the exact one before others. */
const NAMED: Record<CargoKind, (organization_id: number) => Sql> = {
  container: (organization_id) => sql`
    SELECT t.id FROM containers t WHERE t.organization_id = ${organization_id} AND t.number = k.key`,
  vehicle: (organization_id) => sql`
    SELECT t.id FROM vehicles t
    WHERE t.organization_id = ${organization_id} AND lower(t.vin_number) = lower(k.key)
    ORDER BY t.vin_number = k.key DESC, t.id LIMIT 1`,
  breakbulk: (organization_id) => sql`
    SELECT t.id FROM breakbulks t WHERE t.organization_id = ${organization_id} AND t.reference_number = k.key`,
};

/** A tally as it is locked. */
export type LockedTally = Columns<Tally> & Pick<Tally, 'id'>;

/** The ids of the cargo that moves name, by kind and key. */
export function cargoIds(moves: CountMove[]): Query<Map<string, number>> {
  const { organization_id } = currentScope().actor;
  const named = moves.flatMap(cargoNamedBy);
  const kinds = CARGO_KINDS.filter((kind) => named.some(({ type }) => type === kind));
  if (!kinds.length) return known(new Map<string, number>());
  const found = kinds.map((kind) => {
    const keys = named.flatMap((each) => (each.type === kind ? each.key : []));
    return sql`
      SELECT ${kind} AS type, k.key, c.id FROM unnest(${keys}::text[]) k(key)
      CROSS JOIN LATERAL (${NAMED[kind](organization_id)}) c`;
  });
  return rows<{ type: CargoKind; key: string; id: number }>(join(found, ' UNION ALL ')).map(
    (cargo) => new Map(cargo.map(({ type, key, id }) => [`${type} ${key}`, id])),
  );
}

/** What `decide` needs beside what the locks tell, read behind the locks. */
export function stateOf(
  tally: LockedTally,
  moves: CraneMoveRequest[],
): Query<Omit<LoadedCounting, 'held' | 'loading' | 'stacks' | 'vehicles' | 'breakbulks'>> {
  const { organization_id } = currentScope().actor;
  const ids = {
    container: idsOf('container', moves),
    vehicle: idsOf('vehicle', moves),
    breakbulk: idsOf('breakbulk', moves),
  };
  const voyage = row<LoadedCounting['voyage'] & { now: Date }>(sql`
    SELECT v.id, v.number, v.cancelled, v.assigned_yard_area_id,
      coalesce(v.destination_terminal_id, b.terminal_id) AS terminal_id,
      coalesce(v.destination_berth_area_id, v.assigned_berth_area_id) AS berth_area_id, clock_timestamp() AS now
    FROM voyages v
    LEFT JOIN berth_areas b ON b.organization_id = v.organization_id AND b.id = v.destination_berth_area_id
    WHERE v.organization_id = ${organization_id} AND v.id = ${tally.voyage_id}`);
  const containers = cargoOf<ContainerNow>(
    ids.container,
    sql`
    SELECT c.id, c.number, c.container_type_id, c.shipping_line_id, c.container_status, s.in_at,
      ${LAST_MOVED_AT} AS last_moved_at, ${placeOf('c')} AS location
    FROM containers c
    LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
    WHERE c.organization_id = ${organization_id} AND c.id = ANY(${ids.container}::bigint[])`,
  );
  return all(voyage, containers, itemsOf(tally, ids)).map(([found, byContainer, items]) => ({
    tally_type: tally.tally_type,
    voyage: found!,
    containers: byContainer,
    items,
    now: found!.now,
  }));
}

/** The items of this cargo, and the open empties of the types and lines of the containers, as many as there are of these. */
function itemsOf(tally: LockedTally, ids: Record<CargoKind, number[]>): Query<ItemNow[]> {
  const { organization_id } = currentScope().actor;
  return rows<ItemNow>(sql`
    WITH found AS (
      SELECT i.* FROM tally_items i
      WHERE i.organization_id = ${organization_id} AND i.tally_id = ${tally.id} AND (
        i.container_id = ANY(${ids.container}::bigint[]) OR i.vehicle_id = ANY(${ids.vehicle}::bigint[])
        OR i.breakbulk_id = ANY(${ids.breakbulk}::bigint[]))
      UNION ALL
      SELECT e.* FROM (
        SELECT c.container_type_id, c.shipping_line_id, count(*) AS many FROM containers c
        WHERE c.organization_id = ${organization_id} AND c.id = ANY(${ids.container}::bigint[])
          AND ${tally.tally_type} = 'loading'
        GROUP BY c.container_type_id, c.shipping_line_id) c
      CROSS JOIN LATERAL (
        SELECT i.* FROM tally_items i
        WHERE i.organization_id = ${organization_id} AND i.tally_id = ${tally.id} AND i.cargo_type = 'empties'
          AND i.done_quantity = 0 AND i.container_type_id = c.container_type_id
          AND i.shipping_line_id = c.shipping_line_id
        ORDER BY i.id LIMIT c.many) e
    )
    SELECT id, cargo_type, container_id, vehicle_id, breakbulk_id, container_type_id, shipping_line_id,
      load_list_item_id, quantity, done_quantity, beyond
    FROM found ORDER BY id`);
}

function cargoOf<T extends { id: number }>(ids: number[], statement: Sql): Query<Map<number, T>> {
  if (!ids.length) return known(new Map<number, T>());
  return rows<T>(statement).map((found) => new Map(found.map((each) => [each.id, each])));
}

/** SQL: the place of a record as a `Location`. */
const placeOf = (alias: string): Sql =>
  raw(`CASE WHEN ${alias}.current_location_type IS NOT NULL THEN json_build_object(
    'type', ${alias}.current_location_type, 'id', ${alias}.current_location_id) END`);
