import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { effect, known, planned, type Query, rows } from '../../common/database/query';
import { COMMON } from '../../common/errors/codes';
import { naming, NotFound, Refused, together } from '../../common/errors/errors';
import { kindEvent, record, updating } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { makeContainers, MAY_LEAVE_WITH_VOYAGE, takeFacts } from '../announcing/announced-containers';
import { FACTS, type SaidFacts } from '../announcing/said-container';
import { ContainerShow } from '../containers/container.view';
import { lockChosen } from '../stays/stay-queries';
import { StaysService } from '../stays/stays.service';
import { LoadListItemShow } from './load-list-item.view';
import { contradicts, refusalOfMany } from './load-list-items.rules';
import {
  type ContainerToLoad,
  emptiesToGo,
  type NamedToLoad,
  puttingToLoad,
  type StoredToLoad,
  type WrittenToLoad,
} from './load-list-putting.rules';
import { LoadList } from './load-list.kind';

interface LockedList {
  voyage_id: number | null;
  shipping_line_id: number | null;
  /** Whether its voyage is. */
  cancelled: boolean;
  items: number;
}

/** What became of an item of a load list. `left` would have gone, and stays, since it was loaded. */
export interface PutToLoad {
  id: number;
  container_id: number | null;
  did: 'created' | 'updated' | 'unchanged' | 'removed' | 'left';
}

export interface PuttingToLoad {
  /** Whether other containers, and empties beyond those wanted, go that were not loaded. */
  replace?: boolean;
  /** Whether each item and container has an event. Without it the list has one. */
  told?: boolean;
}

/** Puts many containers on a load list at once, as a document names them. */
@Injectable()
export class LoadListPuttingService {
  private readonly stays: StaysService;

  constructor(private readonly db: Db) {
    this.stays = new StaysService(db);
  }

  /**
   * Puts containers on a list, and announces their stays, which take what is said of them, to leave with its voyage. Of a
   * container that is here only what is empty is filled, unless it is for another voyage or booking. Containers with
   * unknown numbers are made, of their line, else of that of the list. It takes as many statements for one as for many.
   * @returns what became of each item, in no order
   * @throws NotFound for a list that was deleted meanwhile, Refused for too many items, and for containers that are full
   *   where the list has them empty, or the reverse, with all of them
   */
  async put(
    load_list_id: number,
    items: ContainerToLoad[],
    { replace = false, told = false }: PuttingToLoad = {},
  ): Promise<PutToLoad[]> {
    const list = await this.lock(load_list_id);
    const { named, made } = await this.nameContainers(items, list);
    const stored = await this.lockItems(load_list_id, named);
    const plan = puttingToLoad(stored, named, replace);
    const many = plan.added.length && refusalOfMany(list.items + plan.added.length - plan.removed.length);
    if (many) throw new Refused(many);
    const coming = plan.coming.filter((id) => !made.has(id));
    await this.tell(load_list_id, [...plan.changed, ...plan.removed], coming, told);
    if (told) await record(this.db, kindEvent('container', 'created'), ContainerShow, [...made]);
    await this.stays.announce(coming);
    const changed = new Set(await this.db.run(this.taking(named, made, list)));
    await this.refuseContradictions(named);
    const created = await this.write(load_list_id, plan.added, plan.changed);
    const ids = created.map(({ id }) => id);
    if (told) await record(this.db, 'load_list_item.created', LoadListItemShow, ids);
    await this.delete(plan.removed, told);
    if (list.cancelled) await this.stays.cancel(plan.coming);
    const did = (all: { id?: number; container_id: number | null }[], what: PutToLoad['did']): PutToLoad[] =>
      all.map(({ id, container_id }) => ({ id: id!, container_id, did: what }));
    const isChanged = ({ container_id }: StoredToLoad) => container_id !== null && changed.has(container_id);
    return [
      ...did(created, 'created'),
      ...did(plan.changed, 'updated'),
      ...did(plan.same.filter(isChanged), 'updated'),
      ...did(
        plan.same.filter((item) => !isChanged(item)),
        'unchanged',
      ),
      ...did(plan.removed, 'removed'),
      ...did(plan.kept, 'left'),
    ];
  }

  /**
   * Takes containers and unnamed empties off a list. Containers that were loaded are `left`.
   * @throws NotFound for a list that was deleted meanwhile
   */
  async takeOff(
    load_list_id: number,
    container_ids: number[],
    { told = false, empties = [] }: Pick<PuttingToLoad, 'told'> & { empties?: ContainerToLoad[] } = {},
  ): Promise<PutToLoad[]> {
    await this.lock(load_list_id);
    const wanted = new Set(container_ids);
    const all = await this.lockItems(
      load_list_id,
      container_ids.map((container_id) => ({ container_id })),
    );
    const stored = [
      ...all.filter(({ container_id }) => container_id !== null && wanted.has(container_id)),
      ...emptiesToGo(all, empties),
    ];
    const removed = stored.filter(({ loaded_at }) => !loaded_at);
    await this.tell(load_list_id, removed, [], told);
    await this.delete(removed, told);
    return stored.map(({ id, container_id, loaded_at }) => ({
      id,
      container_id,
      did: loaded_at ? 'left' : 'removed',
    }));
  }

  /** Locks a list, and counts its items. Throws NotFound. */
  private async lock(load_list_id: number): Promise<LockedList> {
    const { organization_id } = this.db.actor;
    const [locked, [list]] = await this.db.pipeline(
      this.db.queries.find(LoadList, { id: load_list_id }, { lock: true }),
      rows<LockedList>(sql`
        SELECT l.voyage_id, l.shipping_line_id, v.cancelled IS TRUE AS cancelled, (
          SELECT count(*)::integer FROM load_list_items i
          WHERE i.organization_id = l.organization_id AND i.load_list_id = l.id) AS items
        FROM load_lists l
        LEFT JOIN voyages v ON v.organization_id = l.organization_id AND v.id = l.voyage_id
        WHERE l.organization_id = ${organization_id} AND l.id = ${load_list_id}`),
    );
    if (!locked || !list) throw new NotFound('Load list', load_list_id);
    return list;
  }

  /** The items with the ids of their containers, which are made where they are unknown. */
  private async nameContainers(
    items: ContainerToLoad[],
    list: LockedList,
  ): Promise<{ named: NamedToLoad[]; made: ReadonlySet<number> }> {
    const byNumber = new Map<string, ContainerToLoad>();
    for (const item of items)
      if (!item.container_id && item.container_number) byNumber.set(item.container_number, item);
    const found = await this.db.run(
      makeContainers(
        this.db,
        [...byNumber.values()].map((item) => ({
          ...item,
          shipping_line_id: item.shipping_line_id ?? list.shipping_line_id,
          departure_voyage_id: list.voyage_id,
        })),
      ),
    );
    const ids = new Map(found.map(({ number, id }) => [number, id]));
    const named = items.map((item) => ({
      ...item,
      container_id: item.container_id ?? (item.container_number ? ids.get(item.container_number)! : null),
    }));
    return { named, made: new Set(found.flatMap(({ made, id }) => (made ? id : []))) };
  }

  /** Locks containers, those of the list as well, and then the items of the list. */
  private async lockItems(
    load_list_id: number,
    named: { container_id: number | null }[],
  ): Promise<StoredToLoad[]> {
    const { organization_id } = this.db.actor;
    const containers = named.flatMap(({ container_id }) => container_id ?? []);
    const [, stored] = await this.db.pipeline(
      lockChosen(
        organization_id,
        sql`
          SELECT unnest(${containers}::bigint[])
          UNION
          SELECT i.container_id FROM load_list_items i
          WHERE i.organization_id = ${organization_id} AND i.load_list_id = ${load_list_id}
            AND i.container_id IS NOT NULL`,
      ),
      rows<StoredToLoad>(sql`
        SELECT i.id, i.load_list_item_type, i.container_id, i.breakbulk_id, i.vehicle_id, i.container_type_id,
          i.shipping_line_id, i.loaded_at, i.notes, i.port_of_loading_id, i.port_of_discharge_id, i.cell, i.dangerous
        FROM load_list_items i
        WHERE i.organization_id = ${organization_id} AND i.load_list_id = ${load_list_id}
        ORDER BY i.id FOR UPDATE`),
    );
    return stored;
  }

  /** Records what is about to change: the items and containers, or the list alone. */
  private async tell(
    load_list_id: number,
    items: { id?: number }[],
    containers: number[],
    told: boolean,
  ): Promise<void> {
    const { Show } = kindClasses(kindOf(LoadList));
    if (!told) return this.db.run(updating(this.db, kindEvent('load_list', 'updated'), Show, load_list_id));
    const ids = items.map(({ id }) => id!);
    await this.db.pipeline(
      updating(this.db, 'load_list_item.updated', LoadListItemShow, ids),
      updating(this.db, kindEvent('container', 'updated'), ContainerShow, containers),
    );
  }

  /** Writes what is said of containers that were known to their stays. */
  private taking(named: NamedToLoad[], made: ReadonlySet<number>, list: LockedList): Query<number[]> {
    const said = named.flatMap((item) => {
      const { container_id, container_type_id } = item;
      if (!container_id || made.has(container_id)) return [];
      const facts = Object.fromEntries(
        Object.keys(FACTS).map((name) => [name, item[name as keyof SaidFacts]]),
      ) as SaidFacts;
      return [{ ...facts, departure_voyage_id: list.voyage_id, container_id, container_type_id }];
    });
    return takeFacts(this.db, said, MAY_LEAVE_WITH_VOYAGE);
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

  /** Writes items. Returns those that are new. */
  private async write(
    load_list_id: number,
    added: WrittenToLoad[],
    changed: WrittenToLoad[],
  ): Promise<{ id: number; container_id: number | null }[]> {
    const { organization_id } = this.db.actor;
    const values = sql`load_list_item_type text, container_id bigint, container_type_id bigint, shipping_line_id bigint,
      notes text, port_of_loading_id bigint, port_of_discharge_id bigint, cell text, dangerous jsonb`;
    const columns = sql`load_list_item_type, container_id, container_type_id, shipping_line_id, notes,
      port_of_loading_id, port_of_discharge_id, cell, dangerous`;
    const [created] = await this.db.pipeline(
      added.length
        ? rows<{ id: number; container_id: number | null }>(
            planned(sql`
            INSERT INTO load_list_items (organization_id, load_list_id, ${columns})
            SELECT ${organization_id}::bigint, ${load_list_id}::bigint, r.load_list_item_type, r.container_id,
              r.container_type_id, r.shipping_line_id, r.notes, r.port_of_loading_id, r.port_of_discharge_id, r.cell,
              coalesce(r.dangerous, '[]')
            FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(added)}::jsonb) AS (${values})) WITH ORDINALITY AS r
            ORDER BY r.ordinality
            RETURNING id, container_id`),
          )
        : known([]),
      changed.length
        ? effect(
            planned(sql`
            UPDATE load_list_items i SET load_list_item_type = r.load_list_item_type, notes = r.notes,
              port_of_loading_id = r.port_of_loading_id, port_of_discharge_id = r.port_of_discharge_id, cell = r.cell,
              dangerous = coalesce(r.dangerous, '[]'), updated_at = now()
            FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS r(id bigint, ${values})
            WHERE i.organization_id = ${organization_id} AND i.id = r.id`),
          )
        : known(undefined),
    );
    return created;
  }

  /** Deletes items, and cancels the stays that nothing announces any more. The caller has locked the containers. */
  private async delete(items: StoredToLoad[], told: boolean): Promise<void> {
    if (!items.length) return;
    const ids = items.map(({ id }) => id);
    const containers = items.flatMap(({ container_id }) => container_id ?? []);
    if (told) await record(this.db, 'load_list_item.deleted', LoadListItemShow, ids);
    await this.db.query(sql`
      DELETE FROM load_list_items
      WHERE organization_id = ${this.db.actor.organization_id} AND id = ANY(${ids}::bigint[])`);
    await (told ? this.stays.release(containers) : this.stays.cancel(containers));
  }
}
