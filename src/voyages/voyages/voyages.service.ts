import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { part } from '../../common/database/references';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { currentScope } from '../../common/tenancy/scope';
import type { CreateVoyage, UpdateVoyage, VoyageQuery } from './voyage.dto';
import { VoyageCancellations } from './voyage-cancellations';
import { Voyage } from './voyage.entity';
import { VoyageItem, VoyageShow } from './voyage.view';
import type { Columns } from '../../common/schema/columns';
import { isTurned } from './voyage.rules';
import { voyageModel } from './voyage.write';
import { record, recordUpdate } from '../../common/recording/record';

const ARRIVAL = sql`coalesce(t.actual_time_of_berth, t.et_of_berth, t.estimated_time_of_anchorage)`;
const DEPARTURE = sql`coalesce(t.actual_time_of_departure, t.estimated_time_of_departure)`;

@Injectable()
export class VoyagesService {
  constructor(
    private readonly db: Db,
    private readonly cancellations: VoyageCancellations,
  ) {}

  /** Lists voyages. A time range includes both of its ends (decision 28). */
  list(query: VoyageQuery): Promise<Page> {
    return this.db
      .read(VoyageItem)
      .since(query.arrival_start, (start) => sql`${ARRIVAL} >= ${start}`)
      .skewed(query.arrival_end, (end) => sql`${ARRIVAL} <= ${end}`)
      .since(query.departure_start, (start) => sql`${DEPARTURE} >= ${start}`)
      .skewed(query.departure_end, (end) => sql`${DEPARTURE} <= ${end}`)
      .since(query.updated_at, (time) => sql`t.updated_at >= ${time}`)
      .filter(query.number, (number) => sql`t.number = ${number}`)
      .refersTo('vessel', part('name'), query.vessel_name)
      .page(query.request());
  }

  /** @throws NotFound */
  async show(number: string): Promise<Json> {
    const voyage = await this.db
      .read(VoyageShow)
      .where(sql`t.number = ${number}`)
      .orNotFound('Voyage', number);
    const index = { method: 'GET', url: `${currentScope().base}/api/v1/voyages.json` };
    return Json.object({ actions: { index }, voyage });
  }

  /** @throws Refused when the number is taken or a record that it names is unknown */
  async create(input: CreateVoyage): Promise<Json> {
    const id = await voyageModel.create(this.db, input);
    await record(this.db, 'voyage.created', VoyageShow, id);
    return this.read(id);
  }

  /** @throws NotFound, and Refused as `create` does or when times are out of sequence */
  async update(number: string, input: UpdateVoyage): Promise<Json> {
    // What follows a cancellation is locked before the voyage, and only for a request that changes it.
    if (input.cancelled !== undefined && isTurned(await this.find(number), input))
      await this.db.run(this.cancellations.lock(number));
    const voyage = await this.find(number, { lock: true });
    const { id } = voyage;
    await recordUpdate(this.db, 'voyage.updated', VoyageShow, id, () =>
      voyageModel.update(this.db, voyage, input),
    );
    if (isTurned(voyage, input)) await this.cancellations.follow({ id, cancelled: !voyage.cancelled });
    return this.read(id);
  }

  /** The voyage with this number. Throws NotFound. */
  async find(number: string, options: { lock?: boolean } = {}): Promise<Columns<Voyage>> {
    const voyage = await this.db.find(Voyage, { number }, options);
    if (!voyage) throw new NotFound('Voyage', number);
    return voyage;
  }

  private read(id: number): Promise<Json> {
    return this.db.show(VoyageShow, id, 'Voyage');
  }
}
