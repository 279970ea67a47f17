import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { NotFound, Refused } from '../../common/errors/errors';
import type { Json, JsonParts } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { OptionalPageQuery } from '../../common/pagination/page-query';
import type { RowOf } from '../../common/write/write-row';
import { HeldCargoService } from '../held/held-cargo.service';
import { goodsOfItems } from '../voyage-lists/goods-of-items';
import { speakOfNone } from '../stays/container-stay.write';
import { StaysService } from '../stays/stays.service';
import type { CreateLoadListItem } from './load-list-item.dto';
import { LoadListItem } from './load-list-item.entity';
import { LoadListItemShow } from './load-list-item.view';
import { loadListItemModel } from './load-list-item.write';
import {
  containersOf,
  HELD_KINDS,
  type ItemInput,
  type ItemRow,
  loadedAnew,
  type LoadedItems,
  LOADED,
  quantityOf,
  refusalOfMany,
  replacing,
} from './load-list-items.rules';
import { LoadList } from './load-list.kind';
import { record } from '../../common/recording/record';

/** Items per INSERT. The limit of parameters per statement allows some five thousand. */
const ITEMS_A_STATEMENT = 1000;

/** The items of load lists. */
@Injectable()
export class LoadListItemsService {
  private readonly stays: StaysService;

  constructor(private readonly db: Db) {
    this.stays = new StaysService(db);
  }

  /** @throws NotFound */
  async list(load_list_id: number, query: OptionalPageQuery): Promise<JsonParts | Page> {
    await this.requireList(load_list_id);
    const items = this.db.read(LoadListItemShow).where(sql`t.load_list_id = ${load_list_id}`);
    return query.isPaged() ? items.page(query.request()) : items.stream();
  }

  /** @throws NotFound, Invalid when the cargo is missing, Refused when it is unknown, unfit or on the list already */
  async create(
    load_list_id: number,
    { load_list_item_type, load_list_item }: CreateLoadListItem,
  ): Promise<Json> {
    await this.requireList(load_list_id);
    const ids: number[] = [];
    await loadListItemModel.create(
      this.db,
      { ...load_list_item, load_list_item_type, load_list_id },
      {
        path: (field) => `load_list_item.${field}`,
        insert: async (columns) => {
          const many = quantityOf({ ...load_list_item, load_list_item_type });
          const full = refusalOfMany((await this.countLocked(load_list_id)) + many);
          if (full) throw new Refused(full);
          await this.stays.announceAndTell(containersOf([columns]));
          ids.push(...(await this.db.insertAll(LoadListItem, Array<typeof columns>(many).fill(columns))));
          await this.stateGoods(ids.map((id) => ({ id, dangerous: columns.dangerous })));
          // The list of a cancelled voyage announces nothing.
          await this.stays.release(containersOf([columns]));
          return ids[0]!;
        },
      },
    );
    await record(this.db, 'load_list_item.created', LoadListItemShow, ids);
    return this.db.read(LoadListItemShow).where(among('t.id', ids)).all();
  }

  /** Deletes an item and returns it as it was. Throws NotFound, and Refused for a loaded item. */
  async remove(load_list_id: number, id: number): Promise<Json> {
    const item = await this.db.find(LoadListItem, { id, load_list_id }, { lock: true });
    if (!item) throw new NotFound('Load list item', id);
    if (item.loaded_at) throw new Refused(LOADED);
    const deleted = await this.db.show(LoadListItemShow, id, 'Load list item');
    await record(this.db, 'load_list_item.deleted', LoadListItemShow, id);
    await this.db.remove(LoadListItem, id, 'Load list item');
    await this.stays.release(containersOf([item]));
    return deleted;
  }

  /**
   * Replaces the items of a list by the wanted ones. Refuses the list when that would delete a loaded item, load held
   * cargo or make the list too long. The caller has locked the list.
   * @param history whether a file says the items, which states the goods of stays by itself
   */
  async replace(list: RowOf<LoadList>, rows: RowOf<LoadListItem>[], history: boolean): Promise<void> {
    const wanted = rows.flatMap((row) =>
      Array<ItemRow>(quantityOf(row.said<ItemInput>() as ItemInput)).fill({ ...(row.columns as ItemRow) }),
    );
    const replaced = replacing(await this.load(list.id!, wanted), wanted);
    if (!replaced.refusals.length) return this.apply(list.id!, replaced, history);
    for (const refusal of replaced.refusals) list.refuse('items', refusal);
  }

  /** Locks the items of a list, and then the cargo that the wanted ones load, to see what of it is held. */
  private async load(load_list_id: number, wanted: ItemRow[]): Promise<LoadedItems> {
    const existing = await this.db.findAll(LoadListItem, { load_list_id }, { lock: true });
    const cargo = new HeldCargoService(this.db);
    const held: LoadedItems['held'] = { container: [], vehicle: [], breakbulk: [] };
    for (const kind of HELD_KINDS)
      held[kind] = [...(await cargo.among(kind, loadedAnew(existing, wanted, kind))).values()];
    return { existing, held };
  }

  private async apply(
    load_list_id: number,
    replaced: ReturnType<typeof replacing>,
    history: boolean,
  ): Promise<void> {
    const { added, changed, removed, loaded, announcing } = replaced;
    const { organization_id } = this.db.actor;
    const gone = removed.map(({ id }) => id);
    await record(this.db, 'load_list_item.deleted', LoadListItemShow, gone);
    await record(this.db, 'load_list_item.loaded', LoadListItemShow, loaded);
    await this.db.query(sql`
      DELETE FROM load_list_items
      WHERE organization_id = ${organization_id} AND ${among('id', gone)}`);
    await this.db.query(sql`
      UPDATE load_list_items i
      SET notes = c.notes, loaded_at = c.loaded_at, overshipped = coalesce(c.overshipped, false),
        port_of_loading_id = c.port_of_loading_id, port_of_discharge_id = c.port_of_discharge_id, cell = c.cell,
        dangerous = coalesce(c.dangerous, '[]'), updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS c (id bigint, notes text, loaded_at timestamptz,
        overshipped boolean, port_of_loading_id bigint, port_of_discharge_id bigint, cell text, dangerous jsonb)
      WHERE i.organization_id = ${organization_id} AND i.id = c.id`);
    await this.stays.announceAndTell(announcing);
    if (!history) await this.stateGoods(changed);
    for (let from = 0; from < added.length; from += ITEMS_A_STATEMENT)
      await this.add(load_list_id, added.slice(from, from + ITEMS_A_STATEMENT), history);
    // Last, so that a container that the list names again in another item stays announced. The list of a cancelled voyage
    // announces nothing.
    await this.stays.release([...new Set([...containersOf(removed), ...announcing])]);
  }

  private async add(load_list_id: number, items: ItemRow[], history: boolean): Promise<void> {
    const ids = await this.db.insertAll(
      LoadListItem,
      items.map((item) => ({ ...item, load_list_id })),
    );
    if (!history)
      await this.stateGoods(items.map((item, at) => ({ id: ids[at]!, dangerous: item.dangerous })));
    const none = ids.filter((_id, at) => items[at]!.container_id && items[at]!.stay_id === null);
    await speakOfNone(this.db, 'load_list_items', none);
    await record(this.db, 'load_list_item.created', LoadListItemShow, ids);
  }

  /** Gives the stays of items the dangerous goods that these state. */
  private stateGoods(items: { id: number; dangerous?: unknown }[]): Promise<unknown> {
    return this.db.run(
      goodsOfItems(
        this.db,
        'load_list',
        items.map(({ id, dangerous }) => ({ id, dangerous })),
      ),
    );
  }

  /**
   * Locks the list and counts its items.
   * @throws NotFound when the list was deleted meanwhile
   */
  private async countLocked(load_list_id: number): Promise<number> {
    await this.requireList(load_list_id, { lock: true });
    const [items] = await this.db.query<{ count: number }>(sql`
      SELECT count(*) FROM load_list_items
      WHERE organization_id = ${this.db.actor.organization_id} AND load_list_id = ${load_list_id}`);
    return items!.count;
  }

  private async requireList(id: number, options?: { lock: boolean }): Promise<void> {
    if (!(await this.db.find(LoadList, { id }, options))) throw new NotFound('Load list', id);
  }
}
