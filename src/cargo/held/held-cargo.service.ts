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
 * Says which cargo may not leave, be taken out or be loaded (decision 157): the one place that knows. Whoever changes
 * where cargo is asks here, all rows at once. What holds it, in SQL, is in `standing-holds.ts`.
 */
@Injectable()
export class HeldCargoService {
  constructor(private readonly db: Db) {}

  /**
   * Sees to it that none of this cargo is held, and that none gets held before the transaction ends.
   * @param done what may not be done with it: "loaded"
   * @param field the one of the request that asks for it
   * @throws Refused naming the first that is
   */
  async refuse(kind: CargoKind, ids: number[], done: string, field: string): Promise<void> {
    const [name] = (await this.among(kind, ids)).values();
    if (name) throw new Refused({ ...refusalOfHeld(kind, name, done), field });
  }

  /**
   * The names, by id and in the order of the ids, of the held ones. A container is held by the bills of what is in it,
   * too, unless it is only asked what may be `taken out`: goods of a free container may be, whosever bill is held.
   * Containers and then bills are locked first, each in the order of their ids, until the transaction ends: whoever
   * applies a hold meanwhile waits, and a hold that was being applied is seen. What held a container in the stay that
   * ended holds it while it is on a truck inside, also when it is announced again.
   */
  async among(kind: CargoKind, ids: number[], taken?: 'taken out'): Promise<Map<number, string>> {
    if (!ids.length) return new Map();
    const asked = this.asked(kind, ids);
    const [held, onTrucks] = await this.behindLocks(asked, !taken, (containers) =>
      all(this.heldNow(asked, containers, !taken), this.onTrucks(asked)),
    );
    const stays = onTrucks.map(({ stay_id }) => stay_id);
    // what is in a container is not held by what else is in it
    const ended = await this.db.run(this.heldStays(stays, kind === 'container' && !taken));
    return namesOf([...held, ...onTrucks.filter(({ stay_id }) => ended.some(({ id }) => id === stay_id))]);
  }

  /** The holds in force on the goods of these delivery orders, whose bills are locked as `among` locks them. */
  heldOrders(ids: number[]): Query<StandingHold[]> {
    return this.locking('delivery_order', ids, (asked) => this.heldNow(asked, NOWHERE, true));
  }

  /** Locks what holds containers that left in these stays, as `among` says. */
  lockStays(ids: number[]): Query<unknown> {
    return this.locking('container_stay', ids, () => known([]));
  }

  /**
   * Asks behind the locks of these containers, of those that they are in, and of their bills, as `among` takes them. All of
   * it is sent in one piece, and once more when it turns out that containers are in others.
   * @param ask what is asked; it locks nothing that is locked before containers
   */
  behindLocksOf<T>(container_ids: number[], ask: () => Query<T>): Promise<T> {
    return this.behindLocks(this.asked('container', container_ids), true, ask);
  }

  /** The holds of this cargo, in force or lifted for a time, in order of the cargo's ids. Locks nothing. */
  holdsOf(kind: CargoKind, ids: number[]): Query<StandingHold[]> {
    const asked = this.asked(kind, ids);
    return ids.length ? rows(standingHolds(asked, within(asked), IS_STANDING)) : known([]);
  }

  /** SQL: the bills that hold this cargo while they are held: of itself, of what it is in, and of what is in it. */
  billsAround(kind: CargoKind, ids: Sql): Sql {
    const asked = this.asked(kind, ids);
    return sql`
      WITH RECURSIVE within(id, container_id) AS (${within(asked)})
      SELECT l.bill_of_lading_id FROM (${holdingBills(asked)}) l`;
  }

  /** SQL: the ids of the holds, in force or lifted for a time, of the containers that these containers are in. */
  holdsOfOuter(ids: Sql): Sql {
    return holdsOfOuter(this.asked('container', ids));
  }

  /** The bills that each of these is on itself; a container in the stay that it shows. */
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

  /** The numbers, by id, of those bills that are held, locked as those of cargo are. */
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

  /** Those stays that are held, in the containers that they are of. */
  private heldStays(ids: number[], contents: boolean): Query<StandingHold[]> {
    return this.locking('container_stay', ids, (asked) => this.heldNow(asked, NOWHERE, contents), contents);
  }

  /**
   * The holds in force of this cargo.
   * @param containers SQL: in which containers it is, as `Within`
   */
  private heldNow(asked: Asked, containers: Sql, contents: boolean): Query<StandingHold[]> {
    return rows(standingHolds(asked, containers, IN_FORCE, contents));
  }

  /** Of this cargo, what is in containers that are announced again while a truck inside has them, with the stays that ended. */
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

  /** Locks the bills of what is in no container, and asks behind that. */
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
   * Locks the containers that this cargo is in, and then the bills, and asks behind that: in a statement of its own, since
   * the one that waited for the locks still sees the holds as they were before. All of it is sent in one piece, and once
   * more when it turns out that containers are in others.
   * @param contents whether the bills of what is in a container hold it, too
   * @param ask asks with pairs of cargo and container, as `Within`, in SQL
   */
  private async behindLocks<T>(
    asked: Asked<number[]>,
    contents: boolean,
    ask: (containers: Sql) => Query<T>,
  ): Promise<T> {
    // a container is in itself, which needs no statement to know
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

  /** The container that each of these is in itself. */
  private async containersOf(asked: Asked): Promise<Within[]> {
    const { container }: Holdable = HOLDABLE[asked.kind];
    return container ? this.db.query<Within>(directlyWithin(asked)) : [];
  }

  /**
   * Locks these containers, and says which of them are in which others. Whoever only refers to a container does not wait
   * for that: two that have done so, and lock it then, would wait for each other.
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

/** Cargo in a container that is announced again, and the stay in which a truck inside took that. */
interface OnTruck {
  id: number;
  name: string;
  stay_id: number;
}

/** SQL: pairs of cargo that is in no container. */
const NOWHERE = pairs([]);

/** The names of cargo by its id, in the order of the ids. */
function namesOf(cargo: { id: number; name: string }[]): Map<number, string> {
  return new Map(cargo.toSorted((one, other) => one.id - other.id).map(({ id, name }) => [id, name]));
}

const isSame = (one: Within, other: Within) => one.id === other.id && one.container_id === other.container_id;
