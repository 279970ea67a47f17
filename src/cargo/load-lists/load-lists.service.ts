import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/reader';
import { Conflict, Invalid } from '../../common/errors/errors';
import type { Row } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { HeldContainersService } from '../held/held-containers.service';
import type { LoadListEntry } from './load-list-item.dto';
import { LoadListItem } from './load-list-item.entity';
import { ItemRow, quantityOf } from './load-list-items.rules';
import { LoadListItemsService } from './load-list-items.service';
import { LoadList } from './load-list.kind';

/** The most items that one request may make. */
const MOST_ITEMS_MADE = 5000;

/** Load lists as set up by hand, with their items. */
@Injectable()
export class LoadListsService extends SetupService {
  constructor(
    db: Db,
    private readonly items: LoadListItemsService,
    private readonly held: HeldContainersService,
  ) {
    super(db, kindOf(LoadList));
  }

  /** @throws NotFound, and Conflict when an item is loaded: only the others may be deleted */
  override async remove(idOrName: string): Promise<string> {
    const load_list_id = await this.find(idOrName);
    const items = await this.db.findAll(LoadListItem, { load_list_id }, { lock: true });
    if (items.some(({ loaded_at }) => loaded_at))
      throw new Conflict('Load list has loaded items and cannot be deleted.');
    return super.remove(idOrName);
  }

  protected override filter(reader: Reader, query: KindInput): Reader {
    return super.filter(reader, query).refersTo('voyage', 'number', query.voyage_number as string);
  }

  protected override async columns(input: KindInput, id?: number): Promise<Partial<Row>> {
    // the items are compared with those sent, so that another update must wait
    if (id && input.items !== undefined) await this.db.find(LoadList, { id }, { lock: true });
    return super.columns(input, id);
  }

  /** Makes the items of the list those sent. Throws Refused, also when that would delete a loaded one or load a held one. */
  protected override async written(load_list_id: number, input: KindInput): Promise<void> {
    const entries = input.items as LoadListEntry[] | null | undefined;
    if (entries === undefined) return;
    const items = (entries ?? []).map(({ load_list_item, ...entry }) => ({ ...entry, ...load_list_item }));
    if (items.reduce((sum, item) => sum + quantityOf(item), 0) > MOST_ITEMS_MADE)
      throw new Invalid({ items: [`must make at most ${MOST_ITEMS_MADE} items`] });
    const wanted = await this.items.rows(items, (index) => `items.${index}`);
    await this.refuseHeld(load_list_id, wanted);
    await this.items.replace(load_list_id, wanted);
  }

  /** What was loaded before stays so: a hold that came later does not unload it. */
  private async refuseHeld(load_list_id: number, wanted: ItemRow[]): Promise<void> {
    const loaded = await this.db.findAll(LoadListItem, { load_list_id, loaded_at: Not(IsNull()) });
    const before = new Set(loaded.map(({ container_id }) => container_id));
    const loading = wanted.filter(({ container_id, loaded_at }) => loaded_at && !before.has(container_id));
    const ids = loading.flatMap(({ container_id }) => container_id ?? []);
    await this.held.refuse(ids, 'loaded', 'items');
  }
}
