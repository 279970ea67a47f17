import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Row } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { BillsService } from '../bills-of-lading/bills.service';
import { PackingListItem } from './packing-list-item.kind';

/** Packing list items, each of one bill of lading; their container is named as people write its number. */
@Injectable()
export class PackingListItemsService extends SetupService {
  constructor(
    db: Db,
    private readonly bills: BillsService,
  ) {
    super(db, kindOf(PackingListItem));
  }

  protected override async columns(input: KindInput): Promise<Partial<Row>> {
    const { container } = input;
    const bill_of_lading_id = await this.bills.reference(input);
    const number = typeof container === 'string' ? normalizeContainerNumber(container) : container;
    return { ...(await super.columns({ ...input, container: number })), bill_of_lading_id } as Partial<Row>;
  }
}
