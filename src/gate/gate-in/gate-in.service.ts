import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import sql, { Sql } from 'sql-template-tag';
import { isToCome } from '../../common/input/times';
import { Db } from '../../common/database/db';
import {
  Invalid,
  Refused,
  Unknown,
  naming,
  type NamedRecord,
  allOf,
  together,
} from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { Truck } from '../../parties/trucks/truck.entity';
import { Appointment } from '../announcements/appointment.kind';
import { Arrival, refusalsOfArrival } from '../visitors/admission.rules';
import { HandoverService } from '../interchanges/handover.service';
import { InterchangeCompletionService, VisitAtGate } from '../interchanges/interchange-completion.service';
import { SlotAdmissionService } from '../slots/slot-admission.service';
import { PreAdvice } from '../announcements/pre-advice.entity';
import { driverField, VisitorsService } from '../visitors/visitors.service';
import type { CreateTruckVisit } from './gate-in.dto';
import { ALREADY_INSIDE, TruckVisit } from '../visits/truck-visit.entity';
import { TruckVisitCreated, TruckVisitShow } from '../visits/truck-visit.view';
import type { Columns } from '../../common/schema/columns';
import { record } from '../../common/recording/record';
import { COMMON } from '../../common/errors/codes';
import { GATE } from '../gate.codes';

/** The pre-advice or appointment that a visit is made from, locked. */
interface Announcement extends Pick<PreAdvice, 'truck_id' | 'truck_driver_id' | 'used_at'> {
  /** How it is called in a refusal, and the field that names it. */
  label: string;
  records: NamedRecord[];
  field: string;
  trucking_company_id: number | null;
  comment: string | null;
  /** Whether it is an appointment for another time than now. */
  off_slot: boolean;
  owner: { pre_advice_id: number } | { appointment_id: number };
}

/** Lets trucks in. */
@Injectable()
export class GateInService {
  constructor(
    private readonly db: Db,
    private readonly visitors: VisitorsService,
    private readonly completion: InterchangeCompletionService,
    private readonly handover: HandoverService,
    private readonly admission: SlotAdmissionService,
  ) {}

  /**
   * Begins the visit of a truck, with interchanges when it was announced (decisions 41, 42, 45 and 241).
   * @throws Invalid; Refused when something that is named is unknown, or the truck may not enter
   */
  async gateIn(input: CreateTruckVisit): Promise<Json> {
    const announcement = await this.announcement(input);
    if (!announcement) await this.admission.requireAppointment();
    const [{ truck, driver }, gate_id, out_gate_id] = await allOf(
      () => this.visitor(announcement, input),
      () => this.visitors.gateId(input.gate, 'gate'),
      () => this.outGateId(announcement, input),
    );
    const trucking_company_id = announcement?.trucking_company_id ?? null;
    if (announcement) {
      refuseToCome(input.interchanges_completed_at);
      await this.handover.lock(purposesOf(announcement));
    }
    const [gated_in_at] = await Promise.all([
      this.db.now(),
      announcement && this.handover.refuse(purposesOf(announcement), announcement.field),
    ]);
    const id = await this.db.insert(TruckVisit, {
      ...announcement?.owner,
      truck_id: truck.id,
      truck_driver_id: driver?.id ?? null,
      trucking_company_id:
        trucking_company_id ?? truck.trucking_company_id ?? driver?.trucking_company_id ?? null,
      gate_id,
      out_gate_id,
      gate_in_user_id: this.db.actor.user_id,
      gated_in_at,
      comment: announcement ? announcement.comment : input.comment,
      off_slot: announcement?.off_slot ?? false,
    });
    await record(this.db, 'truck_visit.gated_in', TruckVisitShow, id);
    const visit = { id, gate_id, gated_in_at };
    const made = announcement && this.makeInterchanges(visit, announcement);
    if (announcement && input.interchanges_completed_at) {
      await made;
      await this.completion.complete(visit, await this.completion.ofVisit(id), {
        at: new Date(input.interchanges_completed_at),
      });
    }
    // they go out together, and the visit is read with its interchanges
    const [, shown] = await Promise.all([
      made,
      this.db
        .read(TruckVisitCreated)
        .where(sql`t.id = ${id}`)
        .orNotFound('Truck visit', id),
    ]);
    return shown;
  }

  private async announcement(input: CreateTruckVisit): Promise<Announcement | undefined> {
    const { pre_advice_number: advice_number, appointment_id: id, appointment_number: number } = input;
    if (advice_number?.trim()) {
      const field = 'pre_advice_number';
      const record = await this.db.find(PreAdvice, { advice_number }, { lock: true });
      if (!record) throw new Unknown('Pre-advice', advice_number, field);
      const label = `Pre-advice '${advice_number}'`;
      return {
        ...record,
        label,
        records: naming('pre_advice', advice_number),
        field,
        comment: record.comments,
        off_slot: false,
        owner: { pre_advice_id: record.id },
      };
    }
    if (!id && !number?.trim()) return undefined;
    const field = id ? 'appointment_id' : 'appointment_number';
    const record = await this.db.find(Appointment, id ? { id } : { number: number!.trim() }, { lock: true });
    const key = id ?? number!;
    if (!record) throw new Unknown('Appointment', key, field);
    const owner = { appointment_id: record.id };
    const off_slot = await this.admission.isOffSlot(record, field);
    return {
      ...record,
      off_slot,
      label: `Appointment '${key}'`,
      records: naming('appointment', record.number),
      field,
      comment: null,
      owner,
    };
  }

  /**
   * The truck and the driver that come.
   * @throws Invalid; Refused when one of them is unknown or may not enter
   */
  private async visitor(
    announcement: Announcement | undefined,
    input: CreateTruckVisit,
  ): Promise<{ truck: Columns<Truck>; driver: Columns<TruckDriver> | null }> {
    const [truck, driver] = await allOf(
      () => this.truckOutside(announcement, input),
      () => this.driver(announcement, input),
    );
    const fields = {
      truck: announcement?.truck_id ? announcement.field : 'truck',
      truck_driver: announcement?.truck_driver_id ? announcement.field : driverField(input),
    };
    const trucking_company_id = announcement?.trucking_company_id ?? null;
    this.refuseArrival({ truck, truck_driver: driver, trucking_company_id, fields });
    return { truck, driver };
  }

  /** The truck that comes, unless it is here already, or has come with its announcement. */
  private async truckOutside(
    announcement: Announcement | undefined,
    input: CreateTruckVisit,
  ): Promise<Columns<Truck>> {
    const truck = await this.truck(announcement, input);
    await this.refuseInside(truck);
    if (announcement?.used_at)
      throw new Refused({
        code: GATE.announcement_used,
        sentence: `${announcement.label} has been used already.`,
        field: announcement.field,
        records: announcement.records,
      });
    return truck;
  }

  /** The announced truck or, where none is, the one that the request names. */
  private async truck(
    announcement: Announcement | undefined,
    input: CreateTruckVisit,
  ): Promise<Columns<Truck>> {
    const truck = announcement?.truck_id
      ? await this.db.find(Truck, { id: announcement.truck_id })
      : await this.visitors.truck(input.truck);
    if (!truck) throw new Invalid({ truck: ['is required'] });
    return truck;
  }

  /** The announced driver. The request's counts only where its truck does, too: the announcement names neither. */
  private async driver(
    announcement: Announcement | undefined,
    input: CreateTruckVisit,
  ): Promise<Columns<TruckDriver> | null> {
    if (announcement?.truck_driver_id) return this.db.find(TruckDriver, { id: announcement.truck_driver_id });
    return announcement?.truck_id ? null : this.visitors.driver(input);
  }

  /** Two that come at once pass this together; then a unique index lets one of them in. */
  private async refuseInside({ id: truck_id, license_plate }: Columns<Truck>): Promise<void> {
    const inside = await this.db.find(TruckVisit, { truck_id, gated_out_at: null });
    if (inside)
      throw new Refused({
        code: GATE.truck_already_inside,
        sentence: ALREADY_INSIDE,
        records: naming('truck', license_plate),
      });
  }

  private refuseArrival(arrival: Omit<Arrival, 'today'>): void {
    const today = DateTime.now().setZone(this.db.actor.time_zone).toISODate()!;
    const failure = together(refusalsOfArrival({ ...arrival, today }).map((each) => new Refused(each)));
    if (failure) throw failure;
  }

  /** The gate by which it will leave, where that is said; an announcement leaves it open. */
  private async outGateId(
    announcement: Announcement | undefined,
    { out_gate }: CreateTruckVisit,
  ): Promise<number | null> {
    return announcement || !out_gate?.trim() ? null : this.visitors.gateId(out_gate, 'out_gate');
  }

  /** Makes the interchanges of what was announced, and uses the announcement up. */
  private makeInterchanges(
    visit: VisitAtGate & Pick<TruckVisit, 'gated_in_at'>,
    announcement: Announcement,
  ): Promise<unknown> {
    const { owner } = announcement;
    const used = { used_at: visit.gated_in_at };
    return Promise.all([
      this.handover.make(visit.id, purposesOf(announcement)),
      'pre_advice_id' in owner
        ? this.db.update(PreAdvice, owner.pre_advice_id, used)
        : this.db.update(Appointment, owner.appointment_id, used),
    ]);
  }
}

/** The condition that a purpose `p` is one of the announcement. */
function purposesOf({ owner }: Announcement): Sql {
  return 'pre_advice_id' in owner
    ? sql`p.pre_advice_id = ${owner.pre_advice_id}`
    : sql`p.appointment_id = ${owner.appointment_id}`;
}

function refuseToCome(completed_at: string | null | undefined): void {
  if (completed_at && isToCome(completed_at))
    throw new Refused({
      code: COMMON.time_to_come,
      sentence: 'Interchanges cannot be completed at a time to come.',
      field: 'interchanges_completed_at',
    });
}
