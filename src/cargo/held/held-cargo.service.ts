import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { all, effect, known, type Query, rows } from '../../common/database/query';
import { Refused } from '../../common/errors/errors';
import { IN_FORCE } from './applied-hold';
import { CargoKind, Holdable, HOLDABLE, LOCATED, nameOf, refusalOfHeld } from './holdable-cargo';
import {
  Asked,
  directlyWithin,
  holdingBills,
  holdsOfOuter,
  IS_STANDING,
  pairs,
  StandingHold,
  standingHolds,
  Within,
  within,
} from './standing-holds';

/**
 * Decides which cargo may not leave, be taken out or be loaded (decision 157). Every change of a cargo's place checks
 * this, all rows at once. The SQL is in `standing-holds.ts`.
 */
@Injectable()
export class HeldCargoService {
  constructor(private readonly db: Db) {}

  /**
   * Requires that none of this cargo is held, and that no hold is applied before the transaction ends.
   * @param done what the caller is about to do with the cargo, e.g. "loaded"
   * @param field the field of the request to name in a refusal
   * @throws Refused naming the first held cargo
   */
  async refuse(kind: CargoKind, ids: number[], done: string, field: string): Promise<void> {
    const [name] = (await this.among(kind, ids)).values();
    if (name) throw new Refused({ ...refusalOfHeld(kind, name, done), field });
  }

  /**
   * The names of the held cargo, by id and in order of the ids.
   * The bills of its contents hold a container too, except when goods are `taken out`: a hold on the bill of some goods
   * does not keep goods inside a container that is itself free.
   * Locks the containers and then the bills, each in order of the ids, until the transaction ends. A hold that is being
   * applied is seen, and a later application waits.
   * The holds of an ended stay still hold a container that is on a truck inside the terminal, even when it is announced
   * again.
   */
  async among(kind: CargoKind, ids: number[], taken?: 'taken out'): Promise<Map<number, string>> {
    if (!ids.length) return new Map();
    const asked = this.asked(kind, ids);
    const [held, onTrucks] = await this.behindLocks(asked, !taken, (containers) =>
      all(this.heldNow(asked, containers, !taken), this.onTrucks(asked)),
    );
    const stays = onTrucks.map(({ stay_id }) => stay_id);
    // Cargo in a container is not held by the other contents of that container.
    const ended = await this.db.run(this.heldStays(stays, kind === 'container' && !taken));
    return namesOf([...held, ...onTrucks.filter(({ stay_id }) => ended.some(({ id }) => id === stay_id))]);
  }

  /** The holds in force on the goods of these delivery orders. Locks their bills as `among` does. */
  heldOrders(ids: number[]): Query<StandingHold[]> {
    return this.locking('delivery_order', ids, (asked) => this.heldNow(asked, NOWHERE, true));
  }

  /** Locks the bills that hold the containers of these ended stays, as `among` does. */
  lockStays(ids: number[]): Query<unknown> {
    return this.locking('container_stay', ids, () => known([]));
  }

  /**
   * Runs a query behind the locks of these containers, of the containers around them, and of their bills, in the lock
   * order of `among`. All statements are pipelined in one round trip, and in another one for each level of outer
   * containers that the locks reveal.
   * @param ask the query; it takes no lock that precedes containers in the lock order
   */
  behindLocksOf<T>(container_ids: number[], ask: () => Query<T>): Promise<T> {
    return this.behindLocks(this.asked('container', container_ids), true, ask);
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
  private heldStays(ids: number[], contents: boolean): Query<StandingHold[]> {
    return this.locking('container_stay', ids, (asked) => this.heldNow(asked, NOWHERE, contents), contents);
  }

  /**
   * The holds in force on this cargo.
   * @param containers SQL: the containers around the cargo, in the columns of `Within`
   */
  private heldNow(asked: Asked, containers: Sql, contents: boolean): Query<StandingHold[]> {
    return rows(standingHolds(asked, containers, IN_FORCE, contents));
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

  /** Runs a query behind the locks of the bills, for cargo that is in no container. */
  private locking<T>(
    kind: 'delivery_order' | 'container_stay',
    ids: number[],
    ask: (asked: Asked) => Query<T[]>,
    contents = true,
  ): Query<T[]> {
    if (!ids.length) return known([]);
    const asked = this.asked(kind, ids);
    return all(this.lockBills(asked, NOWHERE, contents), ask(asked)).map(([, answer]) => answer);
  }

  /**
   * Locks the containers around this cargo and then the bills, and runs a query behind these locks. The query is a
   * statement of its own, because the statement that waited for a lock keeps its old snapshot. All statements are
   * pipelined in one round trip, and in another one for each level of outer containers that the locks reveal.
   * @param contents whether the bills of a container's contents hold it too
   * @param ask makes the query from SQL for the containers around the cargo, in the columns of `Within`
   */
  private async behindLocks<T>(
    asked: Asked<number[]>,
    contents: boolean,
    ask: (containers: Sql) => Query<T>,
  ): Promise<T> {
    // A container counts as inside itself, so that its first level needs no query.
    const found =
      asked.kind === 'container'
        ? [...new Set(asked.ids)].map((id) => ({ id, container_id: id }))
        : await this.containersOf(asked);
    for (let level = found; ; found.push(...level)) {
      const containers = pairs(found);
      const [outer, , answer] = await this.db.pipeline(
        this.lockContainers(level),
        this.lockBills(asked, containers, contents),
        ask(containers),
      );
      level = level
        .map(({ id, container_id }) => ({ id, container_id: outer.get(container_id) ?? 0 }))
        .filter((pair) => pair.container_id && !found.some((each) => isSame(each, pair)));
      if (!level.length) return answer;
    }
  }

  /** The container that directly contains each piece of cargo. */
  private async containersOf(asked: Asked): Promise<Within[]> {
    const { container }: Holdable = HOLDABLE[asked.kind];
    return container ? this.db.query<Within>(directlyWithin(asked)) : [];
  }

  /**
   * Locks these containers, and returns the container that each of them is in. The lock is no FOR UPDATE, because
   * foreign keys to the containers must not wait for it: two transactions that refer to a container and lock it
   * afterwards would deadlock.
   */
  private lockContainers(level: Within[]): Query<Map<number, number | null>> {
    if (!level.length) return known(new Map<number, number | null>());
    const ids = level.map(({ container_id }) => container_id);
    return rows<{ id: number; container_id: number | null }>(sql`
      SELECT t.id, ${raw(LOCATED)} AS container_id FROM containers t
      WHERE t.organization_id = ${this.db.actor.organization_id} AND ${among('t.id', ids)}
      ORDER BY t.id FOR NO KEY UPDATE`).map(
      (containers) => new Map(containers.map(({ id, container_id }) => [id, container_id])),
    );
  }

  private lockBills(asked: Asked<number[]>, containers: Sql, contents: boolean): Query<void> {
    if (!asked.ids.length) return known(undefined);
    return effect(sql`
      WITH within(id, container_id) AS (${containers})
      SELECT FROM bill_of_ladings b
      WHERE b.organization_id = ${asked.organization_id}
        AND b.id IN (SELECT l.bill_of_lading_id FROM (${holdingBills(asked, contents)}) l)
      ORDER BY b.id FOR SHARE`);
  }
}

/** Cargo in a container that is announced again, and the ended stay in which a truck inside took the container. */
interface OnTruck {
  id: number;
  name: string;
  stay_id: number;
}

/** SQL: no rows in the columns of `Within`, for cargo that is in no container. */
const NOWHERE = pairs([]);

/** The names by id, in order of the ids. */
function namesOf(cargo: { id: number; name: string }[]): Map<number, string> {
  return new Map(cargo.toSorted((one, other) => one.id - other.id).map(({ id, name }) => [id, name]));
}

const isSame = (one: Within, other: Within) => one.id === other.id && one.container_id === other.container_id;
