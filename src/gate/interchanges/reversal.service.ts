import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { all, known, type Query, rows } from '../../common/database/sql/query';
import { MovementsService } from '../../cargo/containers/movements.service';
import { StaysService } from '../../cargo/stays/stays.service';
import type { LocationType } from '../../places/locations/locations';
import { InterchangeFollowers } from '../visits/interchange-followers';
import { factThatIs, FACTS, factsOf } from './container-facts';
import { EquipmentKind, EquipmentService, TABLES, turnOf } from './equipment.service';
import { announcedSeals } from './handover.service';
import { idsOf, VisitAtGate, VisitInterchange } from './visit-interchange';

/** A chassis or genset, and its place before the interchange. */
interface EquipmentBack {
  interchange_id: number;
  id: number;
  type: LocationType | null;
  place: number | null;
}

/** Reverses completed interchanges. The caller has locked the visit. */
@Injectable()
export class ReversalService {
  constructor(
    private readonly db: Db,
    private readonly movements: MovementsService,
    private readonly stays: StaysService,
    private readonly equipment: EquipmentService,
    private readonly followers: InterchangeFollowers,
  ) {}

  /**
   * Reverses completed interchanges whose equipment has not moved since: a `reversal` movement returns it to its
   * earlier place, and the container gets back what the hand-over changed (decisions 158 and 243). Holds are ignored.
   * @param announced whether to reverse a container that was announced again since
   * @returns the reversed interchanges; the equipment of the others has moved since
   */
  async takeBack(
    visit: VisitAtGate,
    done: VisitInterchange[],
    { announced }: { announced: boolean },
  ): Promise<VisitInterchange[]> {
    if (!done.length) return [];
    const { organization_id } = this.db.actor;
    const containers = idsOf(done);
    const [stacks, unmoved, chassis, gensets] = await this.db.pipeline(
      this.movements.lockingBack(containers),
      this.movements.unmoved(containers, visit.id, announced),
      this.unmovedEquipment('chassis', visit, done),
      this.unmovedEquipment('genset', visit, done),
    );
    const undone = done.filter(({ container_id, chassis_id }) =>
      container_id
        ? unmoved.includes(container_id)
        : !chassis_id || chassis.some(({ id }) => id === chassis_id),
    );
    const ids = undone.map(({ id }) => id);
    if (announced) await this.stays.resume(idsOf(undone));
    await this.restoreFacts(ids);
    await this.movements.putBack(idsOf(undone), stacks);
    await this.restoreArrivals(ids);
    const back = (equipment: EquipmentBack[]) =>
      equipment
        .filter(({ interchange_id }) => ids.includes(interchange_id))
        .map(({ id, type, place }) => ({ id, to: type && { type, id: place } }));
    await this.movements.moveEquipment('chassis', back(chassis));
    await this.movements.moveEquipment('genset', back(gensets));
    await this.db.query(sql`
      UPDATE interchanges i SET completed = false, completed_at = NULL, container_before = NULL,
        container_after = NULL, seals = coalesce(
          (SELECT ${raw(announcedSeals('p'))} FROM purposes p
           WHERE p.organization_id = i.organization_id AND p.id = i.purpose_id), '{}'),
        updated_at = now()
      WHERE i.organization_id = ${organization_id} AND ${among('i.id', ids)}`);
    this.followers.tell({ done: 'reversed', ids });
    return undone;
  }

  /**
   * Restores the facts of containers from before the hand-over, as far as nobody changed them since. References to
   * records that were deleted since become null.
   */
  private async restoreFacts(interchange_ids: number[]): Promise<void> {
    const { organization_id } = this.db.actor;
    const facts = FACTS.map((fact) => factThatIs('r', 'b.organization_id', fact));
    await this.db.query(sql`
      UPDATE containers c SET (${raw(FACTS.join(', '))}, updated_at) = (${raw(facts.join(', '))}, now())
      FROM interchanges i
      JOIN containers b ON b.organization_id = i.organization_id AND b.id = i.container_id
      CROSS JOIN LATERAL (
        SELECT jsonb_object_agg(e.key, e.value) AS facts FROM jsonb_each(i.container_before) e
        WHERE ${raw(factsOf('b'))} -> e.key = i.container_after -> e.key AND e.value <> i.container_after -> e.key
      ) before
      CROSS JOIN LATERAL jsonb_populate_record(b, before.facts) r
      WHERE i.organization_id = ${organization_id} AND ${among('i.id', interchange_ids)}
        AND before.facts IS NOT NULL AND c.organization_id = b.organization_id AND c.id = b.id`);
  }

  /** Restores the arrival time of a stay that a backdated departure had moved earlier. */
  private async restoreArrivals(interchange_ids: number[]): Promise<void> {
    const { organization_id } = this.db.actor;
    await this.db.query(sql`
      UPDATE container_stays s SET in_at = (i.container_before ->> 'in_at')::timestamptz, updated_at = now()
      FROM interchanges i
      WHERE i.organization_id = ${organization_id} AND ${among('i.id', interchange_ids)}
        AND s.organization_id = i.organization_id AND s.id = i.stay_id AND s.status = 'here'
        AND s.in_at = i.completed_at AND s.in_at < (i.container_before ->> 'in_at')::timestamptz`);
  }

  /** Locks the chassis or gensets that are still where the hand-over put them, and reads their places before it. */
  private unmovedEquipment(
    kind: EquipmentKind,
    visit: VisitAtGate,
    done: VisitInterchange[],
  ): Query<EquipmentBack[]> {
    const ids = done.flatMap((interchange) => (interchange[`${kind}_id`] ? interchange.id : []));
    if (!ids.length) return known([]);
    const { organization_id } = this.db.actor;
    const from = (column: string) => raw(`i.${kind}_from_location_${column}`);
    const own = raw(`i.${kind}_id`);
    const unmoved = rows<EquipmentBack>(sql`
      SELECT i.id AS interchange_id, e.id, ${from('type')} AS type,
        CASE WHEN location_name(i.organization_id, ${from('type')}, ${from('id')}) IS NOT NULL THEN ${from('id')} END AS place
      FROM interchanges i
      JOIN ${raw(TABLES[kind])} e ON e.organization_id = i.organization_id AND e.id = ${own}
      WHERE i.organization_id = ${organization_id} AND ${among('i.id', ids)}
        AND (e.current_location_type = 'Other' AND e.current_location_id IS NULL
          OR i.type = 'interchange_in' AND (
            e.current_location_type = 'Gate' AND e.current_location_id = ${visit.gate_id}
            OR (e.current_location_type, e.current_location_id) IS NOT DISTINCT FROM (${from('type')}, ${from('id')})))
        AND NOT EXISTS (
          SELECT FROM interchanges l
          WHERE l.organization_id = i.organization_id AND ${raw(`l.${kind}_id`)} = ${own} AND l.completed
            AND (${raw(turnOf('l'))}) > (${raw(turnOf('i'))}))
      ORDER BY e.id`);
    return all(this.equipment.lock(kind, visit.id, done), unmoved).map(([, back]) => back);
  }
}
