import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { effect, known, planned, type Query, rows } from '../../common/database/query';
import { idOr } from '../../common/database/references';
import { NotFound, Refused } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { COMMON } from '../../common/errors/codes';
import { kindEvent, record, updating } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { CAME_WITH_VOYAGE, makeContainers, takeFacts } from '../announcing/announced-containers';
import { mapInTurns } from '../../common/turns';
import { anyOf } from '../../common/write/lookups';
import { FACTS, type SaidContainer, type SaidFacts } from '../announcing/said-container';
import { ContainerShow } from '../containers/container.view';
import { lockChosen } from '../stays/stay-queries';
import { StaysService } from '../stays/stays.service';
import type { DischargeListItemFields, DischargeListItemQuery } from './discharge-list-item.dto';
import { DischargeListItem, TWICE } from './discharge-list-item.entity';
import { DischargeListItemShow } from './discharge-list-item.view';
import { DischargeList } from './discharge-list.kind';
import { listedContainer } from './listed-container.write';
import {
  type Did,
  DISCHARGED,
  type DischargedBefore,
  type ListedContainer,
  type Putting,
  putting,
  type StoredItem,
  type WrittenItem,
} from './listed-containers.rules';

/** A list, locked. */
interface LockedList {
  id: number;
  voyage_id: number | null;
  shipping_line_id: number | null;
  /** Whether its voyage is. */
  cancelled: boolean;
  items: number;
}

/** What became of an item of a list. */
export interface PutItem {
  id: number;
  discharge_list_id: number;
  container_id: number;
  did: Did;
}

/** The items of discharge lists. */
@Injectable()
export class DischargeListItemsService {
  private readonly stays: StaysService;

  constructor(private readonly db: Db) {
    this.stays = new StaysService(db);
  }

  /** @throws NotFound */
  async list(discharge_list_id: number, query: DischargeListItemQuery): Promise<Page> {
    await this.requireList(discharge_list_id);
    return this.db
      .read(DischargeListItemShow)
      .where(sql`t.discharge_list_id = ${discharge_list_id}`)
      .refersTo('container', idOr('number'), query.container_number)
      .page(query.request());
  }

  /**
   * Puts a container on a list, and announces its stay.
   * @throws NotFound, Invalid without a container, Refused for an unknown reference, a container that is on the list
   *   already, or a full list
   */
  async create(discharge_list_id: number, said: DischargeListItemFields): Promise<Json> {
    await this.requireList(discharge_list_id);
    const item = await listedContainer(this.db, discharge_list_id, said);
    const [put] = await this.put([item], { told: true, fresh: true });
    return this.db.show(DischargeListItemShow, put!.id, 'Discharge list item');
  }

  /** Deletes an item and returns it as it was. Throws NotFound, and Refused for one that was discharged. */
  async remove(discharge_list_id: number, id: number): Promise<Json> {
    const found = await this.db.find(DischargeListItem, { id, discharge_list_id });
    if (!found) throw new NotFound('Discharge list item', id);
    // The container first, as a crane locks it before it marks the item.
    const [, item] = await this.db.pipeline(
      this.stays.lock([found.container_id]),
      this.db.queries.find(DischargeListItem, { id, discharge_list_id }, { lock: true }),
    );
    if (!item) throw new NotFound('Discharge list item', id);
    if (item.discharged_at) throw new Refused(DISCHARGED);
    const deleted = await this.db.show(DischargeListItemShow, id, 'Discharge list item');
    await record(this.db, 'discharge_list_item.deleted', DischargeListItemShow, id);
    await this.db.remove(DischargeListItem, id, 'Discharge list item');
    await this.stays.release([item.container_id]);
    return deleted;
  }

  /**
   * Takes containers off lists, but for those that were discharged, which are `left`. For many at once.
   * @throws NotFound for a list that was deleted meanwhile
   */
  async takeOff(
    items: { discharge_list_id: number; container_id: number }[],
    { told = false }: Pick<Putting, 'told'> = {},
  ): Promise<PutItem[]> {
    const lists = await this.lockLists(items);
    const stored = await this.lockItems(items, []);
    const removed = stored.filter(({ discharged_at }) => !discharged_at);
    const left = stored.filter(({ discharged_at }) => discharged_at);
    await this.tell(lists, removed, [], told);
    await this.deleteItems(removed, told);
    return [...did(removed, 'removed'), ...did(left, 'left')];
  }

  /**
   * Puts containers on lists, and announces their stays, which take what is said of them. A container that is here for
   * something else is left as it is; of one that is here from this voyage, only what is empty is filled. Containers with
   * unknown numbers are made, of their line, else of that of the list. It takes as many statements for one as for many.
   * @param how `fresh` refuses a container that the list has already
   * @returns what became of each item, in no order
   * @throws NotFound for a list that was deleted meanwhile, Refused for too many items
   */
  async put(
    items: ListedContainer[],
    { fresh = false, ...how }: Putting & { fresh?: boolean },
  ): Promise<PutItem[]> {
    const lists = await this.lockLists([
      ...items,
      ...(how.replaced ?? []).map((discharge_list_id) => ({ discharge_list_id })),
    ]);
    const { named, made } = await this.nameContainers(items, lists);
    const stored = await this.lockItems(named, how.replaced ?? []);
    if (fresh && stored.length) throw twice();
    const plan = putting(
      {
        counts: new Map([...lists.values()].map((list) => [list.id, list.items])),
        stored,
        discharged: await this.dischargedBefore(named, lists),
      },
      named,
      how,
    );
    if (plan.refusal) throw new Refused(plan.refusal);
    const told = how.told ?? false;
    await this.tell(
      lists,
      [...plan.changed, ...plan.removed],
      [...plan.coming].filter((id) => !made.has(id)),
      told,
    );
    if (told) await record(this.db, kindEvent('container', 'created'), ContainerShow, [...made]);
    await this.stays.announce([...plan.coming].filter((id) => !made.has(id)));
    const facts = await this.db.run(
      this.taking(
        named.filter(({ container_id }) => !made.has(container_id)),
        plan.coming,
        lists,
      ),
    );
    const created = await this.write(plan.added, plan.changed);
    if (told) {
      await record(
        this.db,
        'discharge_list_item.created',
        DischargeListItemShow,
        created.map(({ id }) => id),
      );
    }
    await this.deleteItems(plan.removed, told);
    await this.releaseOfCancelled([...plan.added, ...plan.changed], lists);
    const changed = new Set(facts);
    return [
      ...did(created, 'created'),
      ...did(plan.changed, 'updated'),
      ...did(
        plan.same.filter(({ container_id }) => changed.has(container_id)),
        'updated',
      ),
      ...did(
        plan.same.filter(({ container_id }) => !changed.has(container_id)),
        'unchanged',
      ),
      ...did(plan.removed, 'removed'),
      ...did(plan.kept, 'left'),
    ];
  }

  /**
   * Replaces the items of a list by the wanted ones.
   * @throws as `put` does, and Refused when that would delete a discharged item
   */
  async replace(discharge_list_id: number, items: ListedContainer[]): Promise<void> {
    const put = await this.put(items, { replaced: [discharge_list_id], told: true });
    if (put.some(({ did }) => did === 'left')) throw new Refused(DISCHARGED);
  }

  private async requireList(id: number): Promise<void> {
    if (!(await this.db.find(DischargeList, { id }))) throw new NotFound('Discharge list', id);
  }

  /** Locks lists, and counts their items. Throws NotFound. */
  private async lockLists(items: { discharge_list_id: number }[]): Promise<Map<number, LockedList>> {
    const ids = [...new Set(items.map(({ discharge_list_id }) => discharge_list_id))];
    const { organization_id } = this.db.actor;
    const [, found] = await this.db.pipeline(
      effect(sql`
        SELECT FROM discharge_lists l
        WHERE l.organization_id = ${organization_id} AND l.id = ANY(${ids}::bigint[]) ORDER BY l.id FOR UPDATE`),
      rows<LockedList>(sql`
        SELECT l.id, l.voyage_id, l.shipping_line_id, v.cancelled IS TRUE AS cancelled, (
          SELECT count(*)::integer FROM discharge_list_items i
          WHERE i.organization_id = l.organization_id AND i.discharge_list_id = l.id) AS items
        FROM discharge_lists l
        LEFT JOIN voyages v ON v.organization_id = l.organization_id AND v.id = l.voyage_id
        WHERE l.organization_id = ${organization_id} AND l.id = ANY(${ids}::bigint[])`),
    );
    const lists = new Map(found.map((list) => [list.id, list]));
    for (const id of ids) if (!lists.has(id)) throw new NotFound('Discharge list', id);
    return lists;
  }

  /** The items with the ids of their containers, which are made where they are unknown. */
  private async nameContainers(
    items: ListedContainer[],
    lists: Map<number, LockedList>,
  ): Promise<{ named: (ListedContainer & { container_id: number })[]; made: Set<number> }> {
    const byNumber = new Map<string, ListedContainer>();
    for (const item of items) if (!item.container_id) byNumber.set(item.container_number!, item);
    const found = await this.db.run(
      makeContainers(this.db, await mapInTurns(byNumber.values(), (item) => ofList(item, lists))),
    );
    const ids = new Map(found.map(({ number, id }) => [number, id]));
    const named = await mapInTurns(items, (item) => ({
      ...item,
      container_id: item.container_id ?? ids.get(item.container_number!)!,
    }));
    return { named, made: new Set(found.flatMap(({ made, id }) => (made ? id : []))) };
  }

  /** Locks containers, those of items that may go as well, and then the stored items of both. */
  private async lockItems(
    named: { discharge_list_id: number; container_id: number }[],
    replaced: number[],
  ): Promise<StoredItem[]> {
    const { organization_id } = this.db.actor;
    const places = JSON.stringify(
      named.map(({ discharge_list_id, container_id }) => ({ discharge_list_id, container_id })),
    );
    const organization = anyOf(organization_id);
    // One look-up for each item, however many the database expects.
    const ofPlaces = sql`
      SELECT f.id FROM jsonb_to_recordset(${places}::jsonb) AS p(discharge_list_id bigint, container_id bigint)
      CROSS JOIN LATERAL (
        SELECT i.id FROM discharge_list_items i
        WHERE i.organization_id = ${organization} AND i.discharge_list_id = p.discharge_list_id
          AND i.container_id = p.container_id LIMIT 1) f`;
    const ofReplaced = (what: Sql) => sql`
      SELECT ${what} FROM discharge_list_items i
      WHERE i.organization_id = ${organization_id} AND i.discharge_list_id = ANY(${replaced}::bigint[])`;
    const containers = [...new Set(named.map(({ container_id }) => container_id))];
    const [, stored] = await this.db.pipeline(
      lockChosen(
        organization_id,
        sql`SELECT unnest(${containers}::bigint[]) UNION ${ofReplaced(sql`i.container_id`)}`,
      ),
      rows<StoredItem>(
        planned(sql`
        SELECT i.id, i.discharge_list_id, i.container_id, i.discharged_at, i.from_bayplan, i.container_status,
          i.bill_of_lading_number, i.port_of_loading_id, i.port_of_discharge_id, i.cell, i.dangerous
        FROM (SELECT id FROM (${ofPlaces} UNION ${ofReplaced(sql`i.id`)}) n ORDER BY id) n
        CROSS JOIN LATERAL (
          SELECT * FROM discharge_list_items e
          WHERE e.organization_id = ${organization} AND e.id = n.id FOR UPDATE) i`),
      ),
    );
    return stored;
  }

  /** The containers that the voyages of their lists discharged before. */
  private async dischargedBefore(
    named: { discharge_list_id: number; container_id: number }[],
    lists: Map<number, LockedList>,
  ): Promise<DischargedBefore[]> {
    const { organization_id } = this.db.actor;
    const asked = named.flatMap(({ discharge_list_id, container_id }) => {
      const { voyage_id } = lists.get(discharge_list_id)!;
      return voyage_id ? [{ discharge_list_id, container_id, voyage_id }] : [];
    });
    if (!asked.length) return [];
    return this.db.query<DischargedBefore>(
      planned(sql`
      SELECT a.discharge_list_id, a.container_id, s.id AS stay_id, s.in_at AS discharged_at, NOT EXISTS (
        SELECT FROM container_bills b
        JOIN bill_of_ladings l ON l.organization_id = b.organization_id AND l.id = b.bill_of_lading_id
        JOIN manifests m ON m.organization_id = l.organization_id AND m.id = l.manifest_id
        WHERE b.organization_id = s.organization_id AND b.stay_id = s.id AND m.voyage_id = a.voyage_id
      ) AND NOT EXISTS (
        SELECT FROM discharge_list_items i
        WHERE i.organization_id = s.organization_id AND i.stay_id = s.id AND i.discharged_at IS NOT NULL
      ) AS over
      FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        AS a(discharge_list_id bigint, container_id bigint, voyage_id bigint)
      CROSS JOIN LATERAL (
        SELECT s.* FROM container_stays s
        WHERE s.organization_id = ${organization_id} AND s.container_id = a.container_id
          AND s.arrived_by_voyage_id = a.voyage_id AND s.status IN ('here', 'departed')
        ORDER BY s.number DESC LIMIT 1) s`),
    );
  }

  /** Records what is about to change: the items and containers, or the lists alone. */
  private async tell(
    lists: Map<number, LockedList>,
    items: { id?: number }[],
    containers: number[],
    told: boolean,
  ): Promise<void> {
    if (!told) {
      const { Show } = kindClasses(kindOf(DischargeList));
      return this.db.run(updating(this.db, kindEvent('discharge_list', 'updated'), Show, [...lists.keys()]));
    }
    await this.db.pipeline(
      updating(
        this.db,
        'discharge_list_item.updated',
        DischargeListItemShow,
        items.map(({ id }) => id!),
      ),
      updating(this.db, kindEvent('container', 'updated'), ContainerShow, containers),
    );
  }

  /** Writes what is said of containers to their stays. */
  private taking(
    named: (ListedContainer & { container_id: number })[],
    coming: ReadonlySet<number>,
    lists: Map<number, LockedList>,
  ): Query<number[]> {
    return takeFacts(
      this.db,
      named.map((item) => ({
        ...saidOf(item),
        arrival_voyage_id: lists.get(item.discharge_list_id)!.voyage_id,
        container_id: item.container_id,
        usual_usage: coming.has(item.container_id) ? 'import' : null,
      })),
      CAME_WITH_VOYAGE,
    );
  }

  /** Writes items. Returns those that are new. */
  private async write(added: WrittenItem[], changed: WrittenItem[]): Promise<Omit<PutItem, 'did'>[]> {
    const { organization_id } = this.db.actor;
    const values = sql`container_status text, bill_of_lading_number text, port_of_loading_id bigint,
      port_of_discharge_id bigint, cell text, dangerous jsonb, from_bayplan boolean`;
    const inserting = added.length
      ? rows<Omit<PutItem, 'did'>>(
          planned(sql`
          INSERT INTO discharge_list_items (organization_id, discharge_list_id, container_id, stay_id, container_status,
            bill_of_lading_number, port_of_loading_id, port_of_discharge_id, cell, dangerous, from_bayplan, discharged_at, over)
          SELECT ${organization_id}::bigint, r.discharge_list_id, r.container_id, r.stay_id, r.container_status,
            r.bill_of_lading_number, r.port_of_loading_id, r.port_of_discharge_id, r.cell, coalesce(r.dangerous, '[]'),
            r.from_bayplan, r.discharged_at, coalesce(r.over, false)
          FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(added)}::jsonb) AS (discharge_list_id bigint,
            container_id bigint, stay_id bigint, discharged_at timestamptz, over boolean, ${values})) WITH ORDINALITY AS r
          ORDER BY r.ordinality
          RETURNING id, discharge_list_id, container_id`),
        )
      : known([]);
    const updating = changed.length
      ? effect(
          planned(sql`
          UPDATE discharge_list_items i SET container_status = r.container_status,
            bill_of_lading_number = r.bill_of_lading_number, port_of_loading_id = r.port_of_loading_id,
            port_of_discharge_id = r.port_of_discharge_id, cell = r.cell, dangerous = coalesce(r.dangerous, '[]'),
            from_bayplan = r.from_bayplan, updated_at = now(),
            stay_id = CASE WHEN i.discharged_at IS NULL THEN c.stay_id ELSE i.stay_id END
          FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS r(id bigint, container_id bigint, ${values})
          JOIN containers c ON c.organization_id = ${organization_id} AND c.id = r.container_id
          WHERE i.organization_id = ${organization_id} AND i.id = r.id`),
        )
      : known(undefined);
    const [created] = await this.db.pipeline(inserting, updating);
    return created;
  }

  /** Deletes items, and cancels the stays that nothing announces any more. The caller has locked the containers. */
  private async deleteItems(items: StoredItem[], told: boolean): Promise<void> {
    if (!items.length) return;
    const ids = items.map(({ id }) => id);
    const containers = items.map(({ container_id }) => container_id);
    if (told) await record(this.db, 'discharge_list_item.deleted', DischargeListItemShow, ids);
    await this.db.query(sql`
      DELETE FROM discharge_list_items
      WHERE organization_id = ${this.db.actor.organization_id} AND id = ANY(${ids}::bigint[])`);
    if (told) await this.stays.release(containers);
    else await this.stays.cancel(containers);
  }

  /** The list of a cancelled voyage announces nothing. */
  private async releaseOfCancelled(items: WrittenItem[], lists: Map<number, LockedList>): Promise<void> {
    const ids = items.flatMap(({ discharge_list_id, container_id }) =>
      lists.get(discharge_list_id)!.cancelled ? container_id : [],
    );
    if (ids.length) await this.stays.cancel([...new Set(ids)]);
  }
}

/** What became of items. */
const did = (
  items: { id?: number; discharge_list_id: number; container_id: number }[],
  what: Did,
): PutItem[] =>
  items.map((item) => ({
    id: item.id!,
    discharge_list_id: item.discharge_list_id,
    container_id: item.container_id,
    did: what,
  }));

const twice = () => new Refused({ code: COMMON.taken, sentence: TWICE, field: 'container' });

/** What is said of a container that may be new: its line is that of the list unless it says another one. */
function ofList(item: ListedContainer, lists: ReadonlyMap<number, LockedList>): SaidContainer {
  const list = lists.get(item.discharge_list_id)!;
  return {
    ...saidOf(item),
    container_number: item.container_number,
    shipping_line_id: item.shipping_line_id ?? list.shipping_line_id,
    usage: item.usage ?? 'import',
    arrival_voyage_id: list.voyage_id,
  };
}

/** What an item says of the stay of its container. */
function saidOf(item: ListedContainer): Omit<SaidContainer, 'container_id'> {
  const said = Object.fromEntries(Object.keys(FACTS).map((name) => [name, item[name as keyof SaidFacts]]));
  return { ...said, container_type_id: item.container_type_id };
}
