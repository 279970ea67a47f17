import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { inSets } from '../../common/database/sql/in-sets';
import { planned, rows, rowsOfAll } from '../../common/database/sql/query';
import { idOr } from '../../common/database/sql/references';
import { NotFound, Refused } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { COMMON } from '../../common/errors/codes';
import { record } from '../../common/recording/record';
import { StaysService } from '../stays/stays.service';
import type { PutItem } from '../voyage-lists/putting.rules';
import { type LockedLists, VoyageListItems } from '../voyage-lists/voyage-list-items';
import type { DischargeListItemFields, DischargeListItemQuery } from './discharge-list-item.dto';
import { DischargeListItem, TWICE } from './discharge-list-item.entity';
import { DischargeListItemShow } from './discharge-list-item.view';
import { DischargeList } from './discharge-list.kind';
import { DISCHARGING } from './discharging';
import { listedContainer } from './listed-container.write';
import {
  DISCHARGED,
  type DischargedBefore,
  type ListedContainer,
  type NamedContainer,
  placeOf,
  type Putting,
  putting,
  type StoredItem,
} from './listed-containers.rules';

/** The items of discharge lists. */
@Injectable()
export class DischargeListItemsService {
  private readonly items: VoyageListItems;
  private readonly stays: StaysService;

  constructor(private readonly db: Db) {
    this.items = new VoyageListItems(db, DISCHARGING);
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
    const lists = await this.items.lock(items.map(({ discharge_list_id }) => discharge_list_id));
    return this.items.takeOff(lists, await this.lockItems(items, []), told);
  }

  /**
   * Puts containers on lists, and announces their stays, which take what is said of them. A container that is here for
   * something else is left as it is; of one that is here from this voyage, only what is empty is filled. Containers with
   * unknown numbers are made, of their line, else of that of the list. It takes as many statements for one as for a thousand.
   * @param how `fresh` refuses a container that the list has already
   * @returns what became of each item, in no order
   * @throws NotFound for a list that was deleted meanwhile, Refused for too many items
   */
  async put(
    items: ListedContainer[],
    { fresh = false, ...how }: Putting & { fresh?: boolean },
  ): Promise<PutItem[]> {
    const { replaced = [], told = false } = how;
    const lists = await this.items.lock([
      ...items.map(({ discharge_list_id }) => discharge_list_id),
      ...replaced,
    ]);
    const { made, ...found } = await this.items.name(items, lists);
    const named = found.named as NamedContainer[];
    const stored = await this.lockItems(named, replaced);
    if (fresh && stored.length) throw twice();
    // one that was made just now was discharged by nobody
    const known = named.filter(({ container_id }) => !made.has(container_id));
    const discharged = await this.dischargedBefore(known, lists);
    const counts = new Map([...lists.values()].map((list) => [list.id, list.items]));
    const { refusal, ...plan } = putting({ counts, stored, discharged }, named, how);
    if (refusal) throw new Refused(refusal);
    const yields = how.bayplan === undefined ? undefined : KNOWN_OTHERWISE;
    return this.items.write(plan, { lists, named, made, told, yields });
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

  /** Locks containers, those of items that may go as well, and then the stored items of both. */
  private lockItems(
    named: { discharge_list_id: number; container_id: number }[],
    replaced: number[],
  ): Promise<StoredItem[]> {
    const { organization_id } = this.db.actor;
    const ids = named.map(({ container_id }) => container_id);
    const lists = [...new Set(named.map(({ discharge_list_id }) => discharge_list_id))];
    const ofReplaced = sql`i.discharge_list_id = ANY(${replaced}::bigint[])`;
    const places = new Set(named.map(placeOf));
    // One pass through the lists: a look-up for each item takes any index while the database knows nothing of the table yet.
    const stored = rows<StoredItem>(
      planned(sql`
        SELECT i.id, i.discharge_list_id, i.container_id, i.discharged_at, i.from_bayplan, i.edi_partner_id, i.container_status,
          i.bill_of_lading_number, i.port_of_loading_id, i.port_of_discharge_id, i.cell, i.dangerous
        FROM discharge_list_items i
        WHERE i.organization_id = ${organization_id} AND (
          i.discharge_list_id = ANY(${lists}::bigint[]) AND i.container_id = ANY(${ids}::bigint[]) OR ${ofReplaced})
        ORDER BY i.id FOR UPDATE`),
    );
    return this.items.lockItems(
      ids,
      sql`SELECT i.container_id FROM discharge_list_items i WHERE i.organization_id = ${organization_id} AND ${ofReplaced}`,
      stored.map((found) =>
        found.filter((item) => replaced.includes(item.discharge_list_id) || places.has(placeOf(item))),
      ),
    );
  }

  /** The containers that the voyages of their lists discharged before. */
  private async dischargedBefore(
    named: { discharge_list_id: number; container_id: number }[],
    lists: LockedLists,
  ): Promise<DischargedBefore[]> {
    const { organization_id } = this.db.actor;
    const asked = named.flatMap(({ discharge_list_id, container_id }) => {
      const { voyage_id } = lists.get(discharge_list_id)!;
      return voyage_id ? [{ discharge_list_id, container_id, voyage_id }] : [];
    });
    return this.db.run(
      rowsOfAll(
        inSets(asked).map((some) =>
          rows<DischargedBefore>(
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
      FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        AS a(discharge_list_id bigint, container_id bigint, voyage_id bigint)
      CROSS JOIN LATERAL (
        SELECT s.* FROM container_stays s
        WHERE s.organization_id = ${organization_id} AND s.container_id = a.container_id
          AND s.arrived_by_voyage_id = a.voyage_id AND s.status IN ('here', 'departed')
        ORDER BY s.number DESC LIMIT 1) s`),
          ),
        ),
      ),
    );
  }
}

/** SQL: whether others than bayplans say something of a stay `s` that a bayplan speaks of, too. */
const KNOWN_OTHERWISE = sql`NOT coalesce((
    SELECT bool_and(i.from_bayplan) FROM discharge_list_items i
    WHERE i.organization_id = s.organization_id AND i.container_id = s.container_id AND i.stay_id = s.id), false)
  OR EXISTS (
    SELECT FROM container_bills b WHERE b.organization_id = s.organization_id AND b.stay_id = s.id)`;

const twice = () => new Refused({ code: COMMON.taken, sentence: TWICE, field: 'container' });
