import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { HeldCargoService } from '../../cargo/held/held-cargo.service';
import { PLACE_CODES, type ReleaseCode, type ReleaseReason } from '../../cargo/release/release-reason';
import { CARGO_OF_ORDER, reasonOf, ReleaseRules } from '../../cargo/release/release-rules.service';
import { ContainerMove, MovementsService } from '../../cargo/containers/movements.service';
import { OPEN, STAY_STATUSES } from '../../cargo/stays/stay-words';
import { StaysService } from '../../cargo/stays/stays.service';
import { atTerminal } from '../../places/locations/locations';
import { Equipment, placeAfter, refusalToComplete } from './interchange.rules';
import { RefusedAtGate } from '../refusals/refused-at-gate';
import { againstEquipment, AgainstEquipment, EquipmentService } from './equipment.service';
import { idsOf, inTurn, takenBy, VisitAtGate, VisitInterchange } from './visit-interchange';
import { alreadyHere } from './handover.rules';
import { type Completed, markCompleted } from './mark-completed';

/** Completes interchanges: equipment comes to the terminal or leaves it. The visit is locked by the caller. */
@Injectable()
export class InterchangeCompletionService {
  constructor(
    private readonly db: Db,
    private readonly held: HeldCargoService,
    private readonly release: ReleaseRules,
    private readonly movements: MovementsService,
    private readonly stays: StaysService,
    private readonly equipment: EquipmentService,
  ) {}

  /**
   * The interchanges of a visit, in order.
   * @param visit_id the id, also as SQL that selects it
   */
  ofVisit(visit_id: number | Sql): Promise<VisitInterchange[]> {
    return this.db.query<VisitInterchange>(sql`
      SELECT i.id, i.type, i.completed, i.container_id, c.number AS container_number, i.stay_id, i.chassis_id,
             h.number AS chassis_number, p.cargo_type IS NOT DISTINCT FROM 'chassis' AS chassis_alone, i.genset_id,
             i.delivery_order_id
      FROM interchanges i
      LEFT JOIN purposes p ON p.organization_id = i.organization_id AND p.id = i.purpose_id
      LEFT JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
      LEFT JOIN chassis h ON h.organization_id = i.organization_id AND h.id = i.chassis_id
      WHERE i.organization_id = ${this.db.actor.organization_id} AND i.truck_visit_id = (${visit_id})
      ORDER BY i.id`);
  }

  /**
   * Completes open interchanges of a visit: moves their containers, chassis and gensets, and writes it down. Throws what
   * `prepare` does.
   */
  async complete(visit: VisitAtGate, open: VisitInterchange[], time: { at?: Date }): Promise<void> {
    await this.carryOut(await this.prepare(visit, open, time));
  }

  /**
   * Locks what open interchanges of a visit hand over, and asks whether they may. One without a container, such as one of
   * general cargo, moves none; its goods are held by the bill of its delivery order.
   * @param time when it was; now, but not before the earliest, unless given
   * @param beside what else is on the truck: `gone` are those completed before whose containers it has, on which a hold
   *   counts, too, and `along` the ids of chassis that it brought and takes along again
   * @throws Refused when what leaves may not (decisions 43 and 225), or one that comes has arrived otherwise
   *   (decision 151)
   */
  async prepare(
    visit: VisitAtGate,
    open: VisitInterchange[],
    time: { at?: Date; earliest?: Date },
    { gone = [], along = [] }: { gone?: VisitInterchange[]; along?: number[] } = {},
  ): Promise<Prepared> {
    const leaving = open.filter(({ type }) => type === 'interchange_out');
    const taken = [...leaving, ...gone];
    // they go out together: what is asked, and the time, behind the locks
    const [containers, , chassis, gensets, reasons, orders, completed_at] = await Promise.all([
      this.lockContainers(visit, [...open, ...gone]),
      this.held.lock(
        'container_stay',
        takenBy(gone).map(({ stay_id }) => stay_id),
      ),
      this.equipment.lock('chassis', visit.id, open, along),
      this.equipment.lock('genset', visit.id, open),
      this.release.reasons(idsOf(taken), takenBy(gone)),
      this.held.among(
        'delivery_order',
        taken.flatMap(({ delivery_order_id }) => delivery_order_id ?? []),
      ),
      time.at ?? this.db.now(time.earliest),
    ]);
    const equipment = againstEquipment(open, { chassis, genset: gensets }, along);
    await this.refuse({ open, leaving, gone }, containers, reasons, orders, equipment);
    return { visit, open, gone, containers, chassis, gensets, completed_at };
  }

  /** Completes what was prepared just now: moves containers, chassis and gensets, and writes it down. */
  async carryOut(prepared: Prepared): Promise<void> {
    const { visit, open, gone, containers, chassis, gensets, completed_at } = prepared;
    const to = (interchange: VisitInterchange, equipment: Equipment) =>
      placeAfter(interchange.type, equipment, visit.gate_id);
    const moves = open.flatMap((interchange): ContainerMove[] => {
      const container = containers.get(interchange.container_id!);
      if (!container) return [];
      return [
        {
          container_id: container.id,
          movement_type: interchange.type === 'interchange_in' ? 'gate_in' : 'gate_out',
          to: to(interchange, container),
          moved_at: completed_at,
          truck_visit_id: visit.id,
        },
      ];
    });
    // what is said of a container that comes is of the stay that begins, not of the one before
    const arriving = idsOf(open.filter(({ type }) => type === 'interchange_in'));
    const unannounced = arriving.filter((id) => !OPEN.includes(containers.get(id)!.stay_status!));
    if (unannounced.length) await this.stays.announce(unannounced);
    await Promise.all([markCompleted(this.db, prepared), this.movements.moveContainers(moves)]);
    // what is in one that came again since was left behind then, or put in since
    const again = idsOf(gone).filter((id) => containers.get(id)!.stay_status === 'announced');
    if (again.length) await this.stays.leaveBehind(again);
    for (const [kind, equipment] of [
      ['chassis', chassis],
      ['genset', gensets],
    ] as const)
      await this.movements.moveEquipment(
        kind,
        equipment.flatMap((each) => {
          const last = inTurn(open).findLast((interchange) => interchange[`${kind}_id`] === each.id);
          return last ? { id: each.id, to: to(last, each) } : [];
        }),
      );
  }

  /** The ids of those containers that have come to the terminal, and not by this visit. */
  async arrivedOtherwise(visit_id: number, container_ids: number[]): Promise<number[]> {
    if (!container_ids.length) return [];
    const rows = await this.db.query<{ id: number }>(sql`
      SELECT c.id FROM containers c
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.id', container_ids)}
        AND ${arrivedOtherwise(visit_id)}`);
    return rows.map((row) => row.id);
  }

  /**
   * Asks whether all of this may be handed over.
   * @throws RefusedAtGate with everything that stands against it; the sentence names the worst of it
   */
  private async refuse(
    { open, leaving, gone }: Record<'open' | 'leaving' | 'gone', VisitInterchange[]>,
    containers: Map<number, LockedContainer>,
    because: Map<number, ReleaseReason[]>,
    orders: Map<number, string>,
    equipment: AgainstEquipment,
  ): Promise<void> {
    const taken = [...leaving, ...gone];
    const barred = (interchanges: VisitInterchange[], ...codes: ReleaseCode[]) =>
      numbersOf(interchanges, containers, ({ id }) =>
        Boolean(because.get(id)?.some(({ code }) => codes.includes(code))),
      );
    const arriving = open.filter(({ type }) => type === 'interchange_in');
    const here = numbersOf(arriving, containers, ({ arrived }) => arrived);
    const refusal =
      refusalToComplete('held', barred(taken, 'held', 'held_by_bill')) ??
      refusalToComplete('order_held', [...orders.values()], 'delivery_order') ??
      refusalToComplete('absent', barred(leaving, 'not_arrived', 'departed', 'on_truck')) ??
      refusalToComplete('bill_missing', barred(taken, 'bill_missing')) ??
      refusalToComplete('unpaid', barred(taken, 'unpaid')) ??
      refusalToComplete('arrived', here) ??
      equipment.refusal;
    if (!refusal) return;
    const left = new Set(idsOf(gone));
    const ofContainers = [...because].flatMap(([id, reasons]) =>
      reasons.filter(({ code }) => !(left.has(id) && PLACE_CODES.includes(code))),
    );
    const holds = await this.held.holdsOf('delivery_order', [...orders.keys()]);
    const ofOrders = holds.filter(({ in_force }) => in_force).map((hold) => reasonOf(hold, CARGO_OF_ORDER));
    throw new RefusedAtGate(
      [...ofContainers, ...ofOrders, ...here.map(alreadyHere), ...equipment.reasons],
      refusal,
    );
  }

  /** The containers by id, locked in order of their ids, with what may hold them. */
  private async lockContainers(
    { id }: VisitAtGate,
    interchanges: VisitInterchange[],
  ): Promise<Map<number, LockedContainer>> {
    const ids = idsOf(interchanges);
    if (!ids.length) return new Map();
    const [, containers] = await Promise.all([
      this.held.lock('container', ids),
      this.db.query<LockedContainer>(sql`
        SELECT c.id, c.number, c.current_location_type, c.current_location_id, c.container_status, c.usage,
          c.consignee_id, c.stay_id, s.status AS stay_status,
          (${arrivedOtherwise(id)}) AS arrived
        FROM containers c
        LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
        WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.id', ids)} ORDER BY c.id`),
    ]);
    return new Map(containers.map((container) => [container.id, container]));
  }
}

/** Interchanges that may be completed, and what they hand over, locked. */
interface Prepared extends Completed {
  /** Those completed before, whose containers are on the truck. */
  gone: VisitInterchange[];
  containers: Map<number, LockedContainer>;
}

interface LockedContainer extends Required<Equipment> {
  id: number;
  number: string;
  /** The stay that it shows, and how far that has come. */
  stay_id: number | null;
  stay_status: (typeof STAY_STATUSES)[number] | null;
  /** Whether it has come to the terminal, and not by this visit. */
  arrived: boolean;
}

/**
 * SQL: whether the container `c` is at the terminal and came by something else than this visit, or was there before it.
 * One that the yard has found a place already came by nothing so far.
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

function numbersOf(
  interchanges: VisitInterchange[],
  containers: Map<number, LockedContainer>,
  matches: (container: LockedContainer) => boolean,
): string[] {
  const ids = new Set(interchanges.map(({ container_id }) => container_id));
  return [...containers.values()]
    .filter((each) => ids.has(each.id) && matches(each))
    .map(({ number }) => number);
}
