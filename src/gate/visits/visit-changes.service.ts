import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { requirePicture } from '../../common/files/named-picture';
import { today } from '../../common/input/times';
import { allOf, NotFound, Refused } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { record, recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { StaysService } from '../../cargo/stays/stays.service';
import { Truck } from '../../parties/trucks/truck.entity';
import { containersOf } from '../announcements/announcement';
import { AppointmentContainersService } from '../announcements/appointment-containers.service';
import { Appointment } from '../announcements/appointment.kind';
import { PreAdvice } from '../announcements/pre-advice.entity';
import { SlotAdmissionService } from '../slots/slot-admission.service';
import { requireDriver, VisitorsService } from '../visitors/visitors.service';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { Interchange } from './interchange.entity';
import { InterchangeFollowers } from './interchange-followers';
import { TruckVisit, visitOver } from './truck-visit.entity';
import { TruckVisitShow } from './truck-visit.view';
import type { UpdateTruckVisit } from './visit-changes.dto';
import { driverOf, isMarked, requireOutGate } from './visit-changes.rules';

/** Corrects and cancels truck visits. */
@Injectable()
export class VisitChangesService {
  constructor(
    private readonly db: Db,
    private readonly visitors: VisitorsService,
    private readonly stays: StaysService,
    private readonly containers: AppointmentContainersService,
    private readonly admission: SlotAdmissionService,
    private readonly followers: InterchangeFollowers,
  ) {}

  /**
   * Changes the driver, the signature, the comment and the out gate (decision 927).
   * @throws NotFound; Invalid; Unknown; Refused for a driver who may not enter, for an out gate after gate-out, for a file that is no picture or unknown, and for
   *   one of another terminal where the organization refuses that
   */
  async update(id: number, input: UpdateTruckVisit): Promise<Json> {
    const visit = await this.locked(id);
    const { comment, out_gate, signature_file_id: signed } = input;
    if (out_gate !== undefined && visit.gated_out_at)
      throw new Refused({
        code: GATE.visit_over,
        sentence: SAYS['visit_over.out_gate']({ truck_visit_id: id }),
        field: 'out_gate',
      });
    const named = out_gate?.trim() ? out_gate : undefined;
    const [gate, own, appointed, driver, truck] = await this.db.pipeline(
      this.visitors.gate(named),
      this.visitors.gateOf(id),
      this.admission.terminal(sql`${visit.appointment_id}::bigint`),
      this.visitors.driver(input),
      this.db.queries.find(Truck, { id: visit.truck_id }),
    );
    const [outGate, truck_driver_id] = allOf(
      () => (named ? requireOutGate(gate, named, own!, this.db.actor) : null),
      () => driverOf(visit, truck!, requireDriver(input, driver), input, today(this.db.actor.time_zone)),
    );
    if (signed)
      await requirePicture(this.db, {
        id: signed,
        before: visit.signature_file_id,
        field: 'signature_file_id',
      });
    const isOther = truck_driver_id !== undefined && truck_driver_id !== visit.truck_driver_id;
    // another driver has not signed
    const signature_file_id = signed === undefined && isOther ? null : signed;
    await recordUpdate(this.db, 'truck_visit.updated', TruckVisitShow, id, () =>
      this.db.update(TruckVisit, visit, {
        truck_driver_id,
        comment,
        ...(signature_file_id !== undefined && { signature_file_id }),
        ...(out_gate !== undefined && {
          out_gate_id: outGate?.id ?? null,
          other_terminal: isMarked(own!, [appointed, outGate], this.db.actor),
        }),
      }),
    );
    const isSigned = signature_file_id !== undefined && signature_file_id !== visit.signature_file_id;
    if (isOther || isSigned) await this.tellDriver(id);
    return this.show(id);
  }

  private async tellDriver(truck_visit_id: number): Promise<void> {
    const completed = await this.db.findAll(Interchange, { truck_visit_id, completed: true });
    this.followers.tell({ done: 'corrected', what: 'driver', ids: completed.map(({ id }) => id) });
  }

  /**
   * Cancels a visit: it ends, and its announcement can be used again (decision 242).
   * @throws NotFound; Refused when the visit is over, one of its interchanges is completed, or another open appointment
   *   names a container of its appointment
   */
  async cancel(id: number, reason: string): Promise<Json> {
    const visit = await this.locked(id);
    if (visit.gated_out_at) throw new Refused(visitOver(visit));
    const interchanges = await this.db.findAll(Interchange, { truck_visit_id: id });
    if (interchanges.some(({ completed }) => completed))
      throw new Refused({
        code: GATE.visit_has_completed,
        sentence: SAYS.visit_has_completed({ truck_visit_id: id }),
      });
    const cancelled_at = await this.db.now(visit.gated_in_at);
    await this.db.update(TruckVisit, id, {
      cancelled_at,
      cancelled_by_id: this.db.actor.user_id,
      cancel_reason: reason,
      gated_out_at: cancelled_at,
    });
    await this.giveBack(visit);
    await this.stays.release(
      interchanges.flatMap(({ type, container_id }) =>
        type === 'interchange_in' && container_id ? container_id : [],
      ),
    );
    await record(this.db, 'truck_visit.cancelled', TruckVisitShow, id);
    return this.show(id);
  }

  /**
   * Restores the announcement to its state before the gate-in: it can be used, changed and deleted, and announces its
   * containers again.
   */
  private async giveBack({ id, pre_advice_id, appointment_id }: Columns<TruckVisit>): Promise<void> {
    const announced: number[] = [];
    if (pre_advice_id) {
      await this.db.update(PreAdvice, pre_advice_id, { used_at: null });
      announced.push(...(await containersOf(this.db, 'pre_advice_id', pre_advice_id, 'drop off')));
    }
    if (appointment_id) {
      await this.db.update(Appointment, appointment_id, { used_at: null });
      await this.containers.refuseTwice(appointment_id, false);
      announced.push(...(await containersOf(this.db, 'appointment_id', appointment_id, 'drop off')));
    }
    await this.stays.announceAndTell(announced);
    const { organization_id } = this.db.actor;
    await this.db.query(sql`
      UPDATE interchanges i SET purpose_id = NULL, updated_at = now() FROM purposes p
      WHERE i.organization_id = ${organization_id} AND i.truck_visit_id = ${id}
        AND p.organization_id = i.organization_id AND p.id = i.purpose_id AND p.truck_visit_id IS NULL`);
  }

  private async locked(id: number): Promise<Columns<TruckVisit>> {
    const visit = await this.db.find(TruckVisit, { id }, { lock: true });
    if (!visit) throw new NotFound('Truck visit', id);
    return visit;
  }

  private show(id: number): Promise<Json> {
    return this.db.show(TruckVisitShow, id, 'Truck visit');
  }
}
