import { Injectable } from '@nestjs/common';
import sql, { Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { requirePicture } from '../../common/files/named-picture';
import { all, effect, rows } from '../../common/database/sql/query';
import { NotFound, Refused, naming } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import { MovementsService } from '../../cargo/containers/movements.service';
import { StaysService } from '../../cargo/stays/stays.service';
import { isMeant, theTruck } from '../../parties/trucks/plate';
import type { Truck } from '../../parties/trucks/truck.entity';
import { refuseToComplete } from '../interchanges/completion.rules';
import { completesAtGateOut, leavesWithNothing } from '../interchanges/interchange.rules';
import { InterchangeCompletionService } from '../interchanges/interchange-completion.service';
import { ReversalService } from '../interchanges/reversal.service';
import type { VisitAtGate, VisitInterchange } from '../interchanges/visit-interchange';
import { andReason, reasonOfForce } from '../visits/force';
import { InterchangeFollowers } from '../visits/interchange-followers';
import { TruckVisit } from '../visits/truck-visit.entity';
import { TruckVisitShow, TruckVisitSummary } from '../visits/truck-visit.view';
import type { GateOut } from './gate-out.dto';
import { addSeals } from './seals';
import { toldReason } from '../../cargo/release/release-reason.view';
import { kindEvent, record, updating } from '../../common/recording/record';
import { AppointmentShow } from '../appointments/appointment.view';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';

/** How long after a gate-out a second one is taken for a repetition. */
const LATELY = '24 hours';

type VisitInside = VisitAtGate &
  Pick<TruckVisit, 'gated_in_at' | 'appointment_id' | 'force_reason' | 'signature_file_id'>;

/** Gate-out of trucks. */
@Injectable()
export class GateOutService {
  constructor(
    private readonly db: Db,
    private readonly completion: InterchangeCompletionService,
    private readonly reversal: ReversalService,
    private readonly movements: MovementsService,
    private readonly stays: StaysService,
    private readonly followers: InterchangeFollowers,
  ) {}

  /**
   * Ends the visit of the truck with this plate and completes its open interchanges (decision 42). A held container
   * keeps the truck inside (decision 43). `force` lets containers go of which charges are not known (decision 720), and takes
   * containers that a voyage announced (decision 780). `left_without_container` reverses the completed pick-ups (decision
   * 158).
   * @throws Invalid for `force` without a reason; NotFound when the truck is not inside; Refused when a container may not leave, or the request names
   *   equipment of another visit
   */
  async gateOut(license_plate: string, input: GateOut): Promise<Json> {
    const force_reason = reasonOfForce(input);
    const [visit, interchanges] = await this.load(license_plate);
    const seals = sealsOf(interchanges, input);
    const chassis = leavingChassis(interchanges, input);
    const open = interchanges.filter((interchange) => completesAtGateOut(interchange, input));
    const taken = interchanges.filter(({ type, completed }) => type === 'interchange_out' && completed);
    const undone = input.left_without_container
      ? await this.reversal.takeBack(visit, taken, { announced: true })
      : [];
    const { signature_file_id } = input;
    if (signature_file_id)
      await requirePicture(this.db, {
        id: signature_file_id,
        before: visit.signature_file_id,
        field: 'signature_file_id',
      });
    const gone = input.left_without_container ? [] : taken;

    const time = { earliest: visit.gated_in_at };
    const handover = await this.completion.load(visit, open, time, { gone, along: chassis });
    refuseToComplete(handover, input.force ?? false);

    const isForNothing = leavesWithNothing(interchanges, open, undone);
    if (visit.appointment_id && isForNothing)
      await this.leaveWithout(visit.appointment_id, handover.completed_at);
    const [, shown] = await this.completion.apply(
      handover,
      all(
        this.db.queries.update(TruckVisit, visit.id, {
          gated_out_at: handover.completed_at,
          gate_out_user_id: this.db.actor.user_id,
          reason_for_incomplete: input.reason_for_incomplete?.trim() ? input.reason_for_incomplete : null,
          ...(signature_file_id && { signature_file_id }),
          ...(force_reason && { force_reason: andReason(visit.force_reason, force_reason) }),
        }),
        this.db.showing(TruckVisitSummary, visit.id),
      ),
    );
    await this.movements.moveEquipment(
      'chassis',
      chassis.map((id) => ({ id, to: { type: 'Other', id: null } })),
    );
    await this.addSeals(seals, open);
    if (signature_file_id) {
      const before = interchanges.flatMap(({ id, completed }) => (completed ? id : []));
      this.followers.tell({ done: 'corrected', what: 'driver', ids: before });
    }
    await this.stays.release(notBrought(interchanges, open));
    await record(this.db, 'truck_visit.gated_out', TruckVisitShow, visit.id);
    // warnings are for the desk: who collects is not told what others owe
    const warnings = this.db.actor.limited ? [] : handover.warnings.map(toldReason);
    return shown.with({ warnings });
  }

  /** Marks an appointment with purposes whose truck leaves with none of them completed (decision 413). */
  private async leaveWithout(appointment_id: number, left_without_at: Date): Promise<void> {
    const { organization_id } = this.db.actor;
    await this.db.pipeline(
      effect(sql`
        SELECT FROM appointments WHERE organization_id = ${organization_id} AND id = ${appointment_id}
        FOR NO KEY UPDATE`),
      updating(this.db, kindEvent('appointment', 'updated'), AppointmentShow, appointment_id),
      effect(sql`
        UPDATE appointments a SET left_without_at = ${left_without_at}, updated_at = now()
        WHERE a.organization_id = ${organization_id} AND a.id = ${appointment_id} AND EXISTS (
          SELECT FROM purposes p WHERE p.organization_id = a.organization_id AND p.appointment_id = a.id)`),
    );
  }

  /**
   * Locks the visit of a truck that is inside, and then reads its interchanges.
   * @throws NotFound; Refused for a plate that several trucks inside have
   */
  private async load(license_plate: string): Promise<[VisitInside, VisitInterchange[]]> {
    const inside = this.visitInside(license_plate);
    const [visits, interchanges] = await this.db.pipeline(
      rows<VisitInside & Pick<Truck, 'license_plate'>>(
        sql`SELECT v.id, v.gate_id, v.gated_in_at, v.appointment_id, v.force_reason, v.signature_file_id,
          k.license_plate ${inside} FOR UPDATE OF v`,
      ),
      this.completion.ofVisit(sql`SELECT v.id ${inside} LIMIT 1`),
    );
    const visit = theTruck(visits, license_plate);
    if (!visit) throw await this.notInside(license_plate);
    return [visit, interchanges];
  }

  /**
   * Adds seals to containers. Only containers that are not handed over now get an update event, because the movement of
   * the others shows the seals.
   */
  private async addSeals(seals: ReturnType<typeof sealsOf>, open: VisitInterchange[]): Promise<void> {
    if (!seals.length) return;
    const others = seals.flatMap(({ interchange: { id, container_id } }) =>
      container_id && !open.some((each) => each.id === id) ? container_id : [],
    );
    await this.stays.telling(others, () => addSeals(this.db, seals));
    const sealed = seals.flatMap(({ interchange: { id, completed } }) => (completed ? id : []));
    this.followers.tell({ done: 'corrected', what: 'seals', ids: sealed });
  }

  /** SQL: the open visit `v` of the truck with this plate. */
  private visitInside(license_plate: string): Sql {
    return sql`
      FROM truck_visits v
      JOIN trucks k ON k.organization_id = v.organization_id AND k.id = v.truck_id
      WHERE v.organization_id = ${this.db.actor.organization_id}
        AND ${isMeant('k', license_plate)} AND v.gated_out_at IS NULL`;
  }

  /**
   * The failure for a truck that is not inside. It says when the truck left, because the request may be a repetition.
   */
  private async notInside(license_plate: string): Promise<NotFound> {
    const { organization_id } = this.db.actor;
    const [left] = await this.db.query<{ gated_out_at: Date }>(sql`
      SELECT date_trunc('minute', v.gated_out_at) AS gated_out_at FROM truck_visits v
      JOIN trucks k ON k.organization_id = v.organization_id AND k.id = v.truck_id
      WHERE v.organization_id = ${organization_id} AND ${isMeant('k', license_plate)}
        AND v.gated_out_at > now() - ${LATELY}::interval AND v.cancelled_at IS NULL
      ORDER BY v.gated_out_at DESC LIMIT 1`);
    const truck = license_plate;
    const sentence = left
      ? SAYS['truck_not_inside.out']({ truck, ...left })
      : SAYS.truck_not_inside({ truck });
    return new NotFound('Truck', license_plate, { code: GATE.truck_not_inside, sentence });
  }
}

/** The seals of the request, each with the interchange of its container. */
function sealsOf(interchanges: VisitInterchange[], { container_seals }: GateOut) {
  return (container_seals ?? []).map(({ container_number, seal }, at) => {
    const number = normalizeContainerNumber(container_number);
    const interchange = interchanges.find((each) => each.container_number === number);
    if (!interchange)
      throw new Refused({
        code: GATE.not_of_visit,
        sentence: SAYS.not_of_visit({ container: container_number }),
        field: `container_seals.${at}.container_number`,
        records: naming('container', container_number),
      });
    return { interchange, seal };
  });
}

/** The ids of the containers that the truck was to drop off but takes along again. */
function notBrought(interchanges: VisitInterchange[], completed: VisitInterchange[]): number[] {
  const left = interchanges.filter((each) => !each.completed && !completed.includes(each));
  return left.flatMap(({ type, container_id }) =>
    type === 'interchange_in' && container_id ? container_id : [],
  );
}

/** The ids of the chassis that were dropped off but leave with the truck again. */
function leavingChassis(interchanges: VisitInterchange[], { chassis_leaving_with_truck }: GateOut): number[] {
  const dropped = interchanges.filter(({ type }) => type === 'interchange_in');
  const ids = (chassis_leaving_with_truck ?? []).map((number) => {
    const interchange =
      dropped.find(({ chassis_number }) => chassis_number === number) ??
      dropped.find(({ chassis_number }) => chassis_number?.toLowerCase() === number.toLowerCase());
    if (!interchange)
      throw new Refused({
        code: GATE.not_of_visit,
        sentence: SAYS['not_of_visit.chassis']({ chassis: number }),
        field: 'chassis_leaving_with_truck',
        records: naming('chassis', number),
      });
    return interchange.chassis_id!;
  });
  return [...new Set(ids)];
}
