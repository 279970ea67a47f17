import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { byConditions, byRecord, byWords, Group } from '../../common/database/sql/counts';
import type { Reader } from '../../common/database/read/reader';
import { idOrAmong, part } from '../../common/database/sql/references';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { currentScope } from '../../common/tenancy/scope';
import { VoyageCancellations } from './voyage-cancellations';
import {
  type CreateVoyage,
  type UpdateVoyage,
  VOYAGE_GROUPS,
  type VoyageCountQuery,
  type VoyageQuery,
} from './voyage.dto';
import { VOYAGE_STATUSES } from './voyage-words';
import { Voyage } from './voyage.entity';
import { isInPort, VoyageItem, VoyageShow } from './voyage.view';
import type { Columns } from '../../common/schema/columns';
import { isTurned } from './voyage.rules';
import { voyageModel } from './voyage.write';
import { record, recordUpdate } from '../../common/recording/record';

const ARRIVAL = sql`coalesce(t.actual_time_of_berth, t.et_of_berth, t.estimated_time_of_anchorage)`;
const DEPARTURE = sql`coalesce(t.actual_time_of_departure, t.estimated_time_of_departure)`;

const IN_PORT = isInPort((column) => `t.${column}`);

const GROUPS: Record<keyof typeof VOYAGE_GROUPS, Group> = {
  status: byWords('status', VOYAGE_STATUSES),
  assigned_berth_area: byRecord('assigned_berth_area_id', 'berth_areas', 'name'),
  stage: byConditions({
    cancelled: sql`t.cancelled`,
    departed: sql`NOT t.cancelled AND t.actual_time_of_departure IS NOT NULL`,
    in_port: raw(IN_PORT),
    expected: sql`NOT t.cancelled AND t.actual_time_of_berth IS NULL AND t.actual_time_of_departure IS NULL`,
  }),
};

@Injectable()
export class VoyagesService {
  constructor(
    private readonly db: Db,
    private readonly cancellations: VoyageCancellations,
  ) {}

  /** Lists voyages. A time range includes both of its ends (decision 28). */
  list(query: VoyageQuery): Promise<Page> {
    return this.matching(query).page(query.request());
  }

  /** How many voyages there are of each value. */
  counts(query: VoyageCountQuery): Promise<Json> {
    return this.matching(query).counts(query.by, GROUPS[query.by]);
  }

  private matching(query: VoyageQuery): Reader {
    return this.db
      .read(VoyageItem)
      .since(query.arrival_from, (from) => sql`${ARRIVAL} >= ${from}`)
      .skewed(query.arrival_until, (until) => sql`${ARRIVAL} <= ${until}`)
      .since(query.departure_from, (from) => sql`${DEPARTURE} >= ${from}`)
      .skewed(query.departure_until, (until) => sql`${DEPARTURE} <= ${until}`)
      .since(query.arrival_start, (start) => sql`${ARRIVAL} >= ${start}`)
      .skewed(query.arrival_end, (end) => sql`${ARRIVAL} <= ${end}`)
      .since(query.departure_start, (start) => sql`${DEPARTURE} >= ${start}`)
      .skewed(query.departure_end, (end) => sql`${DEPARTURE} <= ${end}`)
      .since(query.updated_at, (time) => sql`t.updated_at >= ${time}`)
      .filter(query.number, (number) => sql`t.number = ${number}`)
      .refersTo('vessel', part('name'), query.vessel_name)
      .search(['number'], query.q)
      .among('t.status', query.status)
      .filter(query.cancelled, (cancelled) => sql`t.cancelled = ${cancelled}`)
      .filter(query.in_port, (is) => (is ? sql`${raw(IN_PORT)}` : sql`NOT ${raw(IN_PORT)}`))
      .refersTo('assigned_berth_area', idOrAmong('name'), query.assigned_berth_area)
      .orders({ arrival: ARRIVAL, departure: DEPARTURE });
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
