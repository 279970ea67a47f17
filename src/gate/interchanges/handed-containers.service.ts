import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { known, type Query, rows } from '../../common/database/sql/query';
import { LAST_MOVED_AT } from '../../cargo/containers/last-moved';
import { STACK_OF_C } from '../../cargo/containers/stacks';
import { expectedVoyageNumber } from '../../cargo/stays/expected-voyage';
import { atTerminal } from '../../places/locations/locations';
import type { LoadedContainer } from './completion.rules';
import type { VisitAtGate } from './visit-interchange';

/** Reads the containers that a visit hands over. */
@Injectable()
export class HandedContainersService {
  constructor(private readonly db: Db) {}

  /** The ids of the containers that came to the terminal by something other than this visit. */
  async arrivedOtherwise(visit_id: number, container_ids: number[]): Promise<number[]> {
    if (!container_ids.length) return [];
    const rows = await this.db.query<{ id: number }>(sql`
      SELECT c.id FROM containers c
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.id', container_ids)}
        AND ${arrivedOtherwise(visit_id)}`);
    return rows.map((row) => row.id);
  }

  /** The containers, in order of their ids, with what decides whether they may be handed over. */
  find({ id }: VisitAtGate, ids: number[]): Query<Map<number, LoadedContainer>> {
    if (!ids.length) return known(new Map<number, LoadedContainer>());
    return rows<LoadedContainer>(sql`
      SELECT c.id, c.number, c.current_location_type, c.current_location_id, c.container_status, c.usage,
        c.consignee_id, c.stay_id, s.status AS stay_status, s.in_at,
        ${LAST_MOVED_AT} AS last_moved_at,
        ${STACK_OF_C} AS stack,
        (${arrivedOtherwise(id)}) AS arrived, ${expectedVoyageNumber} AS expected_by
      FROM containers c
      LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.id', ids)} ORDER BY c.id`).map(
      (containers) => new Map(containers.map((container) => [container.id, container])),
    );
  }
}

/**
 * SQL: whether the container `c` is at the terminal and came there by something other than this visit, or before it. A
 * container that the yard placed during the visit, without a recorded arrival, does not count.
 */
const arrivedOtherwise = (visit_id: number) => sql`
  (${raw(atTerminal('c.current_location_type'))}) IS TRUE AND EXISTS (
    SELECT FROM container_stays s
    JOIN truck_visits v ON v.organization_id = s.organization_id AND v.id = ${visit_id}
    WHERE s.organization_id = c.organization_id AND s.id = c.stay_id
      AND (s.arrived_by IS NOT NULL OR s.in_at < v.gated_in_at)
      AND v.id IS DISTINCT FROM (
        SELECT m.truck_visit_id FROM container_movements m
        WHERE m.organization_id = s.organization_id AND m.stay_id = s.id
          AND m.movement_type IN ('gate_in', 'discharge')
        ORDER BY m.id DESC LIMIT 1))`;
