import { reasonForParties } from '../../cargo/release/reason-for-parties';
import { TruckVisit } from '../visits/truck-visit.entity';
import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import { HeldCargoService } from '../../cargo/held/held-cargo.service';
import { reasonOfOrder } from '../../cargo/release/on-hold.rule';
import { toldReason } from '../../cargo/release/release-reason.view';
import { saysPlace } from '../../cargo/release/release-rule';
import { ReleaseRules } from '../../cargo/release/release-rules.service';
import { expectedVoyageNumber } from '../../cargo/stays/expected-voyage';
import { atTerminal } from '../../places/locations/locations';
import { CompletionRules } from '../interchanges/completion-rules';
import { EquipmentService } from '../interchanges/equipment.service';
import { againstBringing } from '../bookings/brought-container';
import { againstStatuses, againstVoyages } from '../interchanges/handover.rules';
import { HandedContainersService } from '../interchanges/handed-containers.service';
import { InterchangeCompletionService } from '../interchanges/interchange-completion.service';
import {
  companyOfVisit,
  missingNominations,
  refusalsOfNominations,
} from '../nominations/missing-nominations';
import { takenBy } from '../interchanges/visit-interchange';
import type { GateReason } from '../refusals/refused-at-gate';
import type { Interchange } from '../visits/interchange.entity';
import type { Obstacle, Obstacles } from './obstacles.view';

/** An interchange of a visit. */
interface HandedOver {
  type: Interchange['type'];
  completed: boolean;
  here: boolean;
  /** The number of the voyage that the container is expected with; null for none. */
  expected_by: string | null;
  /** Full or empty, as the container is now. */
  status: string | null;
  stay_id: number | null;
  container: { id: number; number: string } | null;
  delivery_order: Obstacle['delivery_order'];
}

/** Answers why a gate-out would be refused now, by the rules of gate-out (decision 225). */
@Injectable()
export class ObstaclesService {
  constructor(
    private readonly db: Db,
    private readonly held: HeldCargoService,
    private readonly release: ReleaseRules,
    private readonly completion: InterchangeCompletionService,
    private readonly handedOver: HandedContainersService,
    private readonly equipment: EquipmentService,
    private readonly rules: CompletionRules,
  ) {}

  /**
   * The obstacles of a visit; none for a visit that is over.
   * @throws NotFound
   */
  async ofVisit(id: number): Promise<Obstacles> {
    const { limited } = this.db.actor;
    if (limited && !(await this.db.find(TruckVisit, { id }))) throw new NotFound('Truck visit', id);
    const all = await this.interchanges(id);
    const pickUps = all.filter(({ type }) => type === 'interchange_out');
    const dropOffs = all.filter(({ type, completed }) => type === 'interchange_in' && !completed);
    const reasons = [
      ...(await this.ofContainers(pickUps)),
      ...(await this.ofNominations(id, pickUps)),
      ...(await this.ofOrders(pickUps)),
      ...(await this.ofDropOffs(id, dropOffs)),
      ...(await this.ofOpen(id, all)),
    ];
    return {
      truck_visit: { id },
      may_leave: !reasons.length,
      reasons: limited ? reasons.map(forHaulier) : reasons,
    };
  }

  private async interchanges(id: number): Promise<HandedOver[]> {
    const { organization_id } = this.db.actor;
    const [visit] = await this.db.query<{ gated_out_at: Date | null }>(
      sql`SELECT gated_out_at FROM truck_visits WHERE organization_id = ${organization_id} AND id = ${id}`,
    );
    if (!visit) throw new NotFound('Truck visit', id);
    if (visit.gated_out_at) return [];
    return this.db.query<HandedOver>(sql`
      SELECT i.type, i.completed, (${raw(atTerminal('c.current_location_type'))}) IS TRUE AS here, ${expectedVoyageNumber} AS expected_by, c.container_status AS status, i.stay_id,
        CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'number', c.number) END AS container,
        CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'number', d.number) END AS delivery_order
      FROM interchanges i
      LEFT JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
      LEFT JOIN delivery_orders d ON d.organization_id = i.organization_id AND d.id = i.delivery_order_id
      WHERE i.organization_id = ${organization_id} AND i.truck_visit_id = ${id}
      ORDER BY i.id`);
  }

  private async ofContainers(pickUps: HandedOver[]): Promise<Obstacle[]> {
    const ids = pickUps.flatMap(({ container }) => container?.id ?? []);
    const gone = pickUps.filter(({ completed }) => completed);
    const taken = takenBy(
      gone.map(({ container, stay_id }) => ({ container_id: container?.id ?? null, stay_id })),
    );
    const { reasons: told } = await this.db.run(this.release.ask(ids, taken));
    const { reasons } = await this.release.withCalculated(told, ids, taken);
    return pickUps.flatMap(({ container, completed }) => {
      const because = container ? (reasons.get(container.id) ?? []) : [];
      return because
        .filter((reason) => !(completed && saysPlace(reason, this.release.refusals)))
        .map((reason) => obstacle(reason, { container }));
    });
  }

  /** Containers to pick up for which the haulier is not nominated. */
  private async ofNominations(id: number, pickUps: HandedOver[]): Promise<Obstacle[]> {
    const open = pickUps.flatMap(({ container, completed }) => (container && !completed ? container : []));
    const company = companyOfVisit(this.db, id);
    const ids = open.map((container) => container.id);
    const missing = await this.db.run(missingNominations(this.db, company, ids));
    return refusalsOfNominations(missing).flatMap(({ reasons }, at) => {
      const container = open.find(({ number }) => number === missing[at]!.container) ?? null;
      return reasons.map((reason) => obstacle({ ...reason, container }, { container }));
    });
  }

  private async ofOrders(pickUps: HandedOver[]): Promise<Obstacle[]> {
    const orders = pickUps.flatMap(({ delivery_order }) => delivery_order ?? []);
    const ids = [...new Set(orders.map(({ id }) => id))];
    const holds = await this.db.run(this.held.holdsOf('delivery_order', ids));
    return holds
      .filter(({ in_force }) => in_force)
      .map((hold) => {
        const delivery_order = orders.find(({ id }) => id === hold.id)!;
        return obstacle(reasonOfOrder(hold), { delivery_order });
      });
  }

  /**
   * A container to drop off that came to the terminal otherwise (decision 151), or that is expected with a voyage
   * (decision 780).
   */
  private async ofDropOffs(id: number, dropOffs: HandedOver[]): Promise<Obstacle[]> {
    const present = dropOffs.flatMap(({ container, here }) => (container && here ? container : []));
    const arrived = await this.handedOver.arrivedOtherwise(
      id,
      present.map((container) => container.id),
    );
    return dropOffs.flatMap(({ container, expected_by }) => {
      if (!container) return [];
      const here = arrived.includes(container.id);
      const reason = againstBringing({ container: container.number, here, expected_by });
      return reason ? obstacle(reason, { container }) : [];
    });
  }

  /**
   * A chassis or genset that is elsewhere or that another truck has brought, a container that is full and fetched as an
   * empty one or the other way round, and an empty whose voyage was cancelled or has departed.
   */
  private async ofOpen(id: number, all: HandedOver[]): Promise<Obstacle[]> {
    const open = all.length
      ? (await this.db.run(this.completion.ofVisit(id))).filter(({ completed }) => !completed)
      : [];
    const reasons = await this.equipment.reasons(id, open);
    const statuses = new Map(
      all.flatMap(({ container, status }) => (container ? [[container.id, status]] : [])),
    );
    const ofContainers = [
      ...againstStatuses(open, (container_id) => statuses.get(container_id) ?? null),
      ...againstVoyages(open),
      ...(await this.rules.against(open)),
    ].map(({ reason, interchange }) => {
      const { container_id, container_number: number } = interchange;
      const container = container_id && number ? { id: container_id, number } : null;
      return obstacle(reason, { container });
    });
    return [...reasons.map((reason) => obstacle(reason, {})), ...ofContainers];
  }
}

/** An obstacle as hauliers are told it. */
function forHaulier(told: Obstacle): Obstacle {
  const { container, delivery_order, ...reason } = told;
  return obstacle(reasonForParties('carrier', { ...reason, container }), { container, delivery_order });
}

function obstacle(
  reason: GateReason,
  { container = null, delivery_order = null }: Partial<Pick<Obstacle, 'container' | 'delivery_order'>>,
): Obstacle {
  const shown = toldReason(reason);
  return { ...shown, container, delivery_order, actions: { lift: shown.action } };
}
