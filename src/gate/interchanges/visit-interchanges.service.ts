import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Invalid, naming, NotFound, Refused } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { PageQuery } from '../../common/pagination/page-query';
import type { Page } from '../../common/pagination/page';
import { record, recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { StaysService } from '../../cargo/stays/stays.service';
import type { CreatePurpose, UpdatePurpose } from '../purposes/purpose.dto';
import { Purpose } from '../purposes/purpose.entity';
import { purposeModel } from '../purposes/purpose.write';
import { Interchange } from '../visits/interchange.entity';
import { InterchangeShow } from '../visits/interchange.view';
import { TruckVisit, visitOver } from '../visits/truck-visit.entity';
import { GATE } from '../gate.codes';
import { HandoverService } from './handover.service';
import { refusalOfTwice } from './interchange.rules';
import { InterchangeCompletionService } from './interchange-completion.service';
import { ReversalService } from './reversal.service';

const model = purposeModel('truck_visit_id');

/** Adds, changes, deletes and reverses interchanges of trucks that are inside. */
@Injectable()
export class VisitInterchangesService {
  constructor(
    private readonly db: Db,
    private readonly handover: HandoverService,
    private readonly completion: InterchangeCompletionService,
    private readonly reversal: ReversalService,
    private readonly stays: StaysService,
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
    refuseOver(await this.locked(truck_visit_id));
    const purpose_id = await this.write(truck_visit_id, input);
    const purpose = sql`p.id = ${purpose_id}`;
    await this.refuseTwice(truck_visit_id, purpose_id);
    await this.handover.refuse(purpose);
    const [id] = await this.db.run(this.handover.make(truck_visit_id, purpose));
    await record(this.db, 'interchange.created', InterchangeShow, id!);
    return this.show(truck_visit_id, id!);
  }

  /**
   * Changes an open interchange. The announced purpose stays as it was (decision 242): the interchange gets a purpose
   * of the visit. Throws as `create`.
   */
  async update(truck_visit_id: number, id: number, input: UpdatePurpose): Promise<Json> {
    const before = await this.open(truck_visit_id, id);
    const said = await this.changed(before, input);
    await recordUpdate(this.db, 'interchange.updated', InterchangeShow, id, async () => {
      const own =
        before.purpose_id && (await this.db.find(Purpose, { id: before.purpose_id, truck_visit_id }));
      const purpose_id = await this.write(truck_visit_id, said, own || undefined);
      // Free its own place in the booking, so that the booking does not count it twice.
      await this.db.update(Interchange, id, { booking_id: null });
      const purpose = sql`p.id = ${purpose_id}`;
      await this.refuseTwice(truck_visit_id, purpose_id, id);
      await this.handover.refuse(purpose);
      await this.handover.remake(id, purpose_id);
      await this.keepNamed(before, input);
    });
    if (before.type === 'interchange_in' && before.container_id)
      await this.stays.release([before.container_id]);
    return this.show(truck_visit_id, id);
  }

  /** @throws NotFound; Refused when the interchange is completed or the truck has left */
  async remove(truck_visit_id: number, id: number): Promise<string> {
    const { type, container_id, purpose_id } = await this.open(truck_visit_id, id);
    await record(this.db, 'interchange.deleted', InterchangeShow, id);
    await this.db.remove(Interchange, id, `Interchange ${id}`);
    if (purpose_id) await this.db.removeAll(Purpose, { id: purpose_id, truck_visit_id });
    if (type === 'interchange_in' && container_id) await this.stays.release([container_id]);
    return 'Interchange was successfully deleted.';
  }

  /**
   * Reverses a completed interchange (decision 243).
   * @throws NotFound; Refused when the interchange is not completed, or its equipment has moved since
   */
  async reverse(truck_visit_id: number, id: number, reason: string): Promise<Json> {
    const visit = await this.locked(truck_visit_id);
    const interchange = (await this.db.run(this.completion.ofVisit(truck_visit_id))).find(
      (each) => each.id === id,
    );
    if (!interchange) throw new NotFound('Interchange', id);
    if (!interchange.completed)
      throw new Refused({ code: GATE.interchange_open, sentence: `Interchange ${id} is not completed.` });
    const { type, container_id, container_number, chassis_number } = interchange;
    const [undone] = await this.reversal.takeBack(visit, [interchange], { announced: false });
    if (!undone) {
      const what = container_number ? `Container '${container_number}'` : `Chassis '${chassis_number}'`;
      throw new Refused({
        code: GATE.moved_since,
        sentence: `${what} has moved since, or is announced again: it cannot be taken back.`,
        records: container_number
          ? naming('container', container_number)
          : naming('chassis', chassis_number!),
      });
    }
    await this.db.update(Interchange, id, {
      reversed_at: await this.db.now(),
      reversed_by_id: this.db.actor.user_id,
      reverse_reason: reason,
    });
    if (visit.gated_out_at && type === 'interchange_in' && container_id)
      await this.stays.release([container_id]);
    await record(this.db, 'interchange.reversed', InterchangeShow, id);
    return this.show(truck_visit_id, id);
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

  /**
   * Merges the request into the purpose of the interchange.
   * @throws Invalid when a required field is cleared
   */
  private async changed({ purpose_id }: Columns<Interchange>, input: UpdatePurpose): Promise<object> {
    const [stored] = await this.db.query<Partial<CreatePurpose>>(sql`
      SELECT ${raw(model.values(this.db.dataSource))} FROM purposes t
      WHERE t.organization_id = ${this.db.actor.organization_id} AND t.id = ${purpose_id}`);
    const { interchange } = input;
    const said = {
      ...stored,
      ...input,
      cargo: { ...stored?.cargo, ...input.cargo },
      interchange: interchange === null ? null : { ...stored?.interchange, ...interchange },
    };
    for (const [field, value] of [
      ['purpose_type', said.purpose_type],
      ['cargo.cargo_type', said.cargo.cargo_type],
    ] as const)
      if (!value) throw new Invalid({ [field]: ['is required'] });
    return said;
  }

  /** Keeps the container and chassis that the terminal chose, unless the request changes them. */
  private async keepNamed(before: Columns<Interchange>, { cargo }: UpdatePurpose): Promise<void> {
    const after = (await this.db.find(Interchange, { id: before.id }))!;
    const isSame = after.type === before.type && after.booking_id === before.booking_id;
    await this.db.update(Interchange, before.id, {
      container_id:
        after.container_id ?? (isSame && cargo?.container_number === undefined ? before.container_id : null),
      chassis_id: after.chassis_id ?? (cargo?.chassis_number === undefined ? before.chassis_id : null),
    });
  }

  /** Refuses a container that the visit already brings or takes. */
  private async refuseTwice(truck_visit_id: number, purpose_id: number, except?: number): Promise<void> {
    const { container_id } = (await this.db.find(Purpose, { id: purpose_id }))!;
    const ofVisit = await this.db.run(this.completion.ofVisit(truck_visit_id));
    const refusal = refusalOfTwice(ofVisit, container_id, 'cargo.container_number', except);
    if (refusal) throw new Refused(refusal);
  }

  /**
   * Locks the visit and finds an open interchange of it.
   * @throws NotFound; Refused when the interchange is completed or the truck has left
   */
  private async open(truck_visit_id: number, id: number): Promise<Columns<Interchange>> {
    const visit = await this.locked(truck_visit_id);
    const interchange = await this.db.find(Interchange, { id, truck_visit_id });
    if (!interchange) throw new NotFound('Interchange', id);
    refuseOver(visit);
    if (interchange.completed)
      throw new Refused({
        code: GATE.interchange_completed,
        sentence: `Interchange ${id} is completed: take it back first.`,
      });
    return interchange;
  }

  private async locked(id: number): Promise<Columns<TruckVisit>> {
    const visit = await this.db.find(TruckVisit, { id }, { lock: true });
    if (!visit) throw new NotFound('Truck visit', id);
    return visit;
  }
}

function refuseOver(visit: Columns<TruckVisit>): void {
  if (visit.gated_out_at) throw new Refused(visitOver(visit));
}
