import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
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
    const inForce = (asked: Asked<number[]>, contents: boolean) =>
      this.behindLocks(asked, contents, (known) =>
        this.db.query<StandingHold>(standingHolds(asked, known, IN_FORCE, contents)),
      );
    const asked = this.asked(kind, ids);
    // they go out together, of containers behind the locks
    const [held, onTrucks] = await Promise.all([inForce(asked, !taken), this.onTrucks(asked)]);
    const stays = onTrucks.map(({ stay_id }) => stay_id);
    // what is in a container is not held by what else is in it
    const ended = stays.length
      ? await inForce(this.asked('container_stay', stays), kind === 'container' && !taken)
      : [];
    const all = [...held, ...onTrucks.filter(({ stay_id }) => ended.some(({ id }) => id === stay_id))];
    return new Map(all.toSorted((one, other) => one.id - other.id).map(({ id, name }) => [id, name]));
  }

  /** The holds of this cargo, in force or lifted for a time, in order of the cargo's ids. Locks nothing. */
  async holdsOf(kind: CargoKind, ids: number[]): Promise<StandingHold[]> {
    const asked = this.asked(kind, ids);
    return ids.length ? this.db.query(standingHolds(asked, within(asked), IS_STANDING)) : [];
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

  /** Locks what holds this cargo, as `among` says. */
  async lock(kind: CargoKind, ids: number[]): Promise<void> {
    if (ids.length) await this.behindLocks(this.asked(kind, ids), true, () => Promise.resolve());
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
    await this.db.query(sql`SELECT FROM bill_of_ladings b WHERE ${chosen} ORDER BY b.id FOR SHARE`);
    const held = await this.db.query<{ id: number; number: string }>(sql`
      SELECT b.id, b.number FROM bill_of_ladings b
      WHERE ${chosen} AND EXISTS (
        SELECT FROM bill_of_lading_holds h
        WHERE h.organization_id = b.organization_id AND h.bill_of_lading_id = b.id AND ${IN_FORCE})
      ORDER BY b.id`);
    return new Map(held.map(({ id, number }) => [id, number]));
  }

  private asked<Ids>(kind: CargoKind, ids: Ids): Asked<Ids> {
    return { organization_id: this.db.actor.organization_id, kind, ids };
  }

  /** Of this cargo, what is in containers that are announced again while a truck inside has them, with the stays that ended. */
  private async onTrucks(asked: Asked): Promise<{ id: number; name: string; stay_id: number }[]> {
    const { organization_id, kind } = asked;
    const { table, container }: Holdable = HOLDABLE[kind];
    if (!container) return [];
    return this.db.query(sql`
      WITH RECURSIVE within(id, container_id) AS (${within(asked)})
      SELECT t.id, ${raw(nameOf(kind))} AS name, s.id AS stay_id FROM within w
      JOIN ${raw(table)} t ON t.organization_id = ${organization_id} AND t.id = w.id
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = w.container_id
      JOIN container_stays n ON n.organization_id = c.organization_id AND n.id = c.stay_id AND n.status = 'announced'
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.container_id = c.id
        AND s.status = 'departed' AND stay_is_on_truck(s.organization_id, s.id)`);
  }

  /**
   * Locks the containers that this cargo is in, and then the bills, and asks behind that: in a statement of its own, since
   * the one that waited for the locks still sees the holds as they were before. All of it goes out together, and once more
   * when it turns out that containers are in others.
   * @param contents whether the bills of what is in a container hold it, too
   * @param ask asks with pairs of cargo and container, as `Within`, in SQL
   */
  private async behindLocks<T>(
    asked: Asked<number[]>,
    contents: boolean,
    ask: (known: Sql) => Promise<T>,
  ): Promise<T> {
    // containers are locked before anything else is asked: nothing is waited for where it is known already which they are
    const known =
      asked.kind === 'container'
        ? [...new Set(asked.ids)].map((id) => ({ id, container_id: id }))
        : await this.containersOf(asked);
    for (let level = known; ; known.push(...level)) {
      const all = pairs(known);
      const [outer, , answer] = await Promise.all([
        this.lockContainers(level),
        this.lockBills(asked, all, contents),
        ask(all),
      ]);
      level = level
        .map(({ id, container_id }) => ({ id, container_id: outer.get(container_id) ?? 0 }))
        .filter((pair) => pair.container_id && !known.some((each) => isSame(each, pair)));
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
  private async lockContainers(level: Within[]): Promise<Map<number, number | null>> {
    if (!level.length) return new Map();
    const ids = level.map(({ container_id }) => container_id);
    const containers = await this.db.query<{ id: number; container_id: number | null }>(sql`
      SELECT t.id, ${raw(LOCATED)} AS container_id FROM containers t
      WHERE t.organization_id = ${this.db.actor.organization_id} AND ${among('t.id', ids)}
      ORDER BY t.id FOR NO KEY UPDATE`);
    return new Map(containers.map(({ id, container_id }) => [id, container_id]));
  }

  private async lockBills(asked: Asked, known: Sql, contents: boolean): Promise<void> {
    await this.db.query(sql`
      WITH within(id, container_id) AS (${known})
      SELECT FROM bill_of_ladings b
      WHERE b.organization_id = ${asked.organization_id}
        AND b.id IN (SELECT l.bill_of_lading_id FROM (${holdingBills(asked, contents)}) l)
      ORDER BY b.id FOR SHARE`);
  }
}

const isSame = (one: Within, other: Within) => one.id === other.id && one.container_id === other.container_id;
