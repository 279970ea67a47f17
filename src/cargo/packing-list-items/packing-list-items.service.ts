import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Row } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { BillsService } from '../bills-of-lading/bills.service';
import { HeldContainersService } from '../held/held-containers.service';
import { PackingListItem } from './packing-list-item.kind';
import { DONE, handingOver } from './packing-list-items.rules';

/** Packing list items, each of one bill of lading; their container is named as people write its number. */
@Injectable()
export class PackingListItemsService extends SetupService {
  constructor(
    db: Db,
    private readonly bills: BillsService,
    private readonly held: HeldContainersService,
  ) {
    super(db, kindOf(PackingListItem));
  }

  /** @throws Refused, also for stripping or delivering what is in a held container */
  protected override async columns(input: KindInput, id?: number): Promise<Partial<Row>> {
    const { container } = input;
    const bill_of_lading_id = await this.bills.reference(input);
    const number = typeof container === 'string' ? normalizeContainerNumber(container) : container;
    const columns: Partial<PackingListItem> = await super.columns({ ...input, container: number });
    await this.refuseHeld(columns, id);
    return { ...columns, bill_of_lading_id } as Partial<Row>;
  }

  /** Neither the container that the item is in nor the one that it is said to be in may be held. */
  private async refuseHeld(after: Partial<PackingListItem>, id?: number): Promise<void> {
    const before = id ? await this.db.find(PackingListItem, { id }, { lock: true }) : null;
    const field = handingOver(before, after);
    const containers = [before?.container_id, after.container_id].flatMap((each) => each ?? []);
    if (field) await this.held.refuse(containers, DONE[field], field);
  }
}
