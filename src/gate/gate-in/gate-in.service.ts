import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { today } from '../../common/input/times';
import { lastId } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { all, known, type Query } from '../../common/database/query';
import { together } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { record } from '../../common/recording/record';
import { datedBy } from '../../cargo/stays/dated-by';
import { Appointment } from '../announcements/appointment.kind';
import { PreAdvice } from '../announcements/pre-advice.entity';
import { markedOf } from '../interchanges/handover.rules';
import { HandoverService } from '../interchanges/handover.service';
import { InterchangeCompletionService } from '../interchanges/interchange-completion.service';
import { missingNominations, pickedUp, refusalsOfNominations } from '../nominations/missing-nominations';
import { SlotAdmissionService } from '../slots/slot-admission.service';
import { VisitorsService } from '../visitors/visitors.service';
import { TruckVisit } from '../visits/truck-visit.entity';
import { TruckVisitCreated, TruckVisitShow } from '../visits/truck-visit.view';
import { ArrivalsService } from './arrivals.service';
import type { CreateTruckVisit } from './gate-in.dto';
import { admit, type Admission, type LoadedGateIn } from './gate-in.rules';
import { idOf, type Named, namedBy, outGateOf, ownerOf, purposesOf } from './named';

/** Gate-in of trucks. */
@Injectable()
export class GateInService {
  constructor(
    private readonly db: Db,
    private readonly arrivals: ArrivalsService,
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
    await this.refuseUnnominated(loaded, admitted);
    return this.apply(loaded, admitted, gated_in_at, input.interchanges_completed_at);
  }

  /** Locks the announcement, then its containers and bookings, and reads everything that `admit` needs. */
  private async load(
    named: Named | undefined,
    input: CreateTruckVisit,
  ): Promise<LoadedGateIn & { gated_in_at: Date }> {
    const [
      announcement,
      asked,
      timing,
      announced,
      requested,
      gate,
      out_gate,
      appointed,
      appointments_required,
      gated_in_at,
    ] = await this.db.pipeline(
      named ? this.announcement(named) : known(null),
      named ? this.lockAndAsk(purposesOf(named, this.db.actor.organization_id)) : known([]),
      named?.table === 'appointments'
        ? this.admission.timing(idOf(named, this.db.actor.organization_id))
        : known(undefined),
      named ? this.arrivals.announced(named) : known(undefined),
      this.arrivals.requested(input),
      this.visitors.gate(input.gate),
      this.visitors.gate(outGateOf(named, input)),
      named?.table === 'appointments'
        ? this.admission.terminal(idOf(named, this.db.actor.organization_id))
        : known(undefined),
      named ? known(false) : this.admission.appointmentsRequired(),
      this.db.queries.now(),
    );
    // A used announcement hands nothing over again.
    const handovers = await this.handover.load(announcement?.used_at ? [] : asked, gate);
    return {
      named,
      announcement,
      timing,
      announced,
      requested,
      gate,
      out_gate,
      appointed,
      handovers,
      appointments_required,
      gated_in_at,
    };
  }

  /** Full import containers are for the haulier that is nominated, where the organization asks for it. Throws Refused. */
  private async refuseUnnominated({ handovers, named }: LoadedGateIn, admission: Admission): Promise<void> {
    const company = sql`SELECT ${admission.trucking_company_id}::bigint`;
    const missing = await this.db.run(missingNominations(this.db, company, pickedUp(handovers.handovers)));
    const failure = together(refusalsOfNominations(missing, named?.field));
    if (failure) throw failure;
  }

  /**
   * Writes the visit and its interchanges, marks the announcement used, and completes the interchanges if the request
   * says so.
   */
  private async apply(
    { named, announcement, handovers }: LoadedGateIn,
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
      named && announcement
        ? this.handOver(named, announcement, gated_in_at, markedOf(handovers))
        : known(undefined),
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

  /** Locks the containers and bookings of the purposes, then reads the purposes. */
  private lockAndAsk(purposes: Sql) {
    return all(this.handover.lock(purposes), this.handover.asked(purposes)).map(([, asked]) => asked);
  }

  /** Creates the interchanges of an announcement and marks it used. */
  private handOver(
    named: Named,
    announcement: NonNullable<LoadedGateIn['announcement']>,
    used_at: Date,
    marked: number[],
  ): Query<unknown> {
    const entity = 'advice_number' in announcement ? PreAdvice : Appointment;
    return all(
      this.handover.make(VISIT, purposesOf(named, this.db.actor.organization_id), marked),
      this.db.queries.update<PreAdvice | Appointment>(entity, announcement.id, { used_at }),
    );
  }
}

/** SQL: the id of the visit that the previous statement inserted. */
const VISIT = lastId('truck_visits');
