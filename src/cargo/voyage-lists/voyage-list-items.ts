import type { Type } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { inSets } from '../../common/database/sql/in-sets';
import { all, effect, planned, type Query, rows, rowsOfAll } from '../../common/database/sql/query';
import { humanize } from '../../common/errors/humanize';
import { NotFound } from '../../common/errors/errors';
import { kindEvent, record, updating } from '../../common/recording/record';
import type { RowClass } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { mapInTurns } from '../../common/turns';
import { containersNumbered, makeContainers, takeFacts } from '../announcing/announced-containers';
import { type AnnouncedContainer, type AnnouncedFacts, FACTS } from '../announcing/announced-facts';
import { ContainerShow } from '../containers/container.view';
import { tellAnnounced } from '../stays/announced-stays';
import { lockChosen } from '../stays/stay-queries';
import { StaysService } from '../stays/stays.service';
import { goodsOfItems } from './goods-of-items';
import { outcomes, type Plan, type PutItem, takingOff } from './putting.rules';
import type { ListType, VoyageList } from './voyage-list.kind';

/** What is particular to load lists, or to discharge lists. */
export interface ListDirection {
  type: ListType;
  list: RowClass<VoyageList>;
  /** The table of the items. */
  items: `${ListType}_items`;
  /** The view of an item. */
  Show: Type;
  /** The column of an item with the time at which its cargo was loaded or discharged. */
  done: 'loaded_at' | 'discharged_at';
  /** What the voyage of a list is to the stay of a container. */
  voyage: 'departure_voyage_id' | 'arrival_voyage_id';
  /** SQL: whether a container that is here, in its stay `s`, is here for what is said of it, `r`. */
  here: Sql;
  /** The usage of a container for which none is known and none is said. */
  usage?: string;
  /** The columns that an item is given once, and those that may change, with their types in SQL. */
  columns: { once: Record<string, string>; later: Record<string, string> };
  /** SQL: what a change of an item `i` sets beside these columns. */
  sets?: string;
}

/** A list, locked. */
export interface LockedList {
  id: number;
  voyage_id: number | null;
  shipping_line_id: number | null;
  /** Whether its voyage is. */
  cancelled: boolean;
  items: number;
}
export type LockedLists = ReadonlyMap<number, LockedList>;

/** A container that a list is to have, with the id of the list. */
type Listed = AnnouncedContainer & { [K in `${ListType}_id`]?: number };
type Named<T> = T & { container_id: number | null };

/** What `write` works with: what was locked and found, and how it is recorded. */
interface Putting<T> {
  lists: LockedLists;
  named: Named<T>[];
  /** The containers that were made for it. */
  made: ReadonlySet<number>;
  /** Whether each item and container has an event. Without it the lists have one each. */
  told: boolean;
  /** SQL: which announced stays `s` take only what they lack, since others know better. */
  yields?: Sql;
  /** A check of the containers when they have taken what is said of them. */
  check?: () => Promise<void>;
}

/** SQL: the value that an item gets without one. */
const WITHOUT: Record<string, string> = { dangerous: `'[]'`, over: 'false' };

/**
 * Puts containers on load lists or discharge lists, and takes them off: `lock` the lists, `name` the containers, lock the
 * items and decide, `write` the plan. It takes as many statements for one container as for a thousand.
 */
export class VoyageListItems {
  private readonly stays: StaysService;
  private readonly id: `${ListType}_id`;
  private readonly table: Sql;

  constructor(
    private readonly db: Db,
    private readonly options: ListDirection,
  ) {
    this.stays = new StaysService(db);
    this.id = `${options.type}_id`;
    this.table = raw(options.items);
  }

  /** Locks lists, and counts their items. Throws NotFound. */
  async lock(list_ids: Iterable<number>): Promise<LockedLists> {
    const ids = [...new Set(list_ids)];
    const { type } = this.options;
    const lists = raw(`${type}s`);
    const { organization_id } = this.db.actor;
    const [, found] = await this.db.pipeline(
      effect(sql`
        SELECT FROM ${lists} l
        WHERE l.organization_id = ${organization_id} AND l.id = ANY(${ids}::bigint[]) ORDER BY l.id FOR UPDATE`),
      rows<LockedList>(sql`
        SELECT l.id, l.voyage_id, l.shipping_line_id, v.cancelled IS TRUE AS cancelled, (
          SELECT count(*)::integer FROM ${this.table} i
          WHERE i.organization_id = l.organization_id AND i.${raw(this.id)} = l.id) AS items
        FROM ${lists} l
        LEFT JOIN voyages v ON v.organization_id = l.organization_id AND v.id = l.voyage_id
        WHERE l.organization_id = ${organization_id} AND l.id = ANY(${ids}::bigint[])`),
    );
    const locked = new Map(found.map((list) => [list.id, list]));
    for (const id of ids) if (!locked.has(id)) throw new NotFound(humanize(type), id);
    return locked;
  }

  /** The items with the ids of their containers, which are made where they are unknown, and null without a container. */
  async name<T extends Listed>(
    items: T[],
    lists: LockedLists,
  ): Promise<{ named: Named<T>[]; made: ReadonlySet<number> }> {
    const byNumber = new Map<string, T>();
    for (const item of items)
      if (!item.container_id && item.container_number) byNumber.set(item.container_number, item);
    const known = byNumber.size
      ? await this.db.run(containersNumbered(this.db.actor.organization_id, [...byNumber.keys()]))
      : [];
    const ids = new Map(known.map(({ number, id }) => [number, id]));
    const unknown = [...byNumber].flatMap(([number, item]) => (ids.has(number) ? [] : item));
    const found = await this.db.run(
      makeContainers(this.db, await mapInTurns(unknown, (item) => this.newContainer(item, lists))),
    );
    for (const { number, id } of found) ids.set(number, id);
    const named = await mapInTurns(items, (item) => ({
      ...item,
      container_id: item.container_id ?? (item.container_number ? ids.get(item.container_number)! : null),
    }));
    return { named, made: new Set(found.flatMap(({ made, id }) => (made ? id : []))) };
  }

  /** Locks containers, those that a query selects as well, and then asks for the items. */
  async lockItems<S>(container_ids: Iterable<number>, others: Sql, items: Query<S>): Promise<S> {
    const ids = [...new Set(container_ids)];
    const [, stored] = await this.db.pipeline(
      lockChosen(this.db.actor.organization_id, sql`SELECT unnest(${ids}::bigint[]) UNION ${others}`),
      items,
    );
    return stored;
  }

  /**
   * Announces the stays of the containers that come, which take what is said of them, and writes the items. The caller has
   * locked lists, containers and items.
   * @returns what became of each item, in no order
   */
  async write<T extends Listed>(
    plan: Plan,
    { lists, named, made, told, yields, check }: Putting<T>,
  ): Promise<PutItem[]> {
    const coming = new Set(plan.coming);
    const known = [...coming].filter((id) => !made.has(id));
    await this.tell(lists, [...plan.changed, ...plan.removed], known, told);
    if (told) await record(this.db, kindEvent('container', 'created'), ContainerShow, [...made]);
    await this.stays.announce(known);
    const facts = named.flatMap((item) => {
      const { container_id } = item;
      if (!container_id || made.has(container_id)) return [];
      const usual_usage = coming.has(container_id) ? this.options.usage : null;
      return [{ ...this.saidOf(item, lists), container_id, usual_usage }];
    });
    const changed = await this.db.run(takeFacts(this.db, facts, this.options.here, yields));
    await tellAnnounced(this.db, [...coming]);
    await check?.();
    const created = await this.writeItems(plan.added, plan.changed);
    const { type, Show } = this.options;
    const ids = created.map(({ id }) => id);
    if (told) await record(this.db, `${type}_item.created`, Show, ids);
    await this.remove(plan.removed, told);
    // The list of a cancelled voyage announces nothing.
    const ending = named.flatMap((item) =>
      this.listOf(item, lists).cancelled ? (item.container_id ?? []) : [],
    );
    if (ending.length) await this.stays.cancel([...new Set(ending)].filter((id) => coming.has(id)));
    return outcomes(plan, created, new Set(changed));
  }

  /** Takes stored items off, but for those whose cargo was loaded or discharged. The caller has locked them. */
  async takeOff<T extends { id: number; container_id: number | null }>(
    lists: LockedLists,
    stored: readonly T[],
    told: boolean,
  ): Promise<PutItem[]> {
    const plan = takingOff(stored, (item) => item[this.options.done as keyof T]);
    await this.tell(lists, plan.removed, [], told);
    await this.remove(plan.removed, told);
    return outcomes(plan, [], new Set());
  }

  private listOf(item: Listed, lists: LockedLists): LockedList {
    return lists.get(item[this.id]!)!;
  }

  /** What is said of a container that may be new: its line is that of the list unless it says another one. */
  private newContainer(item: Listed, lists: LockedLists): AnnouncedContainer {
    return {
      ...this.saidOf(item, lists),
      container_number: item.container_number,
      shipping_line_id: item.shipping_line_id ?? this.listOf(item, lists).shipping_line_id,
      usage: item.usage ?? this.options.usage,
    };
  }

  /** What an item says of the stay of its container. */
  private saidOf(item: Listed, lists: LockedLists): Omit<AnnouncedContainer, 'container_id'> {
    const said = Object.fromEntries(
      Object.keys(FACTS).map((name) => [name, item[name as keyof AnnouncedFacts]]),
    );
    return {
      ...said,
      container_type_id: item.container_type_id,
      [this.options.voyage]: this.listOf(item, lists).voyage_id,
    };
  }

  /** Records what is about to change: the items and containers, or the lists alone. */
  private async tell(
    lists: LockedLists,
    items: readonly { id?: number }[],
    container_ids: number[],
    told: boolean,
  ): Promise<void> {
    const { type, list, Show } = this.options;
    if (!told) {
      const { Show: ListShow } = kindClasses(kindOf(list));
      return this.db.run(updating(this.db, kindEvent(type, 'updated'), ListShow, [...lists.keys()]));
    }
    const ids = items.map(({ id }) => id!);
    await this.db.pipeline(
      updating(this.db, `${type}_item.updated`, Show, ids),
      updating(this.db, kindEvent('container', 'updated'), ContainerShow, container_ids),
    );
  }

  /** Writes items. Returns those that are new. */
  private async writeItems(
    added: readonly object[],
    changed: readonly object[],
  ): Promise<{ id: number; container_id: number | null }[]> {
    const { organization_id } = this.db.actor;
    const { columns, sets = '' } = this.options;
    const every = { ...columns.once, ...columns.later };
    const names = Object.keys(every);
    const changing = Object.keys(columns.later).map((name) => `${name} = ${valueOf(name)}`);
    const inserting = inSets(added).map((some) =>
      rows<{ id: number; container_id: number | null }>(
        planned(sql`
          INSERT INTO ${this.table} (organization_id, ${raw(names.join(', '))})
          SELECT ${organization_id}::bigint, ${raw(names.map(valueOf).join(', '))}
          FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(some)}::jsonb) AS (${typed(every)}))
            WITH ORDINALITY AS r
          ORDER BY r.ordinality
          RETURNING id, container_id`),
      ),
    );
    const updates = inSets(changed).map((some) =>
      effect(
        planned(sql`
          UPDATE ${this.table} i SET ${raw(changing.join(', '))}, updated_at = now() ${raw(sets)}
          FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb) AS r(id bigint, ${typed(columns.later)})
          WHERE i.organization_id = ${organization_id} AND i.id = r.id`),
      ),
    );
    const [created] = await this.db.pipeline(rowsOfAll(inserting), all(...updates));
    const stating = added.map((item, at) => ({ ...(item as Stating), id: created[at]!.id }));
    await this.db.run(goodsOfItems(this.db, this.options.type, [...stating, ...(changed as Stating[])]));
    return created;
  }

  /** Deletes items, and cancels the stays that nothing announces any more. */
  private async remove(
    items: readonly { id?: number; container_id: number | null }[],
    told: boolean,
  ): Promise<void> {
    if (!items.length) return;
    const { type, Show } = this.options;
    const ids = items.map(({ id }) => id!);
    const container_ids = items.flatMap(({ container_id }) => container_id ?? []);
    if (told) await record(this.db, `${type}_item.deleted`, Show, ids);
    const { organization_id } = this.db.actor;
    const deleting = inSets(ids).map((some) =>
      effect(sql`
        DELETE FROM ${this.table}
        WHERE organization_id = ${organization_id} AND id = ANY(${some}::bigint[])`),
    );
    await this.db.run(all(...deleting));
    await (told ? this.stays.release(container_ids) : this.stays.cancel(container_ids));
  }
}

/** An item that is written, with what it states of dangerous goods. */
type Stating = { id: number; dangerous: unknown };

/** SQL: a column of the record `r`, or what an item gets without one. */
const valueOf = (name: string) => (WITHOUT[name] ? `coalesce(r.${name}, ${WITHOUT[name]})` : `r.${name}`);

/** SQL: the columns of a record, with their types. */
const typed = (columns: Record<string, string>) =>
  raw(
    Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  );
