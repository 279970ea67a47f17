import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { In } from 'typeorm';
import { Db } from '../../common/database/db';
import { part } from '../../common/database/references';
import { NotFound, Unknown } from '../../common/errors/errors';
import { FlexFieldsService } from '../../common/flex-fields/flex-fields.service';
import { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { currentScope } from '../../common/tenancy/scope';
import { StevedoringSupervisor } from '../setup/stevedoring-supervisor.kind';
import { Vessel } from '../vessels/vessel.entity';
import { columnsOf } from './voyage-columns';
import { VoyageSupervisor } from './voyage-supervisor.entity';
import type { CreateVoyage, UpdateVoyage, VoyageQuery } from './voyage.dto';
import { Voyage } from './voyage.entity';
import { checkSequence, statusAfter } from './voyage.rules';
import { VoyageItem, VoyageShow } from './voyage.view';
import type { Columns } from '../../common/schema/columns';

const ARRIVAL = sql`coalesce(t.actual_time_of_berth, t.et_of_berth, t.estimated_time_of_anchorage)`;
const DEPARTURE = sql`coalesce(t.actual_time_of_departure, t.estimated_time_of_departure)`;

@Injectable()
export class VoyagesService {
  constructor(
    private readonly db: Db,
    private readonly flexFields: FlexFieldsService,
  ) {}

  /** Both ends of a span belong to it (decision 28). */
  list(query: VoyageQuery): Promise<Page> {
    return this.db
      .read(VoyageItem)
      .filter(query.arrival_start, (start) => sql`${ARRIVAL} >= ${start}`)
      .filter(query.arrival_end, (end) => sql`${ARRIVAL} <= ${end}`)
      .filter(query.departure_start, (start) => sql`${DEPARTURE} >= ${start}`)
      .filter(query.departure_end, (end) => sql`${DEPARTURE} <= ${end}`)
      .filter(query.updated_at, (time) => sql`t.updated_at >= ${time}`)
      .filter(query.number, (number) => sql`t.number = ${number}`)
      .refersTo('vessel', part('name'), query.vessel_name)
      .page(query.request());
  }

  /** @throws NotFound */
  async show(number: string): Promise<Json> {
    const voyage = await this.db
      .read(VoyageShow)
      .where(sql`t.number = ${number}`)
      .orNotFound(`Voyage '${number}'`);
    const index = { method: 'GET', url: `${currentScope().base}/api/v1/voyages.json` };
    return Json.object({ actions: { index }, voyage });
  }

  /** @throws Refused when the number is taken or a record that it names is unknown */
  async create(input: CreateVoyage): Promise<Json> {
    const id = await this.db.insert(Voyage, {
      ...columnsOf(input),
      vessel_id: await this.vesselId(input.vessel_name),
      flex_fields: await this.flexFields.merge('voyage', {}, input.flex_fields),
    });
    await this.setSupervisors(id, input.stevedoring_supervisors);
    return this.read(id);
  }

  /** @throws NotFound, and Refused as `create` does or when times would be out of sequence */
  async update(number: string, input: UpdateVoyage): Promise<Json> {
    const voyage = await this.find(number, { lock: true });
    checkSequence(voyage, input);
    await this.db.update(Voyage, voyage.id, {
      ...columnsOf(input, voyage),
      status: statusAfter(voyage, input),
      vessel_id: await this.vesselId(input.vessel_name),
      flex_fields: await this.flexFields.merge('voyage', voyage.flex_fields, input.flex_fields),
    });
    await this.setSupervisors(voyage.id, input.stevedoring_supervisors);
    return this.read(voyage.id);
  }

  /** The voyage that a path names. Throws NotFound. */
  async find(number: string, options: { lock?: boolean } = {}): Promise<Columns<Voyage>> {
    const voyage = await this.db.find(Voyage, { number }, options);
    if (!voyage) throw new NotFound(`Voyage '${number}'`);
    return voyage;
  }

  private async vesselId(name: string | undefined): Promise<number | undefined> {
    return (await this.db.idOf(Vessel, 'name', name, 'vessel_name')) ?? undefined;
  }

  /** Replaces the supervisors by those named; null is none. */
  private async setSupervisors(voyage_id: number, names: string[] | null | undefined): Promise<void> {
    if (names === undefined) return;
    const supervisors = await this.supervisorIds([...new Set(names)]);
    await this.db.removeAll(VoyageSupervisor, { voyage_id });
    await this.db.insertAll(
      VoyageSupervisor,
      supervisors.map((supervisor_id) => ({ voyage_id, supervisor_id })),
    );
  }

  private async supervisorIds(names: string[]): Promise<number[]> {
    const known = await this.db.findAll(StevedoringSupervisor, { name: In(names) });
    const ids = new Map(known.map(({ id, name }) => [name, id]));
    return names.map((name) => {
      const id = ids.get(name);
      if (id) return id;
      throw new Unknown('Stevedoring supervisor', name, 'stevedoring_supervisors');
    });
  }

  private read(id: number): Promise<Json> {
    return this.db
      .read(VoyageShow)
      .where(sql`t.id = ${id}`)
      .orNotFound(`Voyage ${id}`);
  }
}
