import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { contains } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { VoyagesService } from '../voyages/voyages.service';
import type {
  CreateVoyageEventBody,
  VoyageEventInput,
  VoyageEventQuery,
  VoyageEventTypeQuery,
} from './voyage-event.dto';
import { VoyageEvent } from './voyage-event.entity';
import { jsonObject } from '../../common/view/json-sql';
import { VoyageEventShow, VoyageEventTypeItem } from './voyage-event.view';
import type { Columns } from '../../common/schema/columns';
import { voyageEventModel } from './voyage-event.write';
import { record, recordUpdate } from '../../common/recording/record';

@Injectable()
export class VoyageEventsService {
  constructor(
    private readonly db: Db,
    private readonly voyages: VoyagesService,
  ) {}

  listTypes(query: VoyageEventTypeQuery): Promise<Page> {
    return this.db
      .read(VoyageEventTypeItem)
      .filter(query.name, (name) => contains('t.name', name))
      .page(query.request());
  }

  /** @throws NotFound for the voyage */
  list(voyage_number: string, query: VoyageEventQuery): Promise<Page> {
    const voyage = this.voyageOf(
      voyage_number,
      raw(jsonObject({ id: 'v.id', voyage_number: 'v.number', vessel_name: 's.name' })),
    );
    return this.db
      .read(VoyageEventShow)
      .where(sql`t.voyage_id = (${this.voyageOf(voyage_number, sql`v.id`)})`)
      .beside('voyage', voyage, () => new NotFound('Voyage', voyage_number))
      .page(query.request());
  }

  /** @throws NotFound, and Refused when a record that it names is unknown or it breaks a rule of its type */
  async create(voyage_number: string, body: CreateVoyageEventBody): Promise<Json> {
    const { voyage_event_type_id, voyage_event } = body;
    const { id: voyage_id } = await this.voyages.find(voyage_number);
    const { user_id } = this.db.actor;
    const input = { ...voyage_event, voyage_id, voyage_event_type_id, user_id };
    const id = await voyageEventModel.create(this.db, input);
    await record(this.db, 'voyage_event.created', VoyageEventShow, id);
    return this.read(id);
  }

  /** @throws NotFound, and Refused as `create` does */
  async update(voyage_number: string, id: number, input: VoyageEventInput): Promise<Json> {
    const event = await this.find(voyage_number, id);
    await recordUpdate(this.db, 'voyage_event.updated', VoyageEventShow, id, () =>
      voyageEventModel.update(this.db, event, input),
    );
    return this.read(id);
  }

  /** @throws NotFound */
  async remove(voyage_number: string, id: number): Promise<string> {
    await this.find(voyage_number, id);
    await record(this.db, 'voyage_event.deleted', VoyageEventShow, id);
    await this.db.remove(VoyageEvent, id, 'Voyage event');
    return 'Voyage event was successfully deleted.';
  }

  /** The event, locked, if it belongs to that voyage. Throws NotFound. */
  private async find(voyage_number: string, id: number): Promise<Columns<VoyageEvent>> {
    const voyage = await this.voyages.find(voyage_number);
    const event = await this.db.find(VoyageEvent, { id, voyage_id: voyage.id }, { lock: true });
    if (!event) throw new NotFound('Voyage event', id);
    return event;
  }

  /** Reads an SQL value over the voyage `v` with this number and its vessel `s`. */
  private voyageOf(number: string, value: Sql): Sql {
    return sql`
      SELECT ${value} FROM voyages v
      JOIN vessels s ON s.organization_id = v.organization_id AND s.id = v.vessel_id
      WHERE v.organization_id = ${this.db.actor.organization_id} AND v.number = ${number}`;
  }

  private read(id: number): Promise<Json> {
    return this.db.show(VoyageEventShow, id, 'Voyage event');
  }
}
