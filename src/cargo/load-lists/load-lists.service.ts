import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Db } from '../../common/database/db';
import { Conflict, Invalid } from '../../common/errors/errors';
import type { Row } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import type { LoadListEntry } from './load-list-item.dto';
import { LoadListItem } from './load-list-item.entity';
import { quantityOf } from './load-list-items.rules';
import { LoadListItemsService } from './load-list-items.service';
import { LoadList } from './load-list.kind';

/** The most items that one request may make: they are written by one statement. */
const MOST_ITEMS = 5000;

/** Load lists as set up by hand, with their items. */
@Injectable()
export class LoadListsService extends SetupService {
  constructor(
    db: Db,
    private readonly items: LoadListItemsService,
  ) {
    super(db, kindOf(LoadList));
  }

  /** @throws NotFound, and Conflict when an item is loaded: only the others may be deleted (decision 38) */
  override async remove(idOrName: string): Promise<string> {
    const load_list_id = await this.find(idOrName);
    if (await this.db.find(LoadListItem, { load_list_id, loaded_at: Not(IsNull()) }))
      throw new Conflict('Load list has loaded items and cannot be deleted.');
    return super.remove(idOrName);
  }

  protected override async columns(input: KindInput, id?: number): Promise<Partial<Row>> {
    // the items are compared with those sent, so that another update must wait
    if (id && input.items !== undefined) await this.db.find(LoadList, { id }, { lock: true });
    return super.columns(input, id);
  }

  /** Makes the items of the list those sent. Throws Refused, also when that would delete a loaded one. */
  protected override async written(load_list_id: number, input: KindInput): Promise<void> {
    const entries = input.items as LoadListEntry[] | null | undefined;
    if (entries === undefined) return;
    const items = (entries ?? []).map(({ load_list_item, ...entry }) => ({ ...entry, ...load_list_item }));
    if (items.reduce((sum, item) => sum + quantityOf(item), 0) > MOST_ITEMS)
      throw new Invalid({ items: [`must make at most ${MOST_ITEMS} items`] });
    const wanted = await this.items.rows(items, (index) => `items.${index}`);
    await this.items.replace(load_list_id, wanted);
  }
}
