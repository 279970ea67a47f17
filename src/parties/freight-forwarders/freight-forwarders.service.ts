import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { contains } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type {
  CreateFreightForwarder,
  FreightForwarderQuery,
  UpdateFreightForwarder,
} from './freight-forwarder.dto';
import { FreightForwarder } from './freight-forwarder.entity';
import { FreightForwarderShow } from './freight-forwarder.view';
import { freightForwarderModel } from './freight-forwarder.write';
import { record, recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';

@Injectable()
export class FreightForwardersService {
  constructor(private readonly db: Db) {}

  list(query: FreightForwarderQuery): Promise<Page> {
    return this.db
      .read(FreightForwarderShow)
      .filter(query.name, (name) => contains('t.name', name))
      .filter(query.general_ledger_id, (ledger) => sql`t.general_ledger_id = ${ledger}`)
      .where(query.missing_general_ledger_id ? sql`coalesce(t.general_ledger_id, '') = ''` : undefined)
      .filter(query.active, (active) => sql`t.active = ${active}`)
      .page(query.request());
  }

  /** @throws NotFound */
  show(id: number): Promise<Json> {
    return this.db.show(FreightForwarderShow, id, 'Freight forwarder');
  }

  /** @throws Refused when another freight forwarder has the name */
  async create(input: CreateFreightForwarder): Promise<Json> {
    const id = await freightForwarderModel.create(this.db, input);
    await record(this.db, 'freight_forwarder.created', FreightForwarderShow, id);
    return this.show(id);
  }

  /** @throws NotFound, and Refused when another freight forwarder has the name */
  async update(id: number, input: UpdateFreightForwarder): Promise<Json> {
    const forwarder = await this.locked(id);
    await recordUpdate(this.db, 'freight_forwarder.updated', FreightForwarderShow, id, () =>
      freightForwarderModel.update(this.db, forwarder, input),
    );
    return this.show(id);
  }

  /** Makes a freight forwarder inactive; lists still show it (decision 21). Throws NotFound. */
  async remove(id: number): Promise<Json> {
    const forwarder = await this.locked(id);
    if (forwarder.active) await record(this.db, 'freight_forwarder.deleted', FreightForwarderShow, id);
    await this.db.update(FreightForwarder, forwarder, { active: false });
    return this.show(id);
  }

  private async locked(id: number): Promise<Columns<FreightForwarder>> {
    const forwarder = await this.db.find(FreightForwarder, { id }, { lock: true });
    if (!forwarder) throw new NotFound('Freight forwarder', id);
    return forwarder;
  }
}
