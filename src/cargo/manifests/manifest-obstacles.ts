import { Injectable } from '@nestjs/common';
import sql, { join, raw, Sql } from 'sql-template-tag';
import { type Query, row } from '../../common/database/sql/query';
import { atTerminal } from '../../places/locations/locations';
import type { Columns } from '../../common/schema/columns';
import { IN_FORCE } from '../held/applied-hold';
import type { Manifest } from './manifest.entity';

/** A query for reasons, each of which completes the sentence "Manifest cannot be deleted: …". */
export type ManifestObstacle = (manifest: Columns<Manifest>) => Sql;

/** Whether the container `c`, which carries cargo of the manifest, is or was at the terminal with it. */
const CONTAINER_WAS_HERE = raw(`(${atTerminal('c.current_location_type')} OR EXISTS (
  SELECT FROM container_stays s WHERE s.organization_id = c.organization_id AND s.id = c.stay_id AND s.in_at IS NOT NULL))`);

const containers: ManifestObstacle = ({ organization_id, id }) => sql`
  SELECT 'container ' || c.number || ' has been at the terminal' AS reason
  FROM bill_of_ladings b
  JOIN container_bills l ON l.organization_id = b.organization_id AND l.bill_of_lading_id = b.id
  JOIN container_stays s ON s.organization_id = b.organization_id AND s.id = l.stay_id
  JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
  WHERE b.organization_id = ${organization_id} AND b.manifest_id = ${id} AND s.in_at IS NOT NULL`;

const breakbulks: ManifestObstacle = ({ organization_id, id }) => sql`
  SELECT 'breakbulk ' || k.reference_number || ' has been at the terminal'
  FROM bill_of_ladings b
  JOIN breakbulks k ON k.organization_id = b.organization_id AND k.bill_of_lading_id = b.id
  LEFT JOIN containers c ON c.organization_id = k.organization_id AND c.id = k.current_location_id
    AND k.current_location_type = 'Container'
  WHERE b.organization_id = ${organization_id} AND b.manifest_id = ${id}
    AND (k.has_been_here OR ${CONTAINER_WAS_HERE})`;

/** A stripped or delivered packing list item was at the terminal, wherever its container is now. */
const packingListItems: ManifestObstacle = ({ organization_id, id }) => sql`
  SELECT 'packing list item ' || i.reference_number || ' has been at the terminal'
  FROM bill_of_ladings b
  JOIN packing_list_items i ON i.organization_id = b.organization_id AND i.bill_of_lading_id = b.id
  LEFT JOIN container_stays s ON s.organization_id = i.organization_id AND s.id = i.stay_id
  WHERE b.organization_id = ${organization_id} AND b.manifest_id = ${id}
    AND (i.has_been_stripped OR i.has_been_delivered OR i.stripped_quantity > 0 OR s.in_at IS NOT NULL)`;

const vehicles: ManifestObstacle = ({ organization_id, id }) => sql`
  SELECT 'vehicle ' || v.vin_number || ' has been at the terminal'
  FROM bill_of_ladings b
  JOIN vehicle_bills l ON l.organization_id = b.organization_id AND l.bill_of_lading_id = b.id
  JOIN vehicles v ON v.organization_id = b.organization_id AND v.id = l.vehicle_id
  LEFT JOIN containers c ON c.organization_id = v.organization_id AND c.id = v.current_location_id
    AND v.current_location_type = 'Container'
  WHERE b.organization_id = ${organization_id} AND b.manifest_id = ${id}
    AND (v.has_been_here OR v.stripped_from_container_id IS NOT NULL
      OR ${CONTAINER_WAS_HERE})`;

/** Deleting a held bill would take it off its cargo (decision 157). */
const heldBills: ManifestObstacle = ({ organization_id, id }) => sql`
  SELECT 'bill of lading ' || b.number || ' has unlifted holds'
  FROM bill_of_ladings b
  WHERE b.organization_id = ${organization_id} AND b.manifest_id = ${id} AND EXISTS (
    SELECT FROM bill_of_lading_holds h
    WHERE h.organization_id = b.organization_id AND h.bill_of_lading_id = b.id AND ${IN_FORCE})`;

/** The reasons that prevent the deletion of a manifest (decision 34). Higher domains add their own. */
@Injectable()
export class ManifestObstacles {
  private readonly obstacles = [containers, breakbulks, packingListItems, vehicles, heldBills];

  /** Called once, by the module that owns the records of the obstacle. */
  add(obstacle: ManifestObstacle): void {
    this.obstacles.push(obstacle);
  }

  /** Why a manifest cannot be deleted; undefined when it can. */
  to(manifest: Columns<Manifest>): Query<string | undefined> {
    const reasons = this.obstacles.map((obstacle) => sql`(${obstacle(manifest)})`);
    return row<{ reason: string }>(sql`${join(reasons, ' UNION ALL ')} LIMIT 1`).map(
      (found) => found?.reason,
    );
  }
}
