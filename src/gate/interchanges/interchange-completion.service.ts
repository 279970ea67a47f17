import { Injectable } from '@nestjs/common';
import sql, { Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { all, known, type Query, rows } from '../../common/database/sql/query';
import { HeldCargoService } from '../../cargo/held/held-cargo.service';
import { ReleaseRules } from '../../cargo/release/release-rules.service';
import { timeOfUndated } from '../../cargo/containers/movement-time.rules';
import { MovementsService } from '../../cargo/containers/movements.service';
import { takeLines } from '../../cargo/booking-lines/take-line';
import { OPEN } from '../../cargo/stays/stay-words';
import { StaysService } from '../../cargo/stays/stays.service';
import { InterchangeFollowers } from '../visits/interchange-followers';
import { companyOfVisit, missingNominations } from '../nominations/missing-nominations';
import {
  expectedOf,
  type LoadedHandover,
  movesOf,
  refuseToComplete,
  stacksOfContainers,
} from './completion.rules';
import { placeAfter } from './interchange.rules';
import { CompletionRules } from './completion-rules';
import { EquipmentService } from './equipment.service';
import { HandedContainersService } from './handed-containers.service';
import { idsOf, inTurn, takenBy, VisitAtGate, VisitInterchange } from './visit-interchange';
import { markCompleted } from './mark-completed';

/** Completes interchanges: their equipment comes to the terminal or leaves it. The caller has locked the visit. */
@Injectable()
export class InterchangeCompletionService {
  constructor(
    private readonly db: Db,
    private readonly held: HeldCargoService,
    private readonly release: ReleaseRules,
    private readonly movements: MovementsService,
    private readonly stays: StaysService,
    private readonly equipment: EquipmentService,
    private readonly handedOver: HandedContainersService,
    private readonly followers: InterchangeFollowers,
    private readonly rules: CompletionRules,
  ) {}

  /**
   * The interchanges of a visit, by id.
   * @param visit_id the id, or SQL that selects it
   */
  ofVisit(visit_id: number | Sql): Query<VisitInterchange[]> {
    return rows<VisitInterchange>(sql`
      SELECT i.id, i.type, i.completed, i.container_id, c.number AS container_number, i.stay_id, p.container_status AS status_asked, i.chassis_id,
             i.created_at = t.created_at AS announced,
             h.number AS chassis_number, p.cargo_type IS NOT DISTINCT FROM 'chassis' AS chassis_alone, i.genset_id,
             i.delivery_order_id, i.booking_line_id,
             CASE WHEN i.type = 'interchange_out' AND coalesce(p.cargo_type, 'container') = 'container'
               AND p.container_status IS DISTINCT FROM 'full' AND v.id IS NOT NULL
               THEN json_build_object('booking_id', b.id, 'voyage', v.number, 'cancelled', v.cancelled,
                 'departed', v.status IS NOT DISTINCT FROM 'departed') END AS empty_for
      FROM interchanges i
      JOIN truck_visits t ON t.organization_id = i.organization_id AND t.id = i.truck_visit_id
      LEFT JOIN purposes p ON p.organization_id = i.organization_id AND p.id = i.purpose_id
      LEFT JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
      LEFT JOIN chassis h ON h.organization_id = i.organization_id AND h.id = i.chassis_id
      LEFT JOIN bookings b ON b.organization_id = i.organization_id AND b.id = i.booking_id
      LEFT JOIN voyages v ON v.organization_id = b.organization_id AND v.id = b.voyage_id
      WHERE i.organization_id = ${this.db.actor.organization_id} AND i.truck_visit_id = (${visit_id})
      ORDER BY i.id`);
  }

  /**
   * Completes open interchanges of a visit: writes them and moves their containers, chassis and gensets.
   * @param beside pipelined behind the movements; its answer is returned
   * @throws RefusedAtGate as by `refuseToComplete`
   */
  async complete<T>(
    visit: VisitAtGate,
    open: VisitInterchange[],
    time: { at?: Date },
    beside: Query<T>,
  ): Promise<T> {
    const loaded = await this.load(visit, open, time);
    refuseToComplete(loaded);
    return this.apply(loaded, beside);
  }

  /**
   * Locks the equipment of open interchanges and reads what decides whether they may be completed. Lock order:
   * slots, containers, their bills, chassis, gensets. General cargo has no container; a hold on the bill of its delivery order
   * keeps it.
   * @param time the time of completion; by default now, but not before `earliest`, the last movement of a container,
   *   and the arrival of one that leaves
   * @param beside what else is on the truck: `gone` are interchanges completed earlier, whose containers a hold still
   *   keeps; `along` are the ids of chassis that the truck brought and takes along again
   */
  async load(
    visit: VisitAtGate,
    open: VisitInterchange[],
    time: { at?: Date; earliest?: Date },
    { gone = [], along = [] }: { gone?: VisitInterchange[]; along?: number[] } = {},
  ): Promise<LoadedHandover> {
    const leaving = open.filter(({ type }) => type === 'interchange_out');
    const taken = [...leaving, ...gone];
    const stays = takenBy(gone).map(({ stay_id }) => stay_id);
    const orders = taken.flatMap(({ delivery_order_id }) => delivery_order_id ?? []);
    const ids = idsOf([...open, ...gone]);
    const [containers, , chassis, gensets, reasons, heldOrders, now, unnominated] =
      await this.held.behindLocksOf(ids, () =>
        all(
          this.handedOver.find(visit, ids),
          this.held.lockStays(stays),
          this.equipment.lock('chassis', visit.id, open, along),
          this.equipment.lock('genset', visit.id, open),
          this.release.reasons(idsOf(taken), takenBy(gone)),
          this.held.heldOrders(orders),
          time.at ? known(time.at) : this.db.queries.now(time.earliest),
          missingNominations(this.db, companyOfVisit(this.db, visit.id), idsOf(leaving)),
        ),
      );
    const { refusals } = this.release;
    const came = idsOf(leaving).map((id) => containers.get(id)!.in_at);
    const moved = idsOf(open).map((id) => containers.get(id)!.last_moved_at);
    const completed_at = time.at ?? timeOfUndated(now, ...came, ...moved);
    return {
      visit,
      open,
      gone,
      along,
      containers,
      chassis,
      gensets,
      ...(await this.release.withCalculated(reasons, idsOf(taken), takenBy(gone))),
      refusals,
      unnominated,
      heldOrders,
      against: await this.rules.against(open),
      completed_at,
    };
  }

  /**
   * Completes loaded interchanges that passed `refuseToComplete`: writes them and moves their containers, chassis and
   * gensets.
   * @param beside a query that is pipelined behind the movements
   * @returns the result of `beside`
   */
  async apply<T>(loaded: LoadedHandover, beside: Query<T>): Promise<T> {
    const { visit, open, gone, containers, chassis, gensets } = loaded;
    const moves = movesOf(loaded);
    // Open the new stay first, so that the facts of an arriving container go to it instead of to its last stay.
    const arriving = idsOf(open.filter(({ type }) => type === 'interchange_in'));
    const expected = expectedOf(
      open.filter(({ type }) => type === 'interchange_in'),
      containers,
    );
    await this.stays.replace(expected.map(({ id }) => id));
    await this.stays.announce(arriving.filter((id) => !OPEN.includes(containers.get(id)!.stay_status!)));
    const ofLines = open.flatMap(({ type, container_id, booking_line_id: line_id, status_asked }) =>
      type === 'interchange_in' && status_asked === 'full' && container_id && line_id
        ? { container_id, line_id }
        : [],
    );
    const [, , moved, answer] = await this.db.pipeline(
      markCompleted(this.db, loaded),
      takeLines(this.db, ofLines),
      this.movements.moving(moves, stacksOfContainers(containers)),
      beside,
    );
    await this.movements.follow(moves, moved);
    await this.release.warned(loaded.warnings);
    // When a container that left on this truck is announced again, its cargo stays behind with the last stay. Cargo
    // added since then belongs to the new stay.
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
          return last ? { id: each.id, to: placeAfter(last.type, each, visit.gate_id) } : [];
        }),
      );
    this.tell(open);
    return answer;
  }

  /** An interchange that was completed before is given its container only now. */
  private tell(open: VisitInterchange[]): void {
    const ids = (before: boolean) => open.filter(({ completed }) => completed === before).map(({ id }) => id);
    this.followers.tell({ done: 'completed', ids: ids(false) });
    this.followers.tell({ done: 'corrected', what: 'equipment', ids: ids(true) });
  }
}
