import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import type { Row } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { BillsService } from '../bills-of-lading/bills.service';
import { DeliveryOrder } from './delivery-order.kind';

/** Delivery orders, each for one bill of lading. */
@Injectable()
export class DeliveryOrdersService extends SetupService {
  constructor(
    db: Db,
    private readonly bills: BillsService,
  ) {
    super(db, kindOf(DeliveryOrder));
  }

  protected override async columns(input: KindInput): Promise<Partial<Row>> {
    const bill_of_lading_id = await this.bills.reference(input);
    return { ...(await super.columns(input)), bill_of_lading_id } as Partial<DeliveryOrder>;
  }
}
