import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { humanize } from '../../common/errors/constraints';
import { FieldErrors, Invalid, NotFound, Refused, Unknown } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { CreateLoadListItem } from './load-list-item.dto';
import { LoadListItem, TWICE } from './load-list-item.entity';
import { LoadListItemShow } from './load-list-item.view';
import {
  contradicts,
  difference,
  ItemInput,
  ItemRow,
  missingIn,
  quantityOf,
  Reference,
  ReferenceTo,
  referencesOf,
  tooLongIn,
} from './load-list-items.rules';
import { LoadList } from './load-list.kind';

/** Where the records that items name are kept, and what they are known by. */
export const TABLES: Record<ReferenceTo, { table: string; key: string }> = {
  container: { table: 'containers', key: 'number' },
  breakbulk: { table: 'breakbulks', key: 'reference_number' },
  vehicle: { table: 'vehicles', key: 'vin_number' },
  container_type: { table: 'container_types', key: 'code' },
  shipping_line: { table: 'shipping_lines', key: 'code' },
};

/** How many items a load list has (decision 123). */
const MOST_ITEMS = 10_000;

/** A statement has room for some five thousand. */
const ITEMS_A_STATEMENT = 1000;

/** An item that loads nothing yet. */
export const NOTHING = {
  container_id: null,
  breakbulk_id: null,
  vehicle_id: null,
  container_type_id: null,
  shipping_line_id: null,
};

/** A record that an item names; the status is a container's. */
interface Found {
  id: number;
  key: string;
  container_status: string | null;
}

/** The items of load lists. */
@Injectable()
export class LoadListItemsService {
  constructor(private readonly db: Db) {}

  /** @throws NotFound */
  async list(load_list_id: number): Promise<Json> {
    await this.requireList(load_list_id);
    return this.db
      .read(LoadListItemShow)
      .where(sql`t.load_list_id = ${load_list_id}`)
      .all();
  }

  /** @throws NotFound, Invalid when the cargo is missing, Refused when it is unknown, unfit or on the list already */
  async create(
    load_list_id: number,
    { load_list_item_type, load_list_item }: CreateLoadListItem,
  ): Promise<Json> {
    await this.requireList(load_list_id);
    const rows = await this.rows([{ ...load_list_item, load_list_item_type }], () => 'load_list_item');
    const ids = await this.insert(load_list_id, rows);
    return this.db
      .read(LoadListItemShow)
      .where(sql`t.id = ANY(${ids})`)
      .all();
  }

  /** Deletes an item and returns it as it was. Throws NotFound, and Refused for a loaded one. */
  async remove(load_list_id: number, id: number): Promise<Json> {
    const item = await this.db.find(LoadListItem, { id, load_list_id }, { lock: true });
    if (!item) throw new NotFound(`Load list item ${id}`);
    if (item.loaded_at) throw new Refused('A loaded item cannot be deleted.');
    const deleted = await this.db
      .read(LoadListItemShow)
      .where(sql`t.id = ${id}`)
      .orNotFound(`Load list item ${id}`);
    await this.db.remove(LoadListItem, id, 'Load list item');
    return deleted;
  }

  /** Makes the items of a list the wanted ones. Throws Refused when that would delete a loaded one. */
  async replace(load_list_id: number, wanted: ItemRow[]): Promise<void> {
    const existing = await this.db.findAll(LoadListItem, { load_list_id }, { lock: true });
    const { added, changed, removed } = difference(existing, wanted);
    if (removed.some(({ loaded_at }) => loaded_at))
      throw new Refused('A loaded item cannot be deleted.', { field: 'items' });
    const { organization_id } = this.db.actor;
    await this.db.query(sql`
      DELETE FROM load_list_items
      WHERE organization_id = ${organization_id} AND id = ANY(${removed.map(({ id }) => id)}::bigint[])`);
    await this.db.query(sql`
      UPDATE load_list_items i
      SET notes = c.notes, loaded_at = c.loaded_at, overshipped = coalesce(c.overshipped, false), updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        AS c (id bigint, notes text, loaded_at timestamptz, overshipped boolean)
      WHERE i.organization_id = ${organization_id} AND i.id = c.id`);
    for (let from = 0; from < added.length; from += ITEMS_A_STATEMENT)
      await this.insert(load_list_id, added.slice(from, from + ITEMS_A_STATEMENT));
  }

  /** Marks the container loaded on those load lists of the voyage that wait for it. */
  async markLoaded(voyage_id: number, container_id: number, loaded_at: Date): Promise<void> {
    const { organization_id } = this.db.actor;
    await this.db.query(sql`
      UPDATE load_list_items i SET loaded_at = ${loaded_at}, updated_at = now()
      FROM load_lists l
      WHERE l.organization_id = ${organization_id} AND l.voyage_id = ${voyage_id}
        AND i.organization_id = l.organization_id AND i.load_list_id = l.id
        AND i.container_id = ${container_id} AND i.loaded_at IS NULL`);
  }

  /** Writes new items by one statement and returns their ids. */
  async insert(load_list_id: number, rows: ItemRow[]): Promise<number[]> {
    await this.requireRoom(load_list_id, rows.length);
    return this.db.insertAll(
      LoadListItem,
      rows.map((row) => ({ ...row, load_list_id })),
    );
  }

  /**
   * The rows of the items of a request: one for each, and `quantity` for empties.
   * @param pathOf the path of an item in the request
   * @throws Invalid when cargo is missing, Refused when it is unknown, unfit or named twice
   */
  async rows(items: ItemInput[], pathOf: (index: number) => string): Promise<ItemRow[]> {
    const references = items.map(referencesOf);
    const missing = Object.assign(
      {},
      ...references.map((each, i) => missingIn(each, pathOf(i))),
    ) as FieldErrors;
    items.forEach((item, i) => Object.assign(missing, tooLongIn(item, pathOf(i))));
    if (Object.keys(missing).length) throw new Invalid(missing);
    const find = await this.finder(references.flat());
    const taken = new Set<string>();
    return items.flatMap((item, index) => {
      const { load_list_item_type, notes, loaded_at, overshipped } = item;
      const row: ItemRow = { ...NOTHING, load_list_item_type, notes, loaded_at, overshipped };
      for (const reference of references[index]!) {
        const { to, id, key } = reference;
        const field = `${pathOf(index)}.${reference.field}${id ? '_id' : ''}`;
        const record = find(reference);
        if (!record) throw new Unknown(humanize(to), (id ?? key)!, field);
        if (contradicts(load_list_item_type, record.container_status))
          throw new Refused(`Container ${record.key} is ${record.container_status}.`, { field });
        const cargo = `${to} ${record.id}`;
        if (reference.field === 'container' && taken.has(cargo)) throw new Refused(TWICE, { field });
        taken.add(cargo);
        row[`${to}_id`] = record.id;
      }
      return Array<ItemRow>(quantityOf(item)).fill(row);
    });
  }

  /** Finds the records that items name, with one statement for each table. */
  private async finder(references: Reference[]): Promise<(reference: Reference) => Found | undefined> {
    const found = new Map<string, Found>();
    for (const to of new Set(references.map((reference) => reference.to))) {
      const named = references.filter((reference) => reference.to === to);
      for (const record of await this.find(to, named)) {
        found.set(`${to} id ${record.id}`, record);
        found.set(`${to} key ${record.key}`, record);
      }
    }
    return ({ to, id, key }) => found.get(id ? `${to} id ${id}` : `${to} key ${normalize(to, key)}`);
  }

  private find(to: ReferenceTo, references: Reference[]): Promise<Found[]> {
    const { table, key } = TABLES[to];
    const ids = references.flatMap(({ id }) => id ?? []);
    const keys = references.flatMap((reference) => normalize(to, reference.key) ?? []);
    const status = raw(to === 'container' ? 'r.container_status' : 'NULL');
    return this.db.query<Found>(sql`
      SELECT r.id, r.${raw(key)} AS key, ${status} AS container_status FROM ${raw(table)} r
      WHERE r.organization_id = ${this.db.actor.organization_id}
        AND (r.id = ANY(${ids}::bigint[]) OR r.${raw(key)} = ANY(${keys}::text[]))`);
  }

  /** Sees to it that a list stays one that is answered whole. Throws Refused. */
  private async requireRoom(load_list_id: number, more: number): Promise<void> {
    await this.db.find(LoadList, { id: load_list_id }, { lock: true });
    const [items] = await this.db.query<{ count: number }>(sql`
      SELECT count(*) FROM load_list_items
      WHERE organization_id = ${this.db.actor.organization_id} AND load_list_id = ${load_list_id}`);
    if (items!.count + more > MOST_ITEMS) throw new Refused(`A load list has at most ${MOST_ITEMS} items.`);
  }

  private async requireList(id: number): Promise<void> {
    if (!(await this.db.find(LoadList, { id }))) throw new NotFound(`Load list ${id}`);
  }
}

/** A key as it is stored. */
function normalize(to: ReferenceTo, key: string | null | undefined): string | null | undefined {
  return key && to === 'container' ? normalizeContainerNumber(key) : key;
}
