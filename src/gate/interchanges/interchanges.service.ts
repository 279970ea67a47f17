import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { known } from '../../common/database/query';
import { allOf, NotFound, Refused, naming } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import { Chassis } from '../../cargo/chassis/chassis.kind';
import { Container } from '../../cargo/containers/container.kind';
import { datedBy } from '../../cargo/stays/dated-by';
import { isAtTerminal } from '../../places/locations/locations';
import { Genset } from '../../cargo/gensets/genset.entity';
import { BookingRules } from '../bookings/booking-rules.service';
import { RefusedAtGate } from '../refusals/refused-at-gate';
import { EquipmentKind, TABLES } from './equipment.service';
import { refusalOfDate, refusalOfTwice } from './interchange.rules';
import { InterchangeCompletionService } from './interchange-completion.service';
import type { UpdateInterchange } from './interchange.dto';
import { Interchange } from '../visits/interchange.entity';
import { InterchangeShow } from '../visits/interchange.view';
import { TruckVisit, visitOver } from '../visits/truck-visit.entity';
import type { Columns } from '../../common/schema/columns';
import { recordUpdate } from '../../common/recording/record';
import { COMMON } from '../../common/errors/codes';
import { CARGO } from '../../cargo/cargo.codes';
import { GATE } from '../gate.codes';

/** Corrects and completes single interchanges. */
@Injectable()
export class InterchangesService {
  constructor(
    private readonly db: Db,
    private readonly completion: InterchangeCompletionService,
    private readonly bookings: BookingRules,
  ) {}

  /** @throws NotFound; Refused when a reference is unknown, or the state does not allow the change */
  async update(id: number, input: UpdateInterchange): Promise<Json> {
    const { visit, interchange } = await this.lock(id);
    await recordUpdate(this.db, 'interchange.updated', InterchangeShow, id, () =>
      this.change(visit, interchange, input),
    );
    return this.db.show(InterchangeShow, id, 'Interchange');
  }

  private async change(
    visit: Columns<TruckVisit>,
    interchange: Columns<Interchange>,
    input: UpdateInterchange,
  ): Promise<void> {
    const { completed } = input;
    const isHandedOver = completed && !interchange.completed;
    // After gate-out a pick-up can still get its container (decision 79), but nothing more is handed over (decision
    // 243).
    if (visit.cancelled_at || (isHandedOver && visit.gated_out_at)) throw new Refused(visitOver(visit));
    if (completed !== undefined && !completed && interchange.completed)
      throw new Refused({
        code: COMMON.cannot_change,
        sentence: 'Interchange is completed and cannot be opened again.',
        field: 'completed',
      });
    const container = input.container && normalizeContainerNumber(input.container);
    const { queries } = this.db;
    const [container_id, chassis_id, genset_id] = allOf(
      ...(await this.db.pipeline(
        queries.reference(Container, 'number', 'container', { ...input, container }),
        queries.reference(Chassis, 'number', 'chassis', input),
        queries.reference(Genset, 'number', 'genset', input),
      )),
    );
    if (container_id !== undefined) await this.refuseContainer(interchange, container_id);
    await this.db.update(Interchange, interchange.id, { container_id, chassis_id, genset_id });
    if (interchange.completed) {
      if (chassis_id !== undefined && chassis_id !== interchange.chassis_id)
        await this.notePlace('chassis', interchange.id);
      if (genset_id !== undefined && genset_id !== interchange.genset_id)
        await this.notePlace('genset', interchange.id);
    }
    const isTakenLater = interchange.completed && container_id;
    if (isTakenLater || isHandedOver) await this.complete(visit, interchange);
  }

  /**
   * Stores the present place of a chassis or genset that is named after completion. It was not moved, so a reversal
   * leaves it there.
   */
  private async notePlace(kind: EquipmentKind, id: number): Promise<void> {
    const from = `${kind}_from_location`;
    await this.db.query(sql`
      UPDATE interchanges i SET (${raw(`${from}_type, ${from}_id`)}) = (
        SELECT e.current_location_type, e.current_location_id FROM ${raw(TABLES[kind])} e
        WHERE e.organization_id = i.organization_id AND e.id = ${raw(`i.${kind}_id`)})
      WHERE i.organization_id = ${this.db.actor.organization_id} AND i.id = ${id}`);
  }

  /**
   * Completes an interchange. When it is completed already, its container, named later, leaves at the time of that
   * completion.
   */
  private async complete(
    visit: Columns<TruckVisit>,
    { id, completed, completed_at }: Columns<Interchange>,
  ): Promise<void> {
    const chosen = (await this.db.run(this.completion.ofVisit(visit.id))).filter((each) => each.id === id);
    if (!completed) return this.completion.complete(visit, chosen, {}, known(undefined));
    // The chassis and genset left at completion, and may be anywhere by now.
    const containers = chosen.map((each) => ({ ...each, chassis_id: null, genset_id: null }));
    const at = completed_at ?? visit.gated_out_at ?? undefined;
    const refusal = at && refusalOfDate(at, new Date(), 'container');
    if (refusal) throw new Refused(refusal);
    await this.completion.complete(visit, containers, { at }, known(undefined)).catch(datedBy('container'));
  }

  /** Locks the visit before it reads the interchange: the lock order of gate-out. */
  private async lock(id: number): Promise<{ visit: Columns<TruckVisit>; interchange: Columns<Interchange> }> {
    const { truck_visit_id } = (await this.db.find(Interchange, { id })) ?? {};
    const visit = truck_visit_id && (await this.db.find(TruckVisit, { id: truck_visit_id }, { lock: true }));
    const interchange = visit && (await this.db.find(Interchange, { id }));
    if (!interchange) throw new NotFound('Interchange', id);
    return { visit, interchange };
  }

  /**
   * Only a pick-up by booking leaves the choice of the container to the terminal, which must name an empty that is
   * here. It may name it after gate-out, too (decision 79).
   */
  private async refuseContainer(interchange: Columns<Interchange>, id: number | null): Promise<void> {
    const field = 'container';
    const { type, booking_id, completed, container_id } = interchange;
    if (type !== 'interchange_out' || !booking_id)
      throw new Refused({
        code: GATE.not_by_booking,
        sentence: 'Container can be named only for a pick-up by booking.',
        field,
      });
    if (completed && container_id)
      throw new Refused({
        code: COMMON.cannot_change,
        sentence: 'The container of a completed interchange cannot be changed.',
        field,
      });
    if (id === null) return;
    const container = await this.db.find(Container, { id });
    if (!container)
      throw new Refused({
        code: COMMON.unknown_reference,
        sentence: `Container ${id} is unknown.`,
        field,
        records: naming('container', id),
      });
    if (container.container_status !== 'empty')
      throw new Refused({
        code: GATE.container_not_empty,
        sentence: `Container '${container.number}' is not empty.`,
        field,
        records: naming('container', container.number),
      });
    if (!isAtTerminal(container.current_location_type))
      throw new Refused({
        code: CARGO.container_not_at_terminal,
        sentence: `Container '${container.number}' is not at the terminal.`,
        field,
        records: naming('container', container.number),
      });
    const twice = refusalOfTwice(
      await this.db.run(this.completion.ofVisit(interchange.truck_visit_id)),
      id,
      field,
      interchange.id,
    );
    if (twice) throw new Refused(twice);
    const other = await this.bookings.refusalOf(id, booking_id);
    if (other)
      throw new RefusedAtGate([other], {
        code: other.code,
        sentence: other.sentence,
        field,
        records: naming('container', container.number),
      });
  }
}
