import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { today } from '../../common/input/times';
import { lastId } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { all, known, type Query } from '../../common/database/sql/query';
import { throwTogether } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { record } from '../../common/recording/record';
import { StaysService } from '../../cargo/stays/stays.service';
import { datedBy } from '../../cargo/stays/dated-by';
import { Appointment } from '../announcements/appointment.kind';
import { PreAdvice } from '../announcements/pre-advice.entity';
import { type Handover, markedOf, type PlaceOfPurpose, placesOf } from '../interchanges/handover.rules';
import { HandoverService } from '../interchanges/handover.service';
import { InterchangeCompletionService } from '../interchanges/interchange-completion.service';
import { missingNominations, pickedUp } from '../nominations/missing-nominations';
import { SlotAdmissionService } from '../slots/slot-admission.service';
import { VisitorsService } from '../visitors/visitors.service';
import { reasonOfForce } from '../visits/force';
import { TruckVisit } from '../visits/truck-visit.entity';
import { TruckVisitCreated, TruckVisitShow } from '../visits/truck-visit.view';
import { ArrivalsService } from './arrivals.service';
import type { CreateTruckVisit } from './gate-in.dto';
import { admit, type Admission, arriving, haulierOf, type LoadedGateIn } from './gate-in.rules';
import { GateInAdditions } from './gate-in-additions';
import { type Named, namedBy, ownerOf } from './named';

/** What an announcement says, with its purposes; nothing of a truck that comes without one. */
type Announced = Pick<
  LoadedGateIn,
  'announcement' | 'timing' | 'announced' | 'appointed' | 'appointments_required'
> & { purposes: Handover[] };

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
    private readonly stays: StaysService,
    private readonly additions: GateInAdditions,
  ) {}

  /**
   * Starts the visit of a truck, and creates the interchanges of its announcement: an `interchange_in` for each
   * drop-off and an `interchange_out` for each pick-up (decision 42). `force` replaces stays that voyages announced (decision 780).
   * @throws Invalid; Unknown for a reference that does not exist; Refused when the truck may not enter
   */
  async gateIn(input: CreateTruckVisit): Promise<Json> {
    const named = namedBy(input, this.db.actor.organization_id);
    const force_reason = reasonOfForce(input);
    const { gated_in_at, ...loaded } = await this.load(named, input);
    const admitted = admit(loaded, input, today(this.db.actor.time_zone));
    const { places, refusals } = placesOf(loaded.handovers, admitted.trucking_company_id, named?.field);
    throwTogether(refusals);
    await this.stays.replace(loaded.handovers.replaced);
    return this.apply(
      loaded,
      { ...admitted, force_reason },
      {
        places,
        gated_in_at,
        completed_at: input.interchanges_completed_at,
        addition: this.additions.of(input),
      },
    );
  }

  /** Locks the announcement, then its containers and bookings, and reads everything that `admit` needs. */
  private async load(
    named: Named | undefined,
    input: CreateTruckVisit,
  ): Promise<LoadedGateIn & { gated_in_at: Date }> {
    const [{ purposes, ...said }, requested, gate, out_gate, gated_in_at] = await this.db.pipeline(
      named ? this.announced(named) : this.unannounced(),
      this.arrivals.requested(input),
      this.visitors.gate(input.gate),
      // An announcement leaves the out gate open.
      this.visitors.gate(named ? null : input.out_gate),
      this.db.queries.now(),
    );
    const { announcement, announced } = said;
    const { truck, driver } = arriving(announced, requested);
    // A used announcement hands nothing over again.
    const asked = announcement?.used_at ? [] : purposes;
    const company = sql`SELECT ${haulierOf(announcement, truck, driver)}::bigint`;
    const [handovers, unnominated] = await this.db.pipeline(
      this.handover.load(asked, gate, { force: input.force ?? false }),
      truck ? missingNominations(this.db, company, pickedUp(asked)) : known([]),
    );
    return { named, ...said, requested, gate, out_gate, handovers, unnominated, gated_in_at };
  }

  /** Locks an announcement, then the containers and bookings of its purposes, and reads these and who comes with it. */
  private announced(named: Named): Query<Announced> {
    const { queries } = this.db;
    const isAppointment = named.type === 'appointment';
    return all(
      isAppointment
        ? queries.find(Appointment, named.where, { lock: true })
        : queries.find(PreAdvice, named.where, { lock: true }),
      this.handover.lock(named.purposes),
      this.handover.asked(named.purposes),
      isAppointment ? this.admission.timing(named.id) : known(undefined),
      this.arrivals.announced(named),
      isAppointment ? this.admission.terminal(named.id) : known(undefined),
    ).map(([announcement, , purposes, timing, announced, appointed]) => ({
      announcement,
      purposes,
      timing,
      announced,
      appointed,
      appointments_required: false,
    }));
  }

  private unannounced(): Query<Announced> {
    return this.admission.appointmentsRequired().map((appointments_required) => ({
      announcement: null,
      purposes: [],
      timing: undefined,
      announced: undefined,
      appointed: undefined,
      appointments_required,
    }));
  }

  /**
   * Writes the visit and its interchanges, marks the announcement used, and completes the interchanges if the request
   * says so.
   */
  private async apply(
    { named, announcement, handovers }: LoadedGateIn,
    { truck, driver, ...admitted }: Admission & { force_reason: string | null },
    {
      places,
      gated_in_at,
      completed_at,
      addition,
    }: {
      places: PlaceOfPurpose[];
      gated_in_at: Date;
      completed_at: string | null | undefined;
      addition: ((visit_id: number) => Promise<void>) | undefined;
    },
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
        ? this.handOver(named, announcement, gated_in_at, { marked: markedOf(handovers), places })
        : known(undefined),
    ).map(([[id]]) => id!);
    const shown = this.db.showing(TruckVisitCreated, VISIT);
    if (announcement && completed_at) {
      const id = await this.db.run(written);
      await record(this.db, 'truck_visit.gated_in', TruckVisitShow, id);
      await addition?.(id);
      return this.complete({ id, gate_id: admitted.gate_id }, new Date(completed_at), shown);
    }
    const [id, visit] = await this.db.pipeline(written, shown);
    await record(this.db, 'truck_visit.gated_in', TruckVisitShow, id);
    await addition?.(id);
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

  /** Creates the interchanges of an announcement and marks it used. */
  private handOver(
    named: Named,
    announcement: NonNullable<LoadedGateIn['announcement']>,
    used_at: Date,
    { marked, places }: { marked: number[]; places: PlaceOfPurpose[] },
  ): Query<unknown> {
    const entity = 'advice_number' in announcement ? PreAdvice : Appointment;
    return all(
      this.handover.make(VISIT, named.purposes, marked, places),
      this.db.queries.update<PreAdvice | Appointment>(entity, announcement.id, { used_at }),
    );
  }
}

/** SQL: the id of the visit that the previous statement inserted. */
const VISIT = lastId('truck_visits');
