import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { NotFound, Refused, type Refusal } from '../../common/errors/errors';
import type { Json, JsonParts } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { OptionalPageQuery } from '../../common/pagination/page-query';
import type { Columns } from '../../common/schema/columns';
import type { RowOf } from '../../common/write/write-row';
import { HeldCargoService } from '../held/held-cargo.service';
import { refusalOfHeld } from '../held/holdable-cargo';
import { speakOfNone } from '../stays/container-stay.write';
import { StaysService } from '../stays/stays.service';
import type { CreateLoadListItem } from './load-list-item.dto';
import { LoadListItem } from './load-list-item.entity';
import { LoadListItemShow } from './load-list-item.view';
import { loadListItemModel } from './load-list-item.write';
import { containersOf, difference, ItemInput, ItemRow, quantityOf } from './load-list-items.rules';
import { LoadList } from './load-list.kind';
import { record } from '../../common/recording/record';
import { COMMON } from '../../common/errors/codes';
import { CARGO } from '../cargo.codes';

/** The most items of a load list (decision 123). */
const MOST_ITEMS = 10_000;

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
          const full = await this.fullWith(load_list_id, many);
          if (full) throw new Refused(full);
          await this.stays.announceAndTell(containersOf([columns]));
          ids.push(...(await this.db.insertAll(LoadListItem, Array<typeof columns>(many).fill(columns))));
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
   * Replaces the items of a list by the wanted ones. Refuses the list when that would delete a loaded item or load held
   * cargo.
   */
  async replace(list: RowOf<LoadList>, rows: RowOf<LoadListItem>[]): Promise<void> {
    const load_list_id = list.id!;
    const wanted = rows.flatMap((row) =>
      Array<ItemRow>(quantityOf(row.said<ItemInput>() as ItemInput)).fill({ ...(row.columns as ItemRow) }),
    );
    const existing = await this.db.findAll(LoadListItem, { load_list_id }, { lock: true });
    const held = await this.heldAmong(existing, wanted);
    if (held) return list.refuse('items', held);
    const { added, changed, removed } = difference(existing, wanted);
    if (removed.some(({ loaded_at }) => loaded_at)) return list.refuse('items', LOADED);
    const { organization_id } = this.db.actor;
    await record(
      this.db,
      'load_list_item.deleted',
      LoadListItemShow,
      removed.map(({ id }) => id),
    );
    const unloaded = new Set(existing.flatMap(({ id, loaded_at }) => (loaded_at ? [] : id)));
    const loaded = changed.filter(({ id, loaded_at }) => loaded_at && unloaded.has(id));
    await record(
      this.db,
      'load_list_item.loaded',
      LoadListItemShow,
      loaded.map(({ id }) => id),
    );
    const gone = removed.map(({ id }) => id);
    await this.db.query(sql`
      DELETE FROM load_list_items
      WHERE organization_id = ${organization_id} AND ${among('id', gone)}`);
    await this.db.query(sql`
      UPDATE load_list_items i
      SET notes = c.notes, loaded_at = c.loaded_at, overshipped = coalesce(c.overshipped, false), updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        AS c (id bigint, notes text, loaded_at timestamptz, overshipped boolean)
      WHERE i.organization_id = ${organization_id} AND i.id = c.id`);
    const full = added.length ? await this.fullWith(load_list_id, added.length) : undefined;
    if (full) return list.refuse('items', full);
    // Skip items whose file states their stay, because it also states what became of the stay.
    const announcing = added.filter(({ loaded_at, stay_id }) => !loaded_at && stay_id === undefined);
    await this.stays.announceAndTell(containersOf(announcing));
    for (let from = 0; from < added.length; from += ITEMS_A_STATEMENT) {
      const some = added.slice(from, from + ITEMS_A_STATEMENT);
      const ids = await this.db.insertAll(
        LoadListItem,
        some.map((row) => ({ ...row, load_list_id })),
      );
      const none = ids.filter((_id, at) => some[at]!.container_id && some[at]!.stay_id === null);
      await speakOfNone(this.db, 'load_list_items', none);
      await record(this.db, 'load_list_item.created', LoadListItemShow, ids);
    }
    // Last, so that a container that the list names again in another item stays announced.
    await this.stays.release(containersOf(removed));
  }

  /** Marks the container as loaded on the voyage's load lists that wait for it. */
  async markLoaded(voyage_id: number, container_id: number, loaded_at: Date): Promise<void> {
    const { organization_id } = this.db.actor;
    const loaded = await this.db.query<{ id: number }>(sql`
      UPDATE load_list_items i SET loaded_at = ${loaded_at}, updated_at = now()
      FROM load_lists l
      WHERE l.organization_id = ${organization_id} AND l.voyage_id = ${voyage_id}
        AND i.organization_id = l.organization_id AND i.load_list_id = l.id
        AND i.container_id = ${container_id} AND i.loaded_at IS NULL
      RETURNING i.id`);
    await record(
      this.db,
      'load_list_item.loaded',
      LoadListItemShow,
      loaded.map(({ id }) => id),
    );
  }

  /**
   * The refusal to load held cargo, if any is held (decision 81). Cargo that was loaded before the hold stays loaded.
   */
  private async heldAmong(
    existing: Columns<LoadListItem>[],
    wanted: ItemRow[],
  ): Promise<Refusal | undefined> {
    for (const kind of ['container', 'vehicle', 'breakbulk'] as const) {
      const loaded = (items: (ItemRow | Columns<LoadListItem>)[]) =>
        items.flatMap((item) => (item.loaded_at ? (item[`${kind}_id`] ?? []) : []));
      const before = new Set(loaded(existing));
      const loading = loaded(wanted).filter((id) => !before.has(id));
      const [name] = (await new HeldCargoService(this.db).among(kind, loading)).values();
      if (name) return refusalOfHeld(kind, name, 'loaded');
    }
    return undefined;
  }

  /**
   * The refusal when this many more items would exceed the limit of a list. Locks the list.
   * @throws NotFound when the list was deleted meanwhile
   */
  private async fullWith(load_list_id: number, more: number): Promise<Refusal | undefined> {
    await this.requireList(load_list_id, { lock: true });
    const [items] = await this.db.query<{ count: number }>(sql`
      SELECT count(*) FROM load_list_items
      WHERE organization_id = ${this.db.actor.organization_id} AND load_list_id = ${load_list_id}`);
    if (items!.count + more <= MOST_ITEMS) return undefined;
    return { code: COMMON.too_many, sentence: `A load list has at most ${MOST_ITEMS} items.` };
  }

  private async requireList(id: number, options?: { lock: boolean }): Promise<void> {
    if (!(await this.db.find(LoadList, { id }, options))) throw new NotFound('Load list', id);
  }
}

const LOADED: Refusal = {
  code: CARGO.load_list_item_loaded,
  sentence: 'A loaded item cannot be deleted.',
};
