import sql, { empty, raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { kindEvent, recordUpdate } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import type { Located } from '../../places/locations/located';
import { atTerminal } from '../../places/locations/locations';
import { Breakbulk } from '../breakbulks/breakbulk.kind';
import { Container } from '../containers/container.kind';
import { ContainerShow } from '../containers/container.view';
import { Vehicle } from '../vehicles/vehicle.kind';
import { VehicleShow } from '../vehicles/vehicle.view';

/** Cargo whose own location names the container that it is in. */
const CARGO = [
  {
    entity: Breakbulk,
    table: 'breakbulks',
    event: kindEvent('breakbulk', 'updated'),
    view: () => kindClasses(kindOf(Breakbulk)).Show,
    delivered: 'Consignee',
  },
  {
    entity: Vehicle,
    table: 'vehicles',
    event: kindEvent('vehicle', 'updated'),
    view: () => VehicleShow,
    delivered: 'Consignee',
  },
  // The stay of a container says whether it was delivered, so its place does not have to.
  {
    entity: Container,
    table: 'containers',
    event: kindEvent('container', 'updated'),
    view: () => ContainerShow,
    delivered: 'Other',
  },
] as const;

const isIn = (cargo: string, container_id: string) =>
  `${cargo}.current_location_type = 'Container' AND ${cargo}.current_location_id = ${container_id}`;

/** SQL: whether cargo is located in the container `c`. */
export const HAS_CARGO = raw(
  CARGO.map(
    ({ table }) =>
      `EXISTS (SELECT FROM ${table} k WHERE k.organization_id = c.organization_id AND ${isIn('k', 'c.id')})`,
  ).join(' OR '),
);

/**
 * Leaves the cargo of containers behind when these begin new stays. The cargo is delivered if the container was, or
 * else is where the container was. So delivered cargo stays delivered, and the holds on its bills do not hold the empty
 * container that returns.
 * @param begun whether the new stays exist already; cargo that is newer than its container's stay then stays inside
 */
export async function leaveCargo(db: Db, container_ids: number[], begun = false): Promise<void> {
  const opened = sql`AND k.created_at < (
    SELECT s.created_at FROM container_stays s WHERE s.organization_id = c.organization_id AND s.id = c.stay_id)`;
  for (const { entity, table, event, view, delivered } of CARGO) {
    const left = await db.query<{ id: number; type: string; place: number | null }>(sql`
      SELECT k.id, place.type, CASE WHEN place.type = c.current_location_type THEN c.current_location_id END AS place
      FROM containers c
      JOIN ${raw(table)} k ON k.organization_id = c.organization_id AND ${raw(isIn('k', 'c.id'))}
      CROSS JOIN LATERAL (
        SELECT s.delivered FROM container_stays s
        WHERE s.organization_id = c.organization_id AND s.container_id = c.id AND s.status = 'departed'
        ORDER BY s.number DESC LIMIT 1) last
      CROSS JOIN LATERAL (
        SELECT CASE WHEN last.delivered THEN ${delivered} WHEN ${raw(atTerminal('c.current_location_type'))} THEN 'Other'
          ELSE c.current_location_type END AS type) place
      WHERE c.organization_id = ${db.actor.organization_id} AND ${among('c.id', container_ids)}
        ${begun ? opened : empty}
      ORDER BY k.id FOR NO KEY UPDATE OF k`);
    for (const { id, type, place } of left)
      await recordUpdate(db, event, view(), id, () =>
        db.update<Located>(entity, id, { current_location_type: type, current_location_id: place }),
      );
  }
}
