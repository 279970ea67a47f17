import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import sql, { raw, Sql } from 'sql-template-tag';
import { isToCome } from '../../common/input/times';
import { Db } from '../../common/database/db';
import { Invalid, Refused, Unknown } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { Truck } from '../../parties/trucks/truck.entity';
import { Appointment } from '../announcements/appointment.kind';
import { Arrival, refusalOfArrival } from '../visitors/admission.rules';
import { notOnBill } from '../announcements/purpose.rules';
import { InterchangeCompletionService, VisitAtGate } from '../interchanges/interchange-completion.service';
import { SlotAdmissionService } from '../slots/slot-admission.service';
import { PreAdvice } from '../announcements/pre-advice.entity';
import { driverField, VisitorsService } from '../visitors/visitors.service';
import type { CreateTruckVisit } from './gate-in.dto';
import { ALREADY_INSIDE, TruckVisit } from '../visits/truck-visit.entity';
import { TruckVisitCreated, TruckVisitShow } from '../visits/truck-visit.view';
import type { Columns } from '../../common/schema/columns';
import { record } from '../../common/recording/record';

/** The pre-advice or appointment that a visit is made from, locked. */
interface Announcement extends Pick<PreAdvice, 'truck_id' | 'truck_driver_id' | 'used_at'> {
  /** How it is called in a refusal, and the field that names it. */
  label: string;
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
    private readonly admission: SlotAdmissionService,
  ) {}

  /**
   * Begins the visit of a truck, with interchanges when it was announced (decisions 41, 42 and 45).
   * @throws Invalid; Refused when something that is named is unknown, or the truck may not enter
   */
  async gateIn(input: CreateTruckVisit): Promise<Json> {
    const announcement = await this.announcement(input);
    if (!announcement) await this.admission.requireAppointment();
    const truck = await this.truck(announcement, input);
    await this.refuseInside(truck);
    if (announcement?.used_at)
      throw new Refused(`${announcement.label} has been used already.`, { field: announcement.field });
    const driver = await this.driver(announcement, input);
    const fields = {
      truck: announcement?.truck_id ? announcement.field : 'truck',
      truck_driver: announcement?.truck_driver_id ? announcement.field : driverField(input),
    };
    const trucking_company_id = announcement?.trucking_company_id ?? null;
    this.refuseArrival({ truck, truck_driver: driver, trucking_company_id, fields });
    const gate_id = await this.gateId(input.gate, 'gate');
    const id = await this.db.insert(TruckVisit, {
      ...announcement?.owner,
      truck_id: truck.id,
      truck_driver_id: driver?.id ?? null,
      trucking_company_id:
        trucking_company_id ?? truck.trucking_company_id ?? driver?.trucking_company_id ?? null,
      gate_id,
      out_gate_id:
        announcement || !input.out_gate?.trim() ? null : await this.gateId(input.out_gate, 'out_gate'),
      gate_in_user_id: this.db.actor.user_id,
      gated_in_at: await this.db.now(),
      comment: announcement ? announcement.comment : input.comment,
      off_slot: announcement?.off_slot ?? false,
    });
    await record(this.db, 'truck_visit.gated_in', TruckVisitShow, id);
    if (announcement)
      await this.makeInterchanges({ id, gate_id }, announcement, input.interchanges_completed_at);
    return this.db
      .read(TruckVisitCreated)
      .where(sql`t.id = ${id}`)
      .orNotFound(`Truck visit ${id}`);
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
        field,
        comment: record.comments,
        off_slot: false,
        owner: { pre_advice_id: record.id },
      };
    }
    if (!id && !number?.trim()) return undefined;
    const field = id ? 'appointment_id' : 'appointment_number';
    const record = await this.db.find(Appointment, id ? { id } : { number: number!.trim() }, { lock: true });
    const named = id ?? number!;
    if (!record) throw new Unknown('Appointment', named, field);
    const owner = { appointment_id: record.id };
    const off_slot = await this.admission.isOffSlot(record, field);
    return {
      ...record,
      off_slot,
      label: `Appointment '${named}'`,
      field,
      comment: null,
      owner,
    };
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
  private async refuseInside({ id: truck_id }: Columns<Truck>): Promise<void> {
    const inside = await this.db.find(TruckVisit, { truck_id, gated_out_at: null });
    if (inside) throw new Refused(ALREADY_INSIDE);
  }

  private refuseArrival(arrival: Omit<Arrival, 'today'>): void {
    const today = DateTime.now().setZone(this.db.actor.time_zone).toISODate()!;
    const refusal = refusalOfArrival({ ...arrival, today });
    if (refusal) throw new Refused(refusal.sentence, refusal);
  }

  private async gateId(nameOrIdentifier: string, field: string): Promise<number> {
    const [gate] = await this.db.query<{ id: number }>(sql`
      SELECT id FROM gates
      WHERE organization_id = ${this.db.actor.organization_id}
        AND (name = ${nameOrIdentifier} OR client_identifier = ${nameOrIdentifier})
      ORDER BY name = ${nameOrIdentifier} DESC LIMIT 1`);
    if (!gate) throw new Unknown('Gate', nameOrIdentifier, field);
    return gate.id;
  }

  /** Makes the interchanges of what was announced, and uses the announcement up. */
  private async makeInterchanges(
    visit: VisitAtGate,
    { owner, field }: Announcement,
    completed_at: string | null | undefined,
  ): Promise<void> {
    const { organization_id } = this.db.actor;
    const [column, id] = Object.entries(owner)[0]!;
    const purposes = sql`p.organization_id = ${organization_id} AND p.${raw(column)} = ${id}`;
    refuseToCome(completed_at);
    await this.refuseLate(purposes, field);
    await this.refuseOtherBill(purposes, field);
    await this.db.query(sql`
      INSERT INTO interchanges (organization_id, truck_visit_id, purpose_id, type, container_id, chassis_id,
        booking_id, delivery_order_id, seals, weight)
      SELECT ${organization_id}, ${visit.id}, p.id,
        CASE p.purpose_type WHEN 'drop off' THEN 'interchange_in' ELSE 'interchange_out' END,
        p.container_id, p.chassis_id, p.booking_id, p.delivery_order_id,
        ARRAY(SELECT btrim(s) FROM unnest(p.seals) s WHERE btrim(s) <> ''), p.interchange_weight
      FROM purposes p WHERE ${purposes} ORDER BY p.position`);
    const table = column === 'pre_advice_id' ? 'pre_advices' : 'appointments';
    await this.db.query(sql`
      UPDATE ${raw(table)} SET used_at = now(), updated_at = now()
      WHERE organization_id = ${organization_id} AND id = ${id}`);
    if (!completed_at) return;
    await this.completion.complete(visit, await this.completion.ofVisit(visit.id), {
      at: new Date(completed_at),
    });
  }

  /**
   * Past the cut-off of a booking's voyage no container is taken in for it, unless it is an import (decisions 45
   * and 78).
   */
  private async refuseLate(purposes: Sql, field: string): Promise<void> {
    const [late] = await this.db.query<{ container: string; voyage: string }>(sql`
      SELECT c.number AS container, v.number AS voyage FROM purposes p
      JOIN containers c ON c.organization_id = p.organization_id AND c.id = p.container_id
      JOIN bookings b ON b.organization_id = p.organization_id
        AND b.id = coalesce(p.booking_id, CASE p.container_status WHEN 'full' THEN c.booking_id END)
      JOIN voyages v ON v.organization_id = b.organization_id AND v.id = b.voyage_id
      WHERE ${purposes} AND p.purpose_type = 'drop off'
        AND (c.usage = 'export' OR coalesce(p.container_usage, c.usage, '') <> 'import')
        AND v.block_receiving_export_past_cut_off AND v.receiving_cut_off_time <= now()
      ORDER BY p.position LIMIT 1`);
    if (late)
      throw new Refused(
        `Container '${late.container}' is past the receiving cut-off of voyage '${late.voyage}'.`,
        { field },
      );
  }

  /** Where bills are validated, what is picked up is still on the bill that was announced (decision 152). */
  private async refuseOtherBill(purposes: Sql, field: string): Promise<void> {
    if (!this.db.actor.validates_bills) return;
    const [other] = await this.db.query<{ container: string; bill: string }>(sql`
      SELECT c.number AS container, p.bill_of_lading AS bill FROM purposes p
      JOIN containers c ON c.organization_id = p.organization_id AND c.id = p.container_id
      WHERE ${purposes} AND p.purpose_type = 'pick up' AND p.bill_of_lading IS NOT NULL
        AND NOT EXISTS (
          SELECT FROM container_bills l
          JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
          WHERE l.organization_id = p.organization_id AND l.stay_id = c.stay_id
            AND b.number = p.bill_of_lading)
      ORDER BY p.position LIMIT 1`);
    if (other) throw new Refused(notOnBill(other.container, other.bill), { field });
  }
}

function refuseToCome(completed_at: string | null | undefined): void {
  if (completed_at && isToCome(completed_at))
    throw new Refused('Interchanges cannot be completed at a time to come.', {
      field: 'interchanges_completed_at',
    });
}
