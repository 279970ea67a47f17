import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { contains } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/read/reader';
import { NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { Columns } from '../../common/schema/columns';
import type { ConsigneeQuery, CreateConsignee, UpdateConsignee } from './consignee.dto';
import { Consignee } from './consignee.entity';
import { ConsigneeShow } from './consignee.view';
import { consigneeModel } from './consignee.write';
import { record, recordUpdate } from '../../common/recording/record';

@Injectable()
export class ConsigneesService {
  constructor(private readonly db: Db) {}

  list(query: ConsigneeQuery): Promise<Page> {
    return this.undeleted()
      .filter(query.name, (name) => contains('t.name', name))
      .search(['name'], query.q)
      .filter(query.general_ledger_id, (ledger) => sql`t.general_ledger_id = ${ledger}`)
      .page(query.request());
  }

  /** @throws NotFound */
  show(id: number): Promise<Json> {
    return this.undeleted()
      .where(sql`t.id = ${id}`)
      .orNotFound('Consignee', id);
  }

  /** @throws Refused when another consignee has the name */
  async create(input: CreateConsignee): Promise<Json> {
    const id = await consigneeModel.create(this.db, input);
    await record(this.db, 'consignee.created', ConsigneeShow, id);
    return this.show(id);
  }

  /** @throws NotFound, and Refused when another consignee has the name */
  async update(id: number, input: UpdateConsignee): Promise<Json> {
    const consignee = await this.lock(id);
    await recordUpdate(this.db, 'consignee.updated', ConsigneeShow, id, () =>
      consigneeModel.update(this.db, consignee, input),
    );
    return this.show(id);
  }

  /** Deletes a consignee from lists and look-ups, and returns it one last time (decision 21). Throws NotFound. */
  async remove(id: number): Promise<Json> {
    await this.lock(id);
    const consignee = await this.show(id);
    await record(this.db, 'consignee.deleted', ConsigneeShow, id);
    await this.db.update(Consignee, id, { deleted_at: new Date() });
    return consignee;
  }

  private undeleted(): Reader {
    return this.db.read(ConsigneeShow).where(sql`t.deleted_at IS NULL`);
  }

  /** Locks the consignee, so that the later of two concurrent requests sees the deletion by the earlier one. */
  private async lock(id: number): Promise<Columns<Consignee>> {
    const consignee = await this.db.find(Consignee, { id }, { lock: true });
    if (!consignee) throw new NotFound('Consignee', id);
    return consignee;
  }
}
