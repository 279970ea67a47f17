import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { isToCome, today } from '../../common/input/times';
import { lastId } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { failureOf } from '../../common/errors/database-errors';
import {
  Failure,
  Invalid,
  Refused,
  Unknown,
  naming,
  type NamedRecord,
  allOf,
  begun,
  together,
} from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { DRIVER_NAMES } from '../../parties/setup/driver-name';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { Truck } from '../../parties/trucks/truck.entity';
import { Appointment } from '../announcements/appointment.kind';
import { Arrival, refusalsOfArrival } from '../visitors/admission.rules';
import type { Handover } from '../interchanges/handover.rules';
import { HandoverService } from '../interchanges/handover.service';
import { InterchangeCompletionService } from '../interchanges/interchange-completion.service';
import { SlotAdmissionService } from '../slots/slot-admission.service';
import { gateReason, RefusedAtGate } from '../refusals/refused-at-gate';
import { PreAdvice } from '../announcements/pre-advice.entity';
import { driverField, VisitorsService } from '../visitors/visitors.service';
import type { CreateTruckVisit } from './gate-in.dto';
import { ALREADY_INSIDE, TruckVisit } from '../visits/truck-visit.entity';
import { TruckVisitCreated, TruckVisitShow } from '../visits/truck-visit.view';
import type { Values } from '../../common/schema/columns';
import { record } from '../../common/recording/record';
import { COMMON } from '../../common/errors/codes';
import { GATE } from '../gate.codes';

/** How a request names the pre-advice or appointment that a visit is made from. */
interface Named {
  table: 'pre_advices' | 'appointments';
  column: 'advice_number' | 'number' | 'id';
  value: string | number;
  field: keyof CreateTruckVisit;
}

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

/** Who comes: the truck, whether it is inside, and the driver. */
interface Comers {
  truck: ComingTruck | null;
  inside: boolean;
  driver: ComingDriver | null;
}
const ADMITTED = ['id', 'active', 'allowed_until', 'trucking_company_id'] as const;
const OF_TRUCK = [...ADMITTED, 'license_plate'] as const;
const OF_DRIVER = [...ADMITTED, ...DRIVER_NAMES] as const;
type ComingTruck = Pick<Truck, (typeof OF_TRUCK)[number]>;
type ComingDriver = Pick<TruckDriver, (typeof OF_DRIVER)[number]>;

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
    const named = namedBy(input);
    if (!named) await this.admission.requireAppointment();
    // they go out together: the announcement is locked first, and then what it is about
    const announced = named && begun(this.announcement(named));
    const comers = named && begun(this.announcedComers(named));
    const gate = begun(this.visitors.gateId(input.gate, 'gate'));
    const outGate = begun(this.outGateId(named, input));
    const asked = named && begun(this.lockAndAsk(this.purposesOf(named)));
    const time = begun(this.db.now());

    const [{ truck, driver }, gate_id, out_gate_id] = await allOf(
      async () => this.visitor(await announced?.(), await comers?.(), input),
      gate,
      outGate,
      async () => {
        // what stands against the announcement itself is told of who comes with it
        const good = await announced?.().catch(() => undefined);
        // what was announced was asked when that was used
        if (good && !good.used_at) await this.handover.refuse(await asked!(), good.field);
      },
      () => refuseToCome(input.interchanges_completed_at),
    );
    const announcement = await announced?.();
    const trucking_company_id = announcement?.trucking_company_id ?? null;
    const gated_in_at = await time();
    const visit = this.write({
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
    const written = Promise.all([visit, named && this.handOver(named, announcement!, gated_in_at)]);
    if (announcement && input.interchanges_completed_at) {
      const [id] = await written;
      const at = new Date(input.interchanges_completed_at);
      await this.completion
        .complete({ id, gate_id }, await this.completion.ofVisit(id), { at })
        .catch(throwOfTime);
    }
    // they go out together, and the visit is read with its interchanges
    const [, shown] = await Promise.all([
      written,
      this.db
        .read(TruckVisitCreated)
        .where(sql`t.id = (${VISIT})`)
        .orNotFound('Truck visit'),
    ]);
    return shown;
  }

  /** Writes the visit and tells of it. */
  private async write(visit: Values<TruckVisit>): Promise<number> {
    const id = await this.db.insert(TruckVisit, visit);
    await record(this.db, 'truck_visit.gated_in', TruckVisitShow, id);
    return id;
  }

  /** @throws Unknown; Refused where the truck is not in time */
  private async announcement({ table, value, field }: Named): Promise<Announcement> {
    if (table === 'pre_advices') {
      const advice_number = String(value);
      const record = await this.db.find(PreAdvice, { advice_number }, { lock: true });
      if (!record) throw new Unknown('Pre-advice', advice_number, field);
      return {
        ...record,
        label: `Pre-advice '${advice_number}'`,
        records: naming('pre_advice', advice_number),
        field,
        comment: record.comments,
        off_slot: false,
        owner: { pre_advice_id: record.id },
      };
    }
    const where = typeof value === 'number' ? { id: value } : { number: value };
    const record = await this.db.find(Appointment, where, { lock: true });
    if (!record) throw new Unknown('Appointment', value, field);
    return {
      ...record,
      off_slot: await this.admission.isOffSlot(record, field),
      label: `Appointment '${value}'`,
      records: naming('appointment', record.number),
      field,
      comment: null,
      owner: { appointment_id: record.id },
    };
  }

  /** SQL: selects the id of the pre-advice or appointment. */
  private idOf({ table, column, value }: Named): Sql {
    return sql`
      SELECT id FROM ${raw(table)}
      WHERE organization_id = ${this.db.actor.organization_id} AND ${raw(column)} = ${value}`;
  }

  /** SQL: the condition that a purpose `p` is one of the announcement. */
  private purposesOf(named: Named): Sql {
    return sql`${raw(`p.${named.table.slice(0, -1)}_id`)} = (${this.idOf(named)})`;
  }

  /** What the truck comes for, with what it is about locked. */
  private async lockAndAsk(purposes: Sql): Promise<Handover[]> {
    const [, asked] = await Promise.all([this.handover.lock(purposes), this.handover.asked(purposes)]);
    return asked;
  }

  /**
   * The truck and the driver that come. The request's driver counts only where its truck does: an announcement of a truck
   * names the driver, too, or leaves it open.
   * @param announced those that the announcement names
   * @throws Invalid; Refused when one of them is unknown or may not enter
   */
  private async visitor(
    announcement: Announcement | undefined,
    announced: Comers | undefined,
    input: CreateTruckVisit,
  ): Promise<Pick<Comers, 'driver'> & { truck: ComingTruck }> {
    const [truck, driver] = await allOf(
      () => this.truckOutside(announcement, announced, input),
      async () => (announced?.truck || announced?.driver ? announced.driver : this.visitors.driver(input)),
    );
    const fields = {
      truck: announcement?.truck_id ? announcement.field : 'truck',
      truck_driver: announcement?.truck_driver_id ? announcement.field : driverField(input),
    };
    const trucking_company_id = announcement?.trucking_company_id ?? null;
    this.refuseArrival({ truck, truck_driver: driver, trucking_company_id, fields });
    return { truck, driver };
  }

  /** The truck and the driver that an announcement names, and whether that truck is inside. */
  private async announcedComers(named: Named): Promise<Comers> {
    const [comers] = await this.db.query<Comers>(sql`
      SELECT ${jsonOf('k', OF_TRUCK)} AS truck, ${jsonOf('d', OF_DRIVER)} AS driver, EXISTS (
          SELECT FROM truck_visits v
          WHERE v.organization_id = k.organization_id AND v.truck_id = k.id AND v.gated_out_at IS NULL) AS inside
      FROM ${raw(named.table)} a
      LEFT JOIN trucks k ON k.organization_id = a.organization_id AND k.id = a.truck_id
      LEFT JOIN truck_drivers d ON d.organization_id = a.organization_id AND d.id = a.truck_driver_id
      WHERE a.organization_id = ${this.db.actor.organization_id} AND a.id = (${this.idOf(named)})`);
    return comers!;
  }

  /** The announced truck or, where none is, the one that the request names, unless it has come already. */
  private async truckOutside(
    announcement: Announcement | undefined,
    announced: Comers | undefined,
    input: CreateTruckVisit,
  ): Promise<ComingTruck> {
    const truck = announced?.truck ?? (await this.visitors.truck(input.truck));
    if (!truck) throw new Invalid({ truck: ['is required'] });
    // two that come at once pass this together; then a unique index lets one of them in
    const inside = announced?.truck ? announced.inside : await this.isInside(truck.id);
    if (inside)
      throw new Refused({
        code: GATE.truck_already_inside,
        sentence: ALREADY_INSIDE,
        records: naming('truck', truck.license_plate),
      });
    if (announcement?.used_at)
      throw new Refused({
        code: GATE.announcement_used,
        sentence: `${announcement.label} has been used already.`,
        field: announcement.field,
        records: announcement.records,
      });
    return truck;
  }

  private async isInside(truck_id: number): Promise<boolean> {
    return Boolean(await this.db.find(TruckVisit, { truck_id, gated_out_at: null }));
  }

  private refuseArrival(arrival: Omit<Arrival, 'today'>): void {
    const refusals = refusalsOfArrival({ ...arrival, today: today(this.db.actor.time_zone) });
    const failure = together(
      refusals.map((each) => new RefusedAtGate([gateReason(each.code, each.kept)], each)),
    );
    if (failure) throw failure;
  }

  /** The gate by which it will leave, where that is said; an announcement leaves it open. */
  private async outGateId(named: Named | undefined, { out_gate }: CreateTruckVisit): Promise<number | null> {
    return named || !out_gate?.trim() ? null : this.visitors.gateId(out_gate, 'out_gate');
  }

  /** Makes the interchanges of what was announced, and uses the announcement up. */
  private handOver(named: Named, { owner }: Announcement, used_at: Date): Promise<unknown> {
    return Promise.all([
      this.handover.make(VISIT, this.purposesOf(named)),
      'pre_advice_id' in owner
        ? this.db.update(PreAdvice, owner.pre_advice_id, { used_at })
        : this.db.update(Appointment, owner.appointment_id, { used_at }),
    ]);
  }
}

/** SQL: the id of the visit that was just written. */
const VISIT = lastId('truck_visits');

/** How the request names what its visit is made from; undefined when nobody announced it. */
function namedBy(input: CreateTruckVisit): Named | undefined {
  const { pre_advice_number, appointment_id, appointment_number } = input;
  if (pre_advice_number?.trim())
    return {
      table: 'pre_advices',
      column: 'advice_number',
      value: pre_advice_number,
      field: 'pre_advice_number',
    };
  if (appointment_id)
    return { table: 'appointments', column: 'id', value: appointment_id, field: 'appointment_id' };
  const number = appointment_number?.trim();
  return number
    ? { table: 'appointments', column: 'number', value: number, field: 'appointment_number' }
    : undefined;
}

/** SQL: these columns of the truck or driver with this alias; null when there is none. */
function jsonOf(alias: string, columns: readonly string[]): Sql {
  const pairs = [...new Set(columns)].map((column) => `'${column}', ${alias}.${column}`);
  return raw(`CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object(${pairs.join(', ')}) END`);
}

/** A stay that would overlap another one does by the time that the request names. */
function throwOfTime(error: unknown): never {
  const failure = error instanceof Failure ? error : failureOf(error);
  if (!failure?.errors?.in_at) throw error;
  const { code, message: sentence, records } = failure;
  throw new Refused({ code, sentence, records, field: 'interchanges_completed_at' });
}

function refuseToCome(completed_at: string | null | undefined): void {
  if (completed_at && isToCome(completed_at))
    throw new Refused({
      code: COMMON.time_to_come,
      sentence: 'Interchanges cannot be completed at a time to come.',
      field: 'interchanges_completed_at',
    });
}
