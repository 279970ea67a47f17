import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import type { Chassis } from '../../cargo/chassis/chassis.kind';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { all, effect, known, type Query, rows } from '../../common/database/sql/query';
import type { Refusal } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import type { GateReason } from '../refusals/refused-at-gate';
import { chassisHere, elsewhere } from './handover.rules';
import type { VisitInterchange } from './visit-interchange';
import { EquipmentOfVisit, isBrought, isElsewhere, refusalToComplete } from './interchange.rules';

/** The equipment that an interchange hands over besides its container. */
export type EquipmentKind = 'chassis' | 'genset';
export const TABLES: Record<EquipmentKind, string> = { chassis: 'chassis', genset: 'gensets' };

/**
 * SQL: the sort key of completed interchanges. At the same time, those in go before those out, because a truck may take
 * what it brought.
 */
export const turnOf = (interchange: string) =>
  ['completed_at', `type = 'interchange_out'`, 'id'].map((part) => `${interchange}.${part}`).join(', ');

export type EquipmentAtGate = EquipmentOfVisit &
  Pick<Columns<Chassis>, 'id' | 'current_location_type' | 'current_location_id'>;

/** Reads where chassis and gensets are, and whether they may be handed over. */
@Injectable()
export class EquipmentService {
  constructor(private readonly db: Db) {}

  /**
   * Locks the chassis or gensets of interchanges in order of their ids, and reads what decides whether the visit may
   * hand them over.
   * @param along the ids of more chassis that leave with the truck
   */
  lock(
    kind: EquipmentKind,
    visit_id: number,
    interchanges: VisitInterchange[],
    along: number[] = [],
  ): Query<EquipmentAtGate[]> {
    const ids = [...equipmentOf(kind, interchanges), ...along];
    if (!ids.length) return known([]);
    return all(
      effect(sql`
        SELECT FROM ${raw(TABLES[kind])}
        WHERE organization_id = ${this.db.actor.organization_id} AND ${among('id', ids)}
        ORDER BY id FOR NO KEY UPDATE`),
      this.find(kind, visit_id, ids),
    ).map(([, locked]) => locked);
  }

  /** The chassis or gensets, in order of their ids, with what decides whether the visit may hand them over. */
  private find(kind: EquipmentKind, visit_id: number, ids: number[]): Query<EquipmentAtGate[]> {
    if (!ids.length) return known([]);
    const own = raw(`${kind}_id = e.id`);
    return rows<EquipmentAtGate>(sql`
      SELECT e.id, e.number, e.current_location_type, e.current_location_id,
        (l.truck_visit_id = ${visit_id} AND l.type = 'interchange_out') IS TRUE OR EXISTS (
          SELECT FROM interchanges i
          WHERE i.organization_id = e.organization_id AND i.truck_visit_id = ${visit_id} AND i.${own}
            AND i.type = 'interchange_in' AND NOT i.completed) AS carried,
        (l.truck_visit_id <> ${visit_id} AND l.type = 'interchange_in') IS TRUE AS brought
      FROM ${raw(TABLES[kind])} e
      LEFT JOIN LATERAL (
        SELECT i.type, i.truck_visit_id FROM interchanges i
        WHERE i.organization_id = e.organization_id AND i.${own} AND i.completed
        ORDER BY (${raw(turnOf('i'))}) DESC LIMIT 1) l ON true
      WHERE e.organization_id = ${this.db.actor.organization_id} AND ${among('e.id', ids)} ORDER BY e.id`);
  }

  /** The reasons against the chassis and gensets of open interchanges. */
  async reasons(visit_id: number, open: VisitInterchange[]): Promise<GateReason[]> {
    const [chassis, genset] = await this.db.pipeline(
      this.find('chassis', visit_id, equipmentOf('chassis', open)),
      this.find('genset', visit_id, equipmentOf('genset', open)),
    );
    return againstEquipment(open, { chassis, genset }).reasons;
  }
}

function equipmentOf(kind: EquipmentKind, interchanges: VisitInterchange[]): number[] {
  return interchanges.flatMap((interchange) => interchange[`${kind}_id`] ?? []);
}

/** All reasons against chassis and gensets, and the refusal for the most important one. */
export interface AgainstEquipment {
  reasons: GateReason[];
  refusal?: Refusal;
}

/**
 * The reasons against the chassis and gensets of open interchanges, and against chassis that leave with the truck
 * again.
 */
export function againstEquipment(
  open: VisitInterchange[],
  equipment: Record<EquipmentKind, EquipmentAtGate[]>,
  along: number[] = [],
): AgainstEquipment {
  const numbers = (
    kind: EquipmentKind,
    ids: number[],
    isAgainst: (each: EquipmentOfVisit) => boolean,
  ): string[] =>
    equipment[kind].filter((each) => ids.includes(each.id) && isAgainst(each)).map(({ number }) => number);
  const leaving = open.filter(({ type }) => type === 'interchange_out');
  const alone = open.filter(({ type, chassis_alone }) => type === 'interchange_in' && chassis_alone);
  const chassis = numbers('chassis', [...equipmentOf('chassis', leaving), ...along], isElsewhere);
  const gensets = numbers('genset', equipmentOf('genset', leaving), isElsewhere);
  const brought = numbers('chassis', equipmentOf('chassis', alone), isBrought);
  return {
    reasons: [
      ...chassis.map((number) => elsewhere('chassis', number)),
      ...gensets.map((number) => elsewhere('genset', number)),
      ...brought.map(chassisHere),
    ],
    refusal:
      refusalToComplete('chassis_elsewhere', chassis) ??
      refusalToComplete('genset_elsewhere', gensets) ??
      refusalToComplete('chassis_brought', brought),
  };
}
