import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { today } from '../../common/input/times';
import { lastId } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { all, known, type Query, row } from '../../common/database/query';
import type { Json } from '../../common/json';
import { record } from '../../common/recording/record';
import { datedBy } from '../../cargo/stays/dated-by';
import { plateKey } from '../../parties/trucks/plate';
import { Appointment } from '../announcements/appointment.kind';
import { PreAdvice } from '../announcements/pre-advice.entity';
import { HandoverService } from '../interchanges/handover.service';
import { InterchangeCompletionService } from '../interchanges/interchange-completion.service';
import { SlotAdmissionService } from '../slots/slot-admission.service';
import { VisitorsService } from '../visitors/visitors.service';
import { TruckVisit } from '../visits/truck-visit.entity';
import { TruckVisitCreated, TruckVisitShow } from '../visits/truck-visit.view';
import type { CreateTruckVisit } from './gate-in.dto';
import {
  admit,
  type Admission,
  type Arrivals,
  type LoadedGateIn,
  type Named,
  OF_DRIVER,
  OF_TRUCK,
  outGateOf,
} from './gate-in.rules';

/** Gate-in of trucks. */
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
   * Starts the visit of a truck, and creates the interchanges of its announcement: an `interchange_in` for each
   * drop-off and an `interchange_out` for each pick-up (decision 42).
   * @throws Invalid; Unknown for a reference that does not exist; Refused when the truck may not enter
   */
  async gateIn(input: CreateTruckVisit): Promise<Json> {
    const named = namedBy(input);
    const { gated_in_at, ...loaded } = await this.load(named, input);
    const admitted = admit(loaded, input, today(this.db.actor.time_zone));
    return this.apply(loaded, admitted, gated_in_at, input.interchanges_completed_at);
  }

  /** Locks the announcement, then its containers and bookings, and reads everything that `admit` needs. */
  private async load(
    named: Named | undefined,
    input: CreateTruckVisit,
  ): Promise<LoadedGateIn & { gated_in_at: Date }> {
    const [
      announcement,
      timing,
      announced,
      requested,
      gate,
      out_gate,
      asked,
      appointments_required,
      gated_in_at,
    ] = await this.db.pipeline(
      named ? this.announcement(named) : known(null),
      named?.table === 'appointments' ? this.admission.timing(this.idOf(named)) : known(undefined),
      named ? this.announcedArrivals(named) : known(undefined),
      this.requestedArrivals(input),
      this.visitors.gate(input.gate),
      this.visitors.gate(outGateOf(named, input)),
      named ? this.lockAndAsk(this.purposesOf(named)) : known([]),
      named ? known(false) : this.admission.appointmentsRequired(),
      this.db.queries.now(),
    );
    // A used announcement hands nothing over again.
    const handovers = await this.handover.load(announcement?.used_at ? [] : asked);
    return {
      named,
      announcement,
      timing,
      announced,
      requested,
      gate,
      out_gate,
      handovers,
      appointments_required,
      gated_in_at,
    };
  }

  /**
   * Writes the visit and its interchanges, marks the announcement used, and completes the interchanges if the request
   * says so.
   */
  private async apply(
    { named, announcement }: LoadedGateIn,
    { truck, driver, ...admitted }: Admission,
    gated_in_at: Date,
    completed_at: string | null | undefined,
  ): Promise<Json> {
    const written = all(
      this.db.queries.insert(TruckVisit, {
        ...(announcement && ownerOf(announcement)),
        ...admitted,
        truck_id: truck.id,
        truck_driver_id: driver?.id ?? null,
        gate_in_user_id: this.db.actor.user_id,
        gated_in_at,
      }),
      named && announcement ? this.handOver(named, announcement, gated_in_at) : known(undefined),
    ).map(([[id]]) => id!);
    const shown = this.db.showing(TruckVisitCreated, VISIT);
    if (announcement && completed_at) {
      const id = await this.db.run(written);
      await record(this.db, 'truck_visit.gated_in', TruckVisitShow, id);
      return this.complete({ id, gate_id: admitted.gate_id }, new Date(completed_at), shown);
    }
    const [id, visit] = await this.db.pipeline(written, shown);
    await record(this.db, 'truck_visit.gated_in', TruckVisitShow, id);
    return visit;
  }

  /** Completes all interchanges of the new visit. */
  private async complete(
    visit: { id: number; gate_id: number },
    at: Date,
    shown: Query<Json>,
  ): Promise<Json> {
    const interchanges = await this.db.run(this.completion.ofVisit(visit.id));
    return this.completion
      .complete(visit, interchanges, { at }, shown)
      .catch(datedBy('interchanges_completed_at'));
  }

  /** Locks the announcement. */
  private announcement({ table, value }: Named): Query<LoadedGateIn['announcement']> {
    if (table === 'pre_advices')
      return this.db.queries.find(PreAdvice, { advice_number: String(value) }, { lock: true });
    const where = typeof value === 'number' ? { id: value } : { number: value };
    return this.db.queries.find(Appointment, where, { lock: true });
  }

  private idOf({ table, column, value }: Named): Sql {
    return sql`
      SELECT id FROM ${raw(table)}
      WHERE organization_id = ${this.db.actor.organization_id} AND ${raw(column)} = ${value}`;
  }

  /** SQL: a condition that selects the purposes `p` of the announcement. */
  private purposesOf(named: Named): Sql {
    return sql`${raw(`p.${named.table.slice(0, -1)}_id`)} = (${this.idOf(named)})`;
  }

  /** Locks the containers and bookings of the purposes, then reads the purposes. */
  private lockAndAsk(purposes: Sql) {
    return all(this.handover.lock(purposes), this.handover.asked(purposes)).map(([, asked]) => asked);
  }

  private announcedArrivals(named: Named): Query<Arrivals | undefined> {
    return row<Arrivals>(sql`
      SELECT ${jsonOf('k', OF_TRUCK)} AS truck, ${jsonOf('d', OF_DRIVER)} AS driver, ${IS_INSIDE} AS inside
      FROM ${raw(named.table)} a
      LEFT JOIN trucks k ON k.organization_id = a.organization_id AND k.id = a.truck_id
      LEFT JOIN truck_drivers d ON d.organization_id = a.organization_id AND d.id = a.truck_driver_id
      WHERE a.organization_id = ${this.db.actor.organization_id} AND a.id = (${this.idOf(named)})`);
  }

  private requestedArrivals(input: CreateTruckVisit): Query<Arrivals> {
    const truck = input.truck?.trim()
      ? row<Pick<Arrivals, 'truck' | 'inside'>>(sql`
          SELECT ${jsonOf('k', OF_TRUCK)} AS truck, ${IS_INSIDE} AS inside FROM trucks k
          WHERE k.organization_id = ${this.db.actor.organization_id}
            AND k.license_plate_key = ${plateKey(input.truck)}`)
      : known(undefined);
    return all(truck, this.visitors.driver(input)).map(([found, driver]) => ({
      truck: null,
      inside: false,
      ...found,
      driver,
    }));
  }

  /** Creates the interchanges of an announcement and marks it used. */
  private handOver(
    named: Named,
    announcement: NonNullable<LoadedGateIn['announcement']>,
    used_at: Date,
  ): Query<unknown> {
    const entity = 'advice_number' in announcement ? PreAdvice : Appointment;
    return all(
      this.handover.make(VISIT, this.purposesOf(named)),
      this.db.queries.update<PreAdvice | Appointment>(entity, announcement.id, { used_at }),
    );
  }
}

/** SQL: the id of the visit that the previous statement inserted. */
const VISIT = lastId('truck_visits');

/** SQL: whether the truck `k` is inside. */
const IS_INSIDE = sql`EXISTS (
  SELECT FROM truck_visits v
  WHERE v.organization_id = k.organization_id AND v.truck_id = k.id AND v.gated_out_at IS NULL)`;

/** The announcement that the request names; undefined when it names none. */
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

/** The column of the visit that refers to the announcement. */
function ownerOf(announcement: NonNullable<LoadedGateIn['announcement']>) {
  const { id } = announcement;
  return 'advice_number' in announcement ? { pre_advice_id: id } : { appointment_id: id };
}

/** SQL: these columns of a truck or driver as JSON; null when the join found none. */
function jsonOf(alias: string, columns: readonly string[]): Sql {
  const pairs = [...new Set(columns)].map((column) => `'${column}', ${alias}.${column}`);
  return raw(`CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object(${pairs.join(', ')}) END`);
}
