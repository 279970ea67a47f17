import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { PageQuery } from '../../common/pagination/page-query';
import type { CreateGenset, UpdateGenset } from './genset.dto';
import { Genset } from './genset.entity';
import { GensetShow } from './genset.view';
import { gensetModel } from './genset.write';
import { record, recordUpdate } from '../../common/recording/record';

@Injectable()
export class GensetsService {
  constructor(private readonly db: Db) {}

  list(query: PageQuery): Promise<Page> {
    return this.db.read(GensetShow).page(query.request());
  }

  /** @throws NotFound */
  show(number: string): Promise<Json> {
    return this.db
      .read(GensetShow)
      .where(sql`t.number = ${number}`)
      .orNotFound('Genset', number);
  }

  /** @throws Refused when the number is taken or a record that the genset refers to is unknown */
  async create(input: CreateGenset): Promise<Json> {
    const { user_id } = this.db.actor;
    const by = { created_by_id: user_id, updated_by_id: user_id };
    const id = await gensetModel.create(this.db, { ...input, ...by });
    await record(this.db, 'genset.created', GensetShow, id);
    return this.show(input.number);
  }

  /** @throws NotFound, and Refused as `create` does */
  async update(number: string, input: UpdateGenset): Promise<Json> {
    // Lock, because the update merges into the row as it was read.
    const genset = await this.db.find(Genset, { number }, { lock: true });
    if (!genset) throw new NotFound('Genset', number);
    const { user_id: updated_by_id } = this.db.actor;
    await recordUpdate(this.db, 'genset.updated', GensetShow, genset.id, () =>
      gensetModel.update(this.db, genset, { ...input, updated_by_id }),
    );
    return this.show(input.number ?? number);
  }
}
