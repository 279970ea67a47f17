import { Injectable } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import sql from 'sql-template-tag';
import { contains } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Columns } from '../../common/schema/columns';
import type { Page } from '../../common/pagination/page';
import type { ShippingLineFields, ShippingLineQuery } from './shipping-line.dto';
import { ShippingLine } from './shipping-line.entity';
import { ShippingLineCreated, ShippingLineShow } from './shipping-line.view';
import { lockTree, shippingLineModel } from './shipping-line.write';
import { record, recordUpdate } from '../../common/recording/record';

@Injectable()
export class ShippingLinesService {
  constructor(private readonly db: Db) {}

  list(query: ShippingLineQuery): Promise<Page> {
    return this.db
      .read(ShippingLineShow)
      .filter(query.name, (name) => contains('t.name', name))
      .filter(query.code, (code) => sql`t.code = ${code}`)
      .page(query.request());
  }

  /** @throws NotFound */
  async show(idOrCode: string): Promise<Json> {
    const line = await this.db.readByIdOrKey(ShippingLineShow, 'code', idOrCode);
    if (!line) throw new NotFound('Shipping line', idOrCode);
    return line;
  }

  /** @throws Refused when the code is taken, or the parent or the agent is unknown */
  async create(input: ShippingLineFields): Promise<Json> {
    const id = await shippingLineModel.create(this.db, input);
    await record(this.db, 'shipping_line.created', ShippingLineShow, id);
    return this.read(ShippingLineCreated, id);
  }

  /** @throws NotFound, and Refused as `create` does, or when the line would become its own ancestor */
  async update(idOrCode: string, input: ShippingLineFields): Promise<Json> {
    await lockTree(this.db, input);
    const line = await this.find(idOrCode, { lock: true });
    await recordUpdate(this.db, 'shipping_line.updated', ShippingLineShow, line.id, () =>
      shippingLineModel.update(this.db, line, input),
    );
    return this.read(ShippingLineShow, line.id);
  }

  private async find(idOrCode: string, options?: { lock?: boolean }): Promise<Columns<ShippingLine>> {
    const line = await this.db.findByIdOrKey(ShippingLine, 'code', idOrCode, options);
    if (!line) throw new NotFound('Shipping line', idOrCode);
    return line;
  }

  private read(view: Type, id: number): Promise<Json> {
    return this.db.show(view, id, 'Shipping line');
  }
}
