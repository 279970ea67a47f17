import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { all, effect, known, type Query, rows } from '../../common/database/sql/query';
import { IN_FORCE } from './applied-hold';
import { HeldCargoLocks } from './held-cargo-locks';
import { namesOfHeld, type OnTruck, requireFree } from './held-cargo.rules';
import { type CargoKind, type Done, type Holdable, HOLDABLE, nameOf } from './holdable-cargo';
import {
  type Asked,
  heldOnceStripped,
  holdingBills,
  holdsOfOuter,
  IS_STANDING,
  NOWHERE,
  type StandingHold,
  standingHolds,
  within,
} from './standing-holds';

/**
 * Which holds count: whether those on the bills of a container's contents do, and whether only those that keep packages
 * in their container do.
 */
interface Which {
  contents: boolean;
  stripping: boolean;
}

/**
 * Decides which cargo may not leave, be taken out or be loaded (decision 157). Every change of a cargo's place checks
 * this, all rows at once. The SQL is in `standing-holds.ts`.
 */
@Injectable()
export class HeldCargoService {
  private readonly locks: HeldCargoLocks;

  constructor(private readonly db: Db) {
    this.locks = new HeldCargoLocks(db);
  }

  /**
   * Requires that none of this cargo is held, and that no hold is applied before the transaction ends.
   * @param done what the caller is about to do with the cargo
   * @param field the field of the request to name in a refusal
   * @throws Refused naming the first held cargo
   */
  async refuse(kind: CargoKind, ids: number[], done: Done, field: string): Promise<void> {
    requireFree(kind, await this.among(kind, ids), done, field);
  }

  /**
   * The names of the held cargo, by id and in order of the ids.
   * The bills of its contents hold a container too, except when goods are `taken out` or `delivered`: a hold on the
   * bill of some goods does not keep goods inside a container that is itself free. What is `taken out` is kept by holds
   * of types with `keeps_stripping` only.
   * Locks the containers and then the bills, each in order of the ids, until the transaction ends. A hold that is being
   * applied is seen, and a later application waits.
   * The holds of an ended stay still hold a container that is on a truck inside the terminal, even when it is announced
   * again.
   */
  async among(
    kind: CargoKind,
    ids: number[],
    goods?: 'taken out' | 'delivered',
  ): Promise<Map<number, string>> {
    if (!ids.length) return new Map();
    const asked = this.asked(kind, ids);
    const which = { contents: !goods, stripping: goods === 'taken out' };
    const [held, onTrucks] = await this.locks.behindLocks(asked, which.contents, (containers) =>
      all(this.heldNow(asked, containers, which), this.onTrucks(asked)),
    );
    const stays = onTrucks.map(({ stay_id }) => stay_id);
    // Cargo in a container is not held by the other contents of that container.
    const contents = kind === 'container' && which.contents;
    const ended = await this.db.run(this.heldStays(stays, { ...which, contents }));
    return namesOfHeld(held, onTrucks, ended);
  }

  /**
   * The names of packing list items that were taken out of a container in spite of a hold, which keeps them from being
   * delivered, by id.
   */
  async onceStripped(item_ids: number[]): Promise<Map<number, string>> {
    if (!item_ids.length) return new Map();
    const held = await this.db.query<{ id: number; name: string }>(
      heldOnceStripped(this.db.actor.organization_id, item_ids),
    );
    return namesOfHeld(held, [], []);
  }

  /** The holds in force on the goods of these delivery orders. Locks their bills as `among` does. */
  heldOrders(ids: number[]): Query<StandingHold[]> {
    const asked = this.asked('delivery_order', ids);
    return this.locks.behindBills(asked, true, this.heldNow(asked, NOWHERE, {}));
  }

  /** Locks the bills that hold the containers of these ended stays, as `among` does. */
  lockStays(ids: number[]): Query<unknown> {
    return this.locks.behindBills(this.asked('container_stay', ids), true, known([]));
  }

  /**
   * Runs a query behind the locks of the slots with tiers that these containers stand in, of the containers there and of
   * those around them, and of their bills, in the lock order of `among`. All statements are pipelined in one round trip, and in another one for each level of outer
   * containers that the locks reveal.
   * @param ask the query; it takes no lock that precedes containers in the lock order
   */
  behindLocksOf<T>(container_ids: number[], ask: () => Query<T>): Promise<T> {
    return this.locks.behindLocks(this.asked('container', container_ids), true, ask, true);
  }

  /** The holds of this cargo that are in force or lifted for a time, in order of the cargo's ids. Takes no locks. */
  holdsOf(kind: CargoKind, ids: number[]): Query<StandingHold[]> {
    const asked = this.asked(kind, ids);
    return ids.length ? rows(standingHolds(asked, within(asked), IS_STANDING)) : known([]);
  }

  /**
   * SQL: the bills whose holds would hold this cargo: its own, those of the containers around it, and those of its
   * contents.
   */
  billsAround(kind: CargoKind, ids: Sql): Sql {
    const asked = this.asked(kind, ids);
    return sql`
      WITH RECURSIVE within(id, container_id) AS (${within(asked)})
      SELECT l.bill_of_lading_id FROM (${holdingBills(asked)}) l`;
  }

  /** SQL: the ids of the holds, in force or lifted for a time, of the containers around these containers. */
  holdsOfOuter(ids: Sql): Sql {
    return holdsOfOuter(this.asked('container', ids));
  }

  /** The bills that each piece of cargo itself is on; for a container, in the stay that it shows. */
  async billsOf(kind: CargoKind, ids: number[]): Promise<Map<number, number[]>> {
    if (!ids.length) return new Map();
    const { table, bills } = HOLDABLE[kind];
    const rows = await this.db.query<{ id: number; bills: number[] }>(sql`
      SELECT t.id, json_agg(l.bill_of_lading_id) AS bills
      FROM ${raw(table)} t CROSS JOIN LATERAL (${raw(bills)}) l
      WHERE t.organization_id = ${this.db.actor.organization_id} AND ${among('t.id', ids)}
        AND l.bill_of_lading_id IS NOT NULL
      GROUP BY t.id`);
    return new Map(rows.map((row) => [row.id, row.bills]));
  }

  /** The numbers of those bills that are held, by id. Locks the bills as `among` does. */
  async heldBills(ids: number[]): Promise<Map<number, string>> {
    if (!ids.length) return new Map();
    const { organization_id } = this.db.actor;
    const chosen = sql`b.organization_id = ${organization_id} AND ${among('b.id', ids)}`;
    const [, held] = await this.db.pipeline(
      effect(sql`SELECT FROM bill_of_ladings b WHERE ${chosen} ORDER BY b.id FOR SHARE`),
      rows<{ id: number; number: string }>(sql`
        SELECT b.id, b.number FROM bill_of_ladings b
        WHERE ${chosen} AND EXISTS (
          SELECT FROM bill_of_lading_holds h
          WHERE h.organization_id = b.organization_id AND h.bill_of_lading_id = b.id AND ${IN_FORCE})
        ORDER BY b.id`),
    );
    return new Map(held.map(({ id, number }) => [id, number]));
  }

  private asked<Ids>(kind: CargoKind, ids: Ids): Asked<Ids> {
    return { organization_id: this.db.actor.organization_id, kind, ids };
  }

  /** The holds in force on the containers of these ended stays. Locks their bills as `among` does. */
  private heldStays(ids: number[], which: Which): Query<StandingHold[]> {
    const asked = this.asked('container_stay', ids);
    return this.locks.behindBills(asked, which.contents, this.heldNow(asked, NOWHERE, which));
  }

  /**
   * The holds in force on this cargo.
   * @param containers SQL: the containers around the cargo, in the columns of `Within`
   */
  private heldNow(asked: Asked, containers: Sql, which: Partial<Which>): Query<StandingHold[]> {
    return rows(standingHolds(asked, containers, IN_FORCE, which));
  }

  /**
   * The cargo in containers that are announced again while a truck inside still has them, with the stays that ended.
   */
  private onTrucks(asked: Asked): Query<OnTruck[]> {
    const { organization_id, kind } = asked;
    const { table, container }: Holdable = HOLDABLE[kind];
    if (!container) return known([]);
    return rows(sql`
      WITH RECURSIVE within(id, container_id) AS (${within(asked)})
      SELECT t.id, ${raw(nameOf(kind))} AS name, s.id AS stay_id FROM within w
      JOIN ${raw(table)} t ON t.organization_id = ${organization_id} AND t.id = w.id
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = w.container_id
      JOIN container_stays n ON n.organization_id = c.organization_id AND n.id = c.stay_id AND n.status = 'announced'
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.container_id = c.id
        AND s.status = 'departed' AND stay_is_on_truck(s.organization_id, s.id)`);
  }
}
