import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { Refused, naming } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { kindOf } from '../../common/setup/kind';
import { SetupService } from '../../common/setup/setup.service';
import { PackingListItem } from './packing-list-item.kind';
import { packingListItemModel } from './packing-list-item.write';
import { delivered, stripped } from './packing-list-items.rules';
import type { EventType } from '../../common/recording/event-types';
import { record } from '../../common/recording/record';
import { CARGO } from '../cargo.codes';

/** Packing list items as a set-up kind, and the daily work of stripping and delivering them. */
@Injectable()
export class PackingListItemsService extends SetupService<PackingListItem> {
  constructor(db: Db) {
    super(db, kindOf(PackingListItem), packingListItemModel);
  }

  /**
   * Takes packages out of their container.
   * @throws NotFound, and Refused for too many packages or while they are held
   */
  strip(idOrKey: string, quantity: number): Promise<Json> {
    return this.handOver(idOrKey, quantity, stripped, 'packing_list_item.stripped');
  }

  /** Hands stripped packages over. Throws NotFound, and Refused for too many packages or while they are held. */
  deliver(idOrKey: string, quantity: number): Promise<Json> {
    return this.handOver(idOrKey, quantity, delivered, 'packing_list_item.delivered');
  }

  private async handOver(
    idOrKey: string,
    quantity: number,
    outcome: typeof stripped | typeof delivered,
    type: EventType,
  ): Promise<Json> {
    const item = await this.find(idOrKey, { lock: true });
    const after = outcome(item, quantity);
    if (typeof after === 'string')
      throw new Refused({
        code: CARGO.quantity_exceeded,
        sentence: after,
        field: 'quantity',
        records: naming('packing_list_item', item.reference_number),
      });
    await this.model.update(this.db, item, after);
    await record(this.db, type, this.view, item.id);
    return this.read(item.id);
  }
}
