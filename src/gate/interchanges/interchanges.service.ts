import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { all, effect, known, type Query, row } from '../../common/database/sql/query';
import { NotFound } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import { recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { Chassis } from '../../cargo/chassis/chassis.kind';
import { Container } from '../../cargo/containers/container.kind';
import { Genset } from '../../cargo/gensets/genset.entity';
import { datedBy } from '../../cargo/stays/dated-by';
import { atTerminal } from '../../places/locations/locations';
import { BookingRules } from '../bookings/booking-rules.service';
import { VisitorsService } from '../visitors/visitors.service';
import { Interchange } from '../visits/interchange.entity';
import { InterchangeShow } from '../visits/interchange.view';
import { InterchangeFollowers } from '../visits/interchange-followers';
import type { TruckVisit } from '../visits/truck-visit.entity';
import { EquipmentKind, TABLES } from './equipment.service';
import { otherVisit } from './handover.service';
import { InterchangeCompletionService } from './interchange-completion.service';
import type { UpdateInterchange } from './interchange.dto';
import {
  type ChosenContainer,
  decideUpdate,
  type InterchangeChange,
  type LoadedUpdate,
} from './interchange-update.rules';

/** Corrects and completes single interchanges. */
@Injectable()
export class InterchangesService {
  constructor(
    private readonly db: Db,
    private readonly completion: InterchangeCompletionService,
    private readonly bookings: BookingRules,
    private readonly visitors: VisitorsService,
    private readonly followers: InterchangeFollowers,
  ) {}

  /** @throws NotFound; Refused when a reference is unknown, or the state does not allow the change */
  async update(id: number, input: UpdateInterchange): Promise<Json> {
    const loaded = await this.load(id, input);
    const change = decideUpdate(loaded, input);
    await recordUpdate(this.db, 'interchange.updated', InterchangeShow, id, () => this.apply(loaded, change));
    return this.db.show(InterchangeShow, id, 'Interchange');
  }

  /**
   * Locks the visit and then the container that the request names, which is the lock order of gate-out, and reads what
   * decides.
   * @throws NotFound
   */
  private async load(id: number, input: UpdateInterchange): Promise<LoadedUpdate> {
    const { queries } = this.db;
    const own = (column: string) => sql`
      SELECT i.${raw(column)} FROM interchanges i
      WHERE i.organization_id = ${this.db.actor.organization_id} AND i.id = ${id}`;
    const container = input.container && normalizeContainerNumber(input.container);
    const named = namedContainer({ ...input, container });
    const [visit, , interchange, ...references] = await this.db.pipeline(
      this.lockVisit(own('truck_visit_id')),
      named ? all(this.lockContainer(named), this.bookings.lock(own('booking_id'))) : known(undefined),
      queries.find(Interchange, { id }),
      queries.reference(Container, 'number', 'container', { ...input, container }),
      queries.reference(Chassis, 'number', 'chassis', input),
      queries.reference(Genset, 'number', 'genset', input),
    );
    if (!visit || !interchange) throw new NotFound('Interchange', id);
    const { other_terminal } = this.db.actor;
    const loaded = {
      visit,
      interchange,
      references,
      other_terminal,
      is_inside: !visit.gated_out_at,
      company_id: visit.trucking_company_id,
    };
    if (!named) return { ...loaded, container: undefined, ofVisit: [], booking: undefined, gate: undefined };
    const [chosen, ofVisit, bookings, gate] = await this.db.pipeline(
      this.chosen(named, visit.id),
      this.completion.ofVisit(visit.id),
      this.bookings.now(sql`b.id = ${interchange.booking_id}`, typesOf(this.db.actor.organization_id, named)),
      this.visitors.gateOf(visit.id),
    );
    const booking = bookings.get(interchange.booking_id!);
    return { ...loaded, container: chosen, ofVisit, booking, gate };
  }

  private async apply(
    { visit, interchange: { id, completed } }: LoadedUpdate,
    { columns, noted, handsOver, at }: InterchangeChange,
  ): Promise<void> {
    const ofVisit = handsOver ? this.completion.ofVisit(visit.id) : known([]);
    const [, , interchanges] = await this.db.pipeline(
      this.db.queries.update(Interchange, id, columns),
      all(...noted.map((kind) => this.notePlace(kind, id))),
      ofVisit,
    );
    const chosen = interchanges.filter((each) => each.id === id);
    if (completed) this.followers.tell({ done: 'corrected', what: 'equipment', ids: [id] });
    if (!handsOver) return;
    if (!completed) return this.completion.complete(visit, chosen, {}, known(undefined));
    // The chassis and genset left at completion, and may be anywhere by now.
    const containers = chosen.map((each) => ({ ...each, chassis_id: null, genset_id: null }));
    await this.completion.complete(visit, containers, { at }, known(undefined)).catch(datedBy('container'));
  }

  private lockVisit(visit_id: Sql): Query<Columns<TruckVisit> | undefined> {
    return row<Columns<TruckVisit>>(sql`
      SELECT v.* FROM truck_visits v
      WHERE v.organization_id = ${this.db.actor.organization_id} AND v.id = (${visit_id}) FOR UPDATE`);
  }

  private lockContainer(named: Sql): Query<void> {
    return effect(sql`
      SELECT FROM containers c
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${named} FOR NO KEY UPDATE`);
  }

  private chosen(named: Sql, truck_visit_id: number): Query<ChosenContainer | undefined> {
    return row<ChosenContainer>(sql`
      SELECT c.id, c.number, c.container_status, (${raw(atTerminal('c.current_location_type'))}) IS TRUE AS here,
        c.shipping_line_id, l.code AS shipping_line, c.container_type_id, k.code AS container_type,
        m.id AS terminal_id, m.name AS terminal,
        (${otherVisit(sql`${truck_visit_id}`, sql`true`)}) AS on_visit
      FROM containers c
      LEFT JOIN shipping_lines l ON l.organization_id = c.organization_id AND l.id = c.shipping_line_id
      LEFT JOIN container_types k ON k.organization_id = c.organization_id AND k.id = c.container_type_id
      LEFT JOIN terminals m ON m.organization_id = c.organization_id
        AND m.id = location_terminal(c.organization_id, c.current_location_type, c.current_location_id)
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${named}`);
  }

  /**
   * Stores the present place of a chassis or genset that is named after completion. It was not moved, so a reversal
   * leaves it there.
   */
  private notePlace(kind: EquipmentKind, id: number): Query<void> {
    const from = `${kind}_from_location`;
    return effect(sql`
      UPDATE interchanges i SET (${raw(`${from}_type, ${from}_id`)}) = (
        SELECT e.current_location_type, e.current_location_id FROM ${raw(TABLES[kind])} e
        WHERE e.organization_id = i.organization_id AND e.id = ${raw(`i.${kind}_id`)})
      WHERE i.organization_id = ${this.db.actor.organization_id} AND i.id = ${id}`);
  }
}

/** SQL: the type of the container that a condition selects. */
const typesOf = (organization_id: number, named: Sql) => sql`
  SELECT c.container_type_id FROM containers c WHERE c.organization_id = ${organization_id} AND ${named}`;

/** SQL: a condition that selects the container `c` that the request names; undefined when it names none. */
function namedContainer({ container, container_id }: UpdateInterchange): Sql | undefined {
  if (typeof container_id === 'number') return sql`c.id = ${container_id}`;
  return container ? sql`c.number = ${container}` : undefined;
}
