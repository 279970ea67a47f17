import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { all, type Query, row } from '../../common/database/query';
import { NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { PageQuery } from '../../common/pagination/page-query';
import type { Page } from '../../common/pagination/page';
import { record, recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { StaysService } from '../../cargo/stays/stays.service';
import { companyOfVisit, missingNominations, pickedUp } from '../nominations/missing-nominations';
import type { CreatePurpose, UpdatePurpose } from '../purposes/purpose.dto';
import { Purpose } from '../purposes/purpose.entity';
import { purposeModel } from '../purposes/purpose.write';
import { VisitorsService } from '../visitors/visitors.service';
import { Interchange } from '../visits/interchange.entity';
import { InterchangeShow } from '../visits/interchange.view';
import { TruckVisit } from '../visits/truck-visit.entity';
import {
  keptEquipment,
  type LoadedPurpose,
  mergedPurpose,
  refusePurpose,
  requireInside,
  requireOpen,
} from './desk.rules';
import { markedOf } from './handover.rules';
import { HandoverService } from './handover.service';
import { InterchangeCompletionService } from './interchange-completion.service';

const model = purposeModel('truck_visit_id');

/** Adds, changes and deletes interchanges of trucks that are inside. */
@Injectable()
export class VisitInterchangesService {
  constructor(
    private readonly db: Db,
    private readonly handover: HandoverService,
    private readonly completion: InterchangeCompletionService,
    private readonly stays: StaysService,
    private readonly visitors: VisitorsService,
  ) {}

  /** @throws NotFound for an unknown visit */
  async list(truck_visit_id: number, query: PageQuery): Promise<Page> {
    if (!(await this.db.find(TruckVisit, { id: truck_visit_id })))
      throw new NotFound('Truck visit', truck_visit_id);
    return this.db
      .read(InterchangeShow)
      .where(sql`t.truck_visit_id = ${truck_visit_id}`)
      .page(query.request());
  }

  /** @throws NotFound */
  show(truck_visit_id: number, id: number): Promise<Json> {
    return this.db
      .read(InterchangeShow)
      .where(sql`t.truck_visit_id = ${truck_visit_id} AND t.id = ${id}`)
      .orNotFound('Interchange', id);
  }

  /** @throws NotFound; Invalid; Refused by the rules of pre-advice and gate-in, and when the truck has left */
  async create(truck_visit_id: number, input: CreatePurpose): Promise<Json> {
    requireInside(await this.db.find(TruckVisit, { id: truck_visit_id }, { lock: true }), truck_visit_id);
    const purpose_id = await this.write(truck_visit_id, input);
    const loaded = await this.load(truck_visit_id, purpose_id);
    refusePurpose(loaded);
    const [id] = await this.db.run(
      this.handover.make(truck_visit_id, sql`p.id = ${purpose_id}`, markedOf(loaded)),
    );
    await record(this.db, 'interchange.created', InterchangeShow, id!);
    return this.show(truck_visit_id, id!);
  }

  /**
   * Changes an open interchange. The announced purpose stays as it was (decision 242): the interchange gets a purpose
   * of the visit. Throws as `create`.
   */
  async update(truck_visit_id: number, id: number, input: UpdatePurpose): Promise<Json> {
    const ids = { truck_visit_id, id };
    const [before, [stored, own]] = await this.db.pipeline(this.open(ids), this.purposeOf(ids));
    const said = mergedPurpose(stored, input);
    await recordUpdate(this.db, 'interchange.updated', InterchangeShow, id, async () => {
      const purpose_id = await this.write(truck_visit_id, said, own);
      // Free its own place in the booking, so that the booking does not count it twice.
      await this.db.update(Interchange, id, { booking_id: null });
      const loaded = await this.load(truck_visit_id, purpose_id);
      refusePurpose(loaded, id);
      const kept = keptEquipment(before, loaded, input);
      const isMarked = markedOf(loaded).includes(purpose_id);
      await this.db.run(this.handover.remake(id, purpose_id, kept, isMarked));
    });
    if (before.type === 'interchange_in' && before.container_id)
      await this.stays.release([before.container_id]);
    return this.show(truck_visit_id, id);
  }

  /** @throws NotFound; Refused when the interchange is completed or the truck has left */
  async remove(truck_visit_id: number, id: number): Promise<string> {
    const { type, container_id, purpose_id } = await this.db.run(this.open({ truck_visit_id, id }));
    await record(this.db, 'interchange.deleted', InterchangeShow, id);
    await this.db.remove(Interchange, id, `Interchange ${id}`);
    if (purpose_id) await this.db.removeAll(Purpose, { id: purpose_id, truck_visit_id });
    if (type === 'interchange_in' && container_id) await this.stays.release([container_id]);
    return 'Interchange was successfully deleted.';
  }

  /**
   * Locks the visit and then reads an open interchange of it.
   * @throws NotFound; Refused when the interchange is completed or the truck has left
   */
  private open(ids: { truck_visit_id: number; id: number }): Query<Columns<Interchange>> {
    const { truck_visit_id, id } = ids;
    return all(
      this.db.queries.find(TruckVisit, { id: truck_visit_id }, { lock: true }),
      this.db.queries.find(Interchange, { id, truck_visit_id }),
    ).map(([visit, interchange]) => requireOpen(visit, interchange, ids));
  }

  /** What the purpose of an interchange says, and that purpose itself when it was added to the visit. */
  private purposeOf({ truck_visit_id, id }: { truck_visit_id: number; id: number }) {
    const purpose = sql`
      FROM purposes t JOIN interchanges i ON i.organization_id = t.organization_id AND i.purpose_id = t.id
      WHERE t.organization_id = ${this.db.actor.organization_id} AND i.id = ${id}`;
    return all(
      row<Partial<CreatePurpose>>(sql`SELECT ${raw(model.values(this.db.dataSource))} ${purpose}`),
      row<Columns<Purpose>>(sql`SELECT t.* ${purpose} AND t.truck_visit_id = ${truck_visit_id}`),
    );
  }

  /** Locks the container and booking of a purpose of the visit, and reads what decides about it. */
  private async load(truck_visit_id: number, purpose_id: number): Promise<LoadedPurpose> {
    const purpose = sql`p.id = ${purpose_id}`;
    const [, handovers, ofVisit, gate] = await this.db.pipeline(
      this.handover.lock(purpose),
      this.handover.asked(purpose),
      this.completion.ofVisit(truck_visit_id),
      this.visitors.gateOf(truck_visit_id),
    );
    const loaded = await this.handover.load(handovers, gate);
    const company = companyOfVisit(this.db, truck_visit_id);
    const missing = missingNominations(this.db, company, pickedUp(loaded.handovers));
    return { ...loaded, ofVisit, unnominated: await this.db.run(missing) };
  }

  /** Creates a purpose of the visit, or overwrites `before`, and returns its id. */
  private async write(truck_visit_id: number, said: object, before?: Columns<Purpose>): Promise<number> {
    if (before) {
      await model.update(this.db, before, { ...said, truck_visit_id, position: before.position });
      return before.id;
    }
    const [next] = await this.db.query<{ position: number }>(sql`
      SELECT coalesce(max(position) + 1, 0) AS position FROM purposes
      WHERE organization_id = ${this.db.actor.organization_id} AND truck_visit_id = ${truck_visit_id}`);
    return model.create(this.db, { ...said, truck_visit_id, ...next });
  }
}
