import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/read/reader';
import { key, keyInAnyCase } from '../../common/database/sql/references';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import { record } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { notForParties } from '../../common/party-wall/parties.guard';
import { mayOrder } from './own-order';
import { requireCancellable, requireCompletable } from './service-order.rules';
import type { CompleteServiceOrder } from './service-order.dto';
import { ServiceOrder } from './service-order.kind';
import { serviceOrderModel } from './service-order.write';

/** Service orders: a set-up kind whose records are completed or cancelled. */
@Injectable()
export class ServiceOrdersService extends SetupService<ServiceOrder> {
  constructor(db: Db) {
    super(db, kindOf(ServiceOrder), serviceOrderModel);
  }

  /** @throws NotFound; Conflict when it is done or cancelled; Refused for a time to come */
  async complete(number: string, { quantity, done_at }: CompleteServiceOrder): Promise<Json> {
    const order = await this.find(number, { lock: true });
    const now = await this.db.now();
    requireCompletable(order, done_at, now);
    await this.db.update(ServiceOrder, order.id, {
      status: 'done',
      done_at: done_at ?? now,
      ...(quantity != null && { quantity }),
    });
    await record(this.db, 'service_order.completed', this.view, order.id);
    return this.read(order.id);
  }

  /**
   * @throws NotFound; Conflict when it is cancelled, for a party also when it is done; Forbidden for what was ordered by a
   *   party of another kind than those that order
   */
  async cancel(number: string, cancel_reason: string): Promise<Json> {
    const order = await this.find(number, { lock: true });
    const { limited } = this.db.actor;
    if (limited && !(await mayOrder(this.db, order.ordered_by_id!))) throw notForParties();
    requireCancellable(order, limited);
    const cancelled_at = await this.db.now();
    await this.db.update(ServiceOrder, order.id, { status: 'cancelled', cancelled_at, cancel_reason });
    await record(this.db, 'service_order.cancelled', this.view, order.id);
    return this.read(order.id);
  }

  protected override filter(reader: Reader, query: KindInput): Reader {
    return super
      .filter(reader, query)
      .filter(query.status as string, (status) => sql`t.status = ${status}`)
      .refersTo('charge_code', key('code'), query.charge_code as string)
      .refersTo('container', key('number', normalizeContainerNumber), query.container_number as string)
      .refersTo('booking', key('number'), query.booking_number as string)
      .refersTo('voyage', keyInAnyCase('number'), query.voyage_number as string);
  }
}
