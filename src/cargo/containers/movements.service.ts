import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import type { LocationType } from '../../places/locations/locations';
import type { MOVEMENT_TYPES } from './container-movement.entity';

/** A place as the location columns hold it; null is nowhere known. */
export type Location = { type: LocationType; id: number | null } | null;

/** That a container goes to a place. */
export interface ContainerMove {
  container_id: number;
  movement_type: (typeof MOVEMENT_TYPES)[number];
  to: Location;
  moved_at: Date;
  /** The visit of the truck that brings or takes it. */
  truck_visit_id?: number;
}

/** That a chassis goes to a place. */
export interface ChassisMove {
  chassis_id: number;
  to: Location;
}

/** Moves equipment between places and keeps the history of containers. */
@Injectable()
export class MovementsService {
  constructor(private readonly db: Db) {}

  /** Moves containers, each at most once, and writes each movement down with the labels of its places. */
  async moveContainers(moves: ContainerMove[]): Promise<void> {
    if (!moves.length) return;
    const { organization_id, user_id } = this.db.actor;
    await this.db.query(sql`
      WITH moves AS (
        SELECT * FROM jsonb_to_recordset(${recordset(moves)}::jsonb) AS m(container_id bigint, movement_type text,
          to_type text, to_id bigint, moved_at timestamptz, truck_visit_id bigint)
      ), before AS (
        SELECT c.id, c.current_location_type AS type, c.current_location_id AS place FROM containers c
        WHERE c.organization_id = ${organization_id} AND c.id IN (SELECT container_id FROM moves)
        ORDER BY c.id FOR NO KEY UPDATE
      ), moved AS (
        UPDATE containers c
        SET current_location_type = m.to_type, current_location_id = m.to_id, updated_at = now()
        FROM moves m JOIN before b ON b.id = m.container_id
        WHERE c.organization_id = ${organization_id} AND c.id = m.container_id
      )
      INSERT INTO container_movements
        (organization_id, container_id, movement_type, "from", "to", moved_at, truck_visit_id, user_id)
      SELECT ${organization_id}, b.id, m.movement_type, location_label(${organization_id}, b.type, b.place),
             location_label(${organization_id}, m.to_type, m.to_id), m.moved_at, m.truck_visit_id, ${user_id}
      FROM moves m JOIN before b ON b.id = m.container_id
      ORDER BY b.id`);
  }

  /** Moves chassis, each at most once. No history is kept of them. */
  async moveChassis(moves: ChassisMove[]): Promise<void> {
    if (!moves.length) return;
    await this.db.query(sql`
      UPDATE chassis c SET current_location_type = m.to_type, current_location_id = m.to_id, updated_at = now()
      FROM jsonb_to_recordset(${recordset(moves)}::jsonb) AS m(chassis_id bigint, to_type text, to_id bigint)
      WHERE c.organization_id = ${this.db.actor.organization_id} AND c.id = m.chassis_id`);
  }
}

/** The moves as JSON for `jsonb_to_recordset`, so that one statement takes them all. */
function recordset(moves: { to: Location }[]): string {
  return JSON.stringify(moves.map(({ to, ...move }) => ({ ...move, to_type: to?.type, to_id: to?.id })));
}
