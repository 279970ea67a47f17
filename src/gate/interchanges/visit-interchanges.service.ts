import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { all, type Query, row } from '../../common/database/sql/query';
import { NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { PageQuery } from '../../common/pagination/page-query';
import type { Page } from '../../common/pagination/page';
import { record, recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { compareMeasured } from '../../cargo/verified-weights/measured-weights';
import { StaysService } from '../../cargo/stays/stays.service';
import { companyOfVisit, missingNominations, pickedUp } from '../nominations/missing-nominations';
import type { CreatePurpose } from '../purposes/purpose.dto';
import { Purpose } from '../purposes/purpose.entity';
import { fromKilograms } from '../purposes/purpose.rules';
import { purposeModel } from '../purposes/purpose.write';
import { VisitorsService } from '../visitors/visitors.service';
import { andReason, reasonOfForce } from '../visits/force';
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
import type { AddInterchange, ChangeInterchange } from './interchange.dto';
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
  async create(truck_visit_id: number, { force, force_reason, ...input }: AddInterchange): Promise<Json> {
    const reason = reasonOfForce({ force, force_reason });
    const found = await this.db.find(TruckVisit, { id: truck_visit_id }, { lock: true });
    const visit = requireInside(found, truck_visit_id);
    const purpose_id = await this.write(truck_visit_id, input);
    const loaded = await this.load({ ...visit, id: truck_visit_id }, purpose_id, {
      force: reason !== null,
      names_line: typeof input.booking_line === 'number',
    });
    const places = refusePurpose(loaded);
    await this.force(truck_visit_id, loaded, reason);
    const [id] = await this.db.run(
      this.handover.make(truck_visit_id, sql`p.id = ${purpose_id}`, markedOf(loaded), places),
    );
    await record(this.db, 'interchange.created', InterchangeShow, id!);
    return this.show(truck_visit_id, id!);
  }

  /**
   * Changes an open interchange. The announced purpose stays as it was (decision 242): the interchange gets a purpose
   * of the visit. Throws as `create`.
   */
  async update(
    truck_visit_id: number,
    id: number,
    { force, force_reason, ...input }: ChangeInterchange,
  ): Promise<Json> {
    const reason = reasonOfForce({ force, force_reason });
    const ids = { truck_visit_id, id };
    const [{ visit, interchange: before }, [stored, own]] = await this.db.pipeline(
      this.open(ids),
      this.purposeOf(ids),
    );
    const said = mergedPurpose(stored, input);
    await recordUpdate(this.db, 'interchange.updated', InterchangeShow, id, async () => {
      const purpose_id = await this.write(truck_visit_id, said, own);
      // Free its own place in the booking, so that the booking does not count it twice.
      await this.db.update(Interchange, id, { booking_id: null });
      const loaded = await this.load({ ...visit, id: truck_visit_id }, purpose_id, {
        force: reason !== null,
        names_line: typeof input.booking_line === 'number',
      });
      const [place] = refusePurpose(loaded, id);
      await this.force(truck_visit_id, loaded, reason);
      const kept = keptEquipment(before, loaded, input);
      const isMarked = markedOf(loaded).includes(purpose_id);
      await this.db.run(this.handover.remake(id, purpose_id, kept, isMarked, place));
      await this.compareWeight(input, kept.container_id ?? before.container_id);
    });
    if (before.type === 'interchange_in' && before.container_id)
      await this.stays.release([before.container_id]);
    return this.show(truck_visit_id, id);
  }

  /** Compares a weight that the desk changes with the verified gross mass (decision 945). */
  private async compareWeight({ cargo }: ChangeInterchange, container_id: number | null): Promise<void> {
    if (typeof cargo?.weight !== 'number' || !container_id) return;
    const weight = fromKilograms(cargo.weight, this.db.actor.weight_unit);
    await compareMeasured(this.db, [{ container_id, weight }]);
  }

  /** @throws NotFound; Refused when the interchange is completed or the truck has left */
  async remove(truck_visit_id: number, id: number): Promise<string> {
    const { interchange } = await this.db.run(this.open({ truck_visit_id, id }));
    const { type, container_id, purpose_id } = interchange;
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
  private open(ids: {
    truck_visit_id: number;
    id: number;
  }): Query<{ visit: Columns<TruckVisit>; interchange: Columns<Interchange> }> {
    const { truck_visit_id, id } = ids;
    return all(
      this.db.queries.find(TruckVisit, { id: truck_visit_id }, { lock: true }),
      this.db.queries.find(Interchange, { id, truck_visit_id }),
    ).map(([visit, interchange]) => ({ interchange: requireOpen(visit, interchange, ids), visit: visit! }));
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

  /** Replaces the announced stay of the container that is dropped off by force, and keeps the reason with the visit. */
  private async force(
    truck_visit_id: number,
    { replaced }: LoadedPurpose,
    reason: string | null,
  ): Promise<void> {
    if (!reason || !replaced.length) return;
    await this.stays.replace(replaced);
    const visit = await this.db.find(TruckVisit, { id: truck_visit_id });
    await this.db.update(TruckVisit, truck_visit_id, {
      force_reason: andReason(visit!.force_reason, reason),
    });
  }

  /**
   * Locks the container and booking of a purpose of the visit, and reads what decides about it.
   * @param how `names_line` whether the request names the line of its booking
   */
  private async load(
    { id: truck_visit_id, trucking_company_id: company_id }: Pick<TruckVisit, 'id' | 'trucking_company_id'>,
    purpose_id: number,
    { force, names_line }: { force: boolean; names_line: boolean },
  ): Promise<LoadedPurpose> {
    const purpose = sql`p.id = ${purpose_id}`;
    const [, handovers, ofVisit, gate] = await this.db.pipeline(
      this.handover.lock(purpose),
      this.handover.asked(purpose),
      this.completion.ofVisit(truck_visit_id),
      this.visitors.gateOf(truck_visit_id),
    );
    const company = companyOfVisit(this.db, truck_visit_id);
    const [loaded, unnominated] = await this.db.pipeline(
      this.handover.load(
        handovers.map((each) => ({ ...each, names_line })),
        gate,
        { force },
      ),
      missingNominations(this.db, company, pickedUp(handovers)),
    );
    return { ...loaded, ofVisit, company_id, unnominated };
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
