import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { planned, rows } from '../../common/database/sql/query';
import { COMMON } from '../../common/errors/codes';
import { naming, Refused, together } from '../../common/errors/errors';
import type { PutItem } from '../voyage-lists/putting.rules';
import { VoyageListItems } from '../voyage-lists/voyage-list-items';
import { contradicts, refusalOfMany } from './load-list-items.rules';
import {
  type ContainerToLoad,
  emptiesToGo,
  type NamedToLoad,
  puttingToLoad,
  type StoredToLoad,
} from './load-list-putting.rules';
import { LOADING } from './loading';

export interface PuttingToLoad {
  /** Whether other containers, and empties beyond those wanted, go that were not loaded. */
  replace?: boolean;
  /** Whether each item and container has an event. Without it the list has one. */
  told?: boolean;
}

/** Puts many containers on a load list at once, as a document names them. */
@Injectable()
export class LoadListPuttingService {
  private readonly items: VoyageListItems;

  constructor(private readonly db: Db) {
    this.items = new VoyageListItems(db, LOADING);
  }

  /**
   * Puts containers on a list, and announces their stays, which take what is said of them, to leave with its voyage. Of a
   * container that is here only what is empty is filled, unless it is for another voyage or booking. Containers with
   * unknown numbers are made, of their line, else of that of the list. It takes as many statements for one as for a thousand.
   * @returns what became of each item, in no order
   * @throws NotFound for a list that was deleted meanwhile, Refused for too many items, and for containers that are full
   *   where the list has them empty, or the reverse, with all of them
   */
  async put(
    load_list_id: number,
    items: ContainerToLoad[],
    { replace = false, told = false }: PuttingToLoad = {},
  ): Promise<PutItem[]> {
    const lists = await this.items.lock([load_list_id]);
    const { named, made } = await this.items.name(
      items.map((item) => ({ ...item, load_list_id })),
      lists,
    );
    const plan = puttingToLoad(await this.lockItems(load_list_id, named), named, replace);
    const { added, removed } = plan;
    const many =
      added.length && refusalOfMany(lists.get(load_list_id)!.items + added.length - removed.length);
    if (many) throw new Refused(many);
    return this.items.write(
      { ...plan, added: added.map((item) => ({ ...item, load_list_id })) },
      { lists, named, made, told, check: () => this.refuseContradictions(named) },
    );
  }

  /**
   * Takes containers and unnamed empties off a list. Containers that were loaded are `left`.
   * @throws NotFound for a list that was deleted meanwhile
   */
  async takeOff(
    load_list_id: number,
    container_ids: number[],
    { told = false, empties = [] }: Pick<PuttingToLoad, 'told'> & { empties?: ContainerToLoad[] } = {},
  ): Promise<PutItem[]> {
    const lists = await this.items.lock([load_list_id]);
    const stored = await this.lockItems(
      load_list_id,
      container_ids.map((container_id) => ({ container_id })),
    );
    const wanted = new Set<number | null>(container_ids);
    const going = [
      ...stored.filter(({ container_id }) => container_id !== null && wanted.has(container_id)),
      ...emptiesToGo(stored, empties),
    ];
    return this.items.takeOff(lists, going, told);
  }

  /** Locks containers, those of the list as well, and then the items of the list. */
  private lockItems(load_list_id: number, named: { container_id: number | null }[]): Promise<StoredToLoad[]> {
    const ofList = sql`FROM load_list_items i
      WHERE i.organization_id = ${this.db.actor.organization_id} AND i.load_list_id = ${load_list_id}`;
    return this.items.lockItems(
      named.flatMap(({ container_id }) => container_id ?? []),
      sql`SELECT i.container_id ${ofList} AND i.container_id IS NOT NULL`,
      rows<StoredToLoad>(sql`
        SELECT i.id, i.load_list_item_type, i.container_id, i.breakbulk_id, i.vehicle_id, i.container_type_id,
          i.shipping_line_id, i.loaded_at, i.notes, i.port_of_loading_id, i.port_of_discharge_id, i.cell, i.dangerous
        ${ofList} ORDER BY i.id FOR UPDATE`),
    );
  }

  /** Full and empty containers have item types of their own (decision 38). Throws Refused with all that differ. */
  private async refuseContradictions(named: NamedToLoad[]): Promise<void> {
    const types = new Map(
      named.flatMap((item) =>
        item.container_id ? [[item.container_id, item.load_list_item_type] as const] : [],
      ),
    );
    const found = await this.db.query<{ id: number; number: string; container_status: string | null }>(
      planned(sql`
        SELECT id, number, container_status FROM containers
        WHERE organization_id = ${this.db.actor.organization_id} AND id = ANY(${[...types.keys()]}::bigint[])`),
    );
    const failure = together(
      found
        .filter(({ id, container_status }) => contradicts(types.get(id)!, container_status))
        .map(
          ({ number, container_status }) =>
            new Refused({
              code: COMMON.mismatch,
              sentence: `Container ${number} is ${container_status}.`,
              field: 'container',
              records: naming('container', number),
            }),
        ),
    );
    if (failure) throw failure;
  }
}
