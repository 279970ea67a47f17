import { Injectable } from '@nestjs/common';
import sql, { empty, raw, Sql } from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { naming, Refusal, Refused } from '../../common/errors/errors';
import { CARGO as CODES } from '../cargo.codes';
import { inForce } from './applied-hold';
import { BILLS_OF_CONTENTS } from './unlifted-holds';

/** What can be held: by holds of its own (containers only), of its bills, and of the container that it is in. */
interface Cargo {
  table: string;
  /** What a sentence calls one. */
  word: string;
  /** SQL, for a row `t`: what it is known by; its bills; the container that it is in, if it can be in one. */
  name: string;
  bills: string;
  container?: string;
  /** SQL: the bills of what is in it, if something can be; and holds of its own, as a condition on the hold `h`. */
  contents?: string;
  own?: string;
}

const ofBill = 'SELECT t.bill_of_lading_id';
const linkedBills = (table: string, column: string, own: string) =>
  `SELECT l.bill_of_lading_id FROM ${table} l WHERE l.organization_id = t.organization_id AND l.${column} = t.${own}`;
const LOCATED = `CASE WHEN t.current_location_type = 'Container' THEN t.current_location_id END`;

const CARGO = {
  container: {
    table: 'containers',
    word: 'Container',
    name: 't.number',
    bills: linkedBills('container_bills', 'stay_id', 'stay_id'),
    container: 't.id',
    contents: BILLS_OF_CONTENTS('t.organization_id', 't.id', 't.stay_id'),
  },
  /** A container in a stay that is over, on the truck that takes it out: also what waits for its next stay keeps it. */
  container_stay: {
    table: 'container_stays',
    word: 'Container',
    name: '(SELECT c.number FROM containers c WHERE c.organization_id = t.organization_id AND c.id = t.container_id)',
    bills: linkedBills('container_bills', 'stay_id', 'id'),
    contents: BILLS_OF_CONTENTS('t.organization_id', 't.container_id', 't.id'),
    own: `h.container_id = t.container_id AND (h.stay_id = t.id OR h.stay_id IN (
      SELECT s.id FROM container_stays s
      WHERE s.organization_id = t.organization_id AND s.container_id = t.container_id AND s.status = 'announced'))`,
  },
  vehicle: {
    table: 'vehicles',
    word: 'Vehicle',
    name: 't.vin_number',
    bills: linkedBills('vehicle_bills', 'vehicle_id', 'id'),
    container: LOCATED,
  },
  breakbulk: {
    table: 'breakbulks',
    word: 'Breakbulk',
    name: 't.reference_number',
    bills: ofBill,
    container: LOCATED,
  },
  packing_list_item: {
    table: 'packing_list_items',
    word: 'Packing list item',
    name: 't.reference_number',
    bills: ofBill,
    container: 'CASE WHEN NOT t.has_been_stripped THEN t.container_id END',
  },
  /** The goods of a delivery order. */
  delivery_order: { table: 'delivery_orders', word: 'Delivery order', name: 't.number', bills: ofBill },
} as const satisfies Record<string, Cargo>;

export type CargoKind = keyof typeof CARGO;

/** Which cargo: its ids, or SQL that selects one. */
type Ids = number[] | Sql;

/**
 * Says which cargo may not leave, be taken out or be loaded (decision 157): the one place that knows. Whoever changes
 * where cargo is asks here, all rows at once.
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
    const inForce = (which: CargoKind, of: number[], out: typeof taken) =>
      this.behindLocks(which, of, out, (within) =>
        this.db.query<StandingHold>(this.standing(which, of, within, IN_FORCE, !out)),
      );
    // they go out together, of containers behind the locks
    const [held, onTrucks] = await Promise.all([inForce(kind, ids, taken), this.onTrucks(kind, ids)]);
    const stays = onTrucks.map(({ stay_id }) => stay_id);
    // what is in a container is not held by what else is in it
    const ended = stays.length
      ? await inForce('container_stay', stays, kind === 'container' ? taken : 'taken out')
      : [];
    const all = [...held, ...onTrucks.filter(({ stay_id }) => ended.some(({ id }) => id === stay_id))];
    return new Map(all.toSorted((one, other) => one.id - other.id).map(({ id, name }) => [id, name]));
  }

  /** Of this cargo, what is in containers that are announced again while a truck inside has them, with the stays that ended. */
  private async onTrucks(
    kind: CargoKind,
    ids: number[],
  ): Promise<{ id: number; name: string; stay_id: number }[]> {
    const { table, name, container }: Cargo = CARGO[kind];
    if (!container) return [];
    const { organization_id } = this.db.actor;
    return this.db.query(sql`
      WITH RECURSIVE within(id, container_id) AS (${this.within(kind, ids)})
      SELECT t.id, ${raw(name)} AS name, s.id AS stay_id FROM within w
      JOIN ${raw(table)} t ON t.organization_id = ${organization_id} AND t.id = w.id
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = w.container_id
      JOIN container_stays n ON n.organization_id = c.organization_id AND n.id = c.stay_id AND n.status = 'announced'
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.container_id = c.id
        AND s.status = 'departed' AND stay_is_on_truck(s.organization_id, s.id)`);
  }

  /** The holds of this cargo, in force or lifted for a time, in order of the cargo's ids. Locks nothing. */
  async holdsOf(kind: CargoKind, ids: number[]): Promise<StandingHold[]> {
    return ids.length ? this.db.query(this.standing(kind, ids, this.within(kind, ids), LASTING)) : [];
  }

  /** SQL: the bills that hold this cargo while they are held: of itself, of what it is in, and of what is in it. */
  billsAround(kind: CargoKind, ids: Ids): Sql {
    return sql`
      WITH RECURSIVE within(id, container_id) AS (${this.within(kind, ids)})
      SELECT l.bill_of_lading_id FROM (${this.bills(kind, ids, true)}) l`;
  }

  /** SQL: the ids of the holds, in force or lifted for a time, of the containers that these containers are in. */
  holdsOfOuter(ids: Ids): Sql {
    const { organization_id } = this.db.actor;
    return sql`
      WITH RECURSIVE within(id, container_id) AS (${this.within('container', ids)})
      SELECT h.id FROM within w
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = w.container_id AND c.id <> w.id
      JOIN container_holds h ON h.organization_id = c.organization_id AND h.container_id = c.id
        AND (h.stay_id = c.stay_id OR h.stay_id IS NULL) AND ${LASTING}`;
  }

  /** Locks what holds this cargo, as `among` says. */
  async lock(kind: CargoKind, ids: number[]): Promise<void> {
    await this.behindLocks(kind, ids, undefined, () => Promise.resolve());
  }

  /**
   * SQL: the holds of this cargo that fulfil a condition on the hold `h`; those of a container before those of bills.
   * @param within SQL: pairs of cargo and container, as `Within`
   */
  private standing(kind: CargoKind, ids: Ids, within: Sql, condition: Sql, contents = true): Sql {
    const { organization_id } = this.db.actor;
    const { table, name, own }: Cargo = CARGO[kind];
    const facts =
      raw(`h.id AS hold_id, h.hold_type_id, h.reference_number, h.lifted_until, ${IN_FORCE_TEXT} IS TRUE AS in_force,
      CASE WHEN h.lifted_at IS NULL THEN h.applied_at ELSE coalesce(h.lifted_until, h.applied_at) END AS since`);
    return sql`
      WITH RECURSIVE within(id, container_id) AS (${within})
      SELECT t.id, ${raw(name)} AS name, h.container, h.bill_id, b.number AS bill, m.client_identifier AS manifest,
        h.hold_id, h.hold_type_id, y.name AS hold_type,
        h.reference_number, h.lifted_until, h.in_force, h.since
      FROM ${raw(table)} t
      JOIN (
        SELECT l.id, NULL AS container, l.bill_of_lading_id AS bill_id, ${facts} FROM (${this.bills(kind, ids, contents)}) l
        JOIN bill_of_lading_holds h ON h.organization_id = ${organization_id}
          AND h.bill_of_lading_id = l.bill_of_lading_id AND ${condition}
        UNION ALL
        SELECT w.id, c.number, NULL, ${facts} FROM within w
        JOIN containers c ON c.organization_id = ${organization_id} AND c.id = w.container_id
        JOIN container_holds h ON h.organization_id = c.organization_id AND h.container_id = c.id
          AND (h.stay_id = c.stay_id OR h.stay_id IS NULL) AND ${condition}
        ${
          own
            ? sql`
        UNION ALL
        SELECT t.id, ${raw(name)}, NULL, ${facts} FROM ${raw(table)} t
        JOIN container_holds h ON h.organization_id = t.organization_id AND ${raw(own)} AND ${condition}
        WHERE t.organization_id = ${organization_id} AND ${among('t.id', ids)}`
            : empty
        }
      ) h ON h.id = t.id
      JOIN hold_types y ON y.organization_id = t.organization_id AND y.id = h.hold_type_id
      LEFT JOIN bill_of_ladings b ON b.organization_id = t.organization_id AND b.id = h.bill_id
      LEFT JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
      WHERE t.organization_id = ${organization_id} AND ${among('t.id', ids)}
      ORDER BY t.id, h.bill_id NULLS FIRST, h.hold_id`;
  }

  /** The bills that each of these is on itself; a container in the stay that it shows. */
  async billsOf(kind: CargoKind, ids: number[]): Promise<Map<number, number[]>> {
    if (!ids.length) return new Map();
    const { table, bills } = CARGO[kind];
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

  /** SQL: the containers that this cargo is in, and those that they are in. */
  private within(kind: CargoKind, ids: Ids): Sql {
    const { organization_id } = this.db.actor;
    return sql`
      ${this.directlyWithin(kind, ids)}
      UNION
      SELECT w.id, ${raw(LOCATED)} FROM within w
      JOIN containers t ON t.organization_id = ${organization_id} AND t.id = w.container_id AND ${raw(LOCATED)} IS NOT NULL`;
  }

  /**
   * Locks the containers that this cargo is in, and then the bills, and asks behind that: in a statement of its own, since
   * the one that waited for the locks still sees the holds as they were before. All of it goes out together, and once more
   * when it turns out that containers are in others.
   * @param ask asks with pairs of cargo and container, as `Within`, in SQL
   */
  private async behindLocks<T>(
    kind: CargoKind,
    ids: number[],
    taken: 'taken out' | undefined,
    ask: (within: Sql) => Promise<T>,
  ): Promise<T> {
    // nothing is waited for before the locks where it is known already what they are
    const within =
      kind === 'container'
        ? [...new Set(ids)].map((id) => ({ id, container_id: id }))
        : 'container' in CARGO[kind]
          ? await this.db.query<Within>(this.directlyWithin(kind, ids))
          : [];
    for (let level = within; ; within.push(...level)) {
      const all = pairs(within);
      const [outer, , answer] = await Promise.all([
        this.lockContainers(level),
        this.lockBills(kind, ids, all, !taken),
        ask(all),
      ]);
      level = level
        .map(({ id, container_id }) => ({ id, container_id: outer.get(container_id) ?? 0 }))
        .filter((pair) => pair.container_id && !within.some((each) => isSame(each, pair)));
      if (!level.length) return answer;
    }
  }

  /**
   * Locks these containers, and says which of them are in which others. Whoever only refers to a container does not wait
   * for that: two that have done so, and lock it then, would wait for each other.
   */
  private async lockContainers(within: Within[]): Promise<Map<number, number | null>> {
    if (!within.length) return new Map();
    const ids = within.map(({ container_id }) => container_id);
    const containers = await this.db.query<{ id: number; container_id: number | null }>(sql`
      SELECT t.id, ${raw(LOCATED)} AS container_id FROM containers t
      WHERE t.organization_id = ${this.db.actor.organization_id} AND ${among('t.id', ids)}
      ORDER BY t.id FOR NO KEY UPDATE`);
    return new Map(containers.map(({ id, container_id }) => [id, container_id]));
  }

  private async lockBills(kind: CargoKind, ids: number[], within: Sql, contents: boolean): Promise<void> {
    const { organization_id } = this.db.actor;
    await this.db.query(sql`
      WITH within(id, container_id) AS (${within})
      SELECT FROM bill_of_ladings b
      WHERE b.organization_id = ${organization_id}
        AND b.id IN (SELECT l.bill_of_lading_id FROM (${this.bills(kind, ids, contents)}) l)
      ORDER BY b.id FOR SHARE`);
  }

  /** SQL: the container that each of these is in; a container is in itself. */
  private directlyWithin(kind: CargoKind, ids: Ids): Sql {
    const { table, container = 'NULL::bigint' }: Cargo = CARGO[kind];
    return sql`
      SELECT t.id, ${raw(container)} AS container_id FROM ${raw(table)} t
      WHERE t.organization_id = ${this.db.actor.organization_id} AND ${among('t.id', ids)}
        AND ${raw(container)} IS NOT NULL`;
  }

  /** SQL: pairs of cargo and bill that holds it when it is held itself, beside the table `within`. */
  private bills(kind: CargoKind, ids: Ids, contents: boolean): Sql {
    const { organization_id } = this.db.actor;
    const { table, bills, contents: inIt }: Cargo = CARGO[kind];
    const inside = sql`
      UNION
      SELECT t.id, l.bill_of_lading_id FROM ${raw(table)} t CROSS JOIN LATERAL (${raw(inIt ?? '')}) l
      WHERE t.organization_id = ${organization_id} AND ${among('t.id', ids)}`;
    return sql`
      SELECT t.id, l.bill_of_lading_id FROM ${raw(table)} t CROSS JOIN LATERAL (${raw(bills)}) l
      WHERE t.organization_id = ${organization_id} AND ${among('t.id', ids)}
      UNION
      SELECT w.id, l.bill_of_lading_id FROM within w
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = w.container_id
      JOIN container_bills l ON l.organization_id = c.organization_id AND l.stay_id = c.stay_id
      ${inIt && contents ? inside : empty}`;
  }
}

/** A hold of cargo that is in force, or will be again. */
export interface StandingHold {
  /** The cargo. */
  id: number;
  name: string;
  /** The number of the container that is held: this one, or one that it is in; null for a hold on a bill. */
  container: string | null;
  /** The bill that is held, and the client identifier of its manifest; null for a hold on a container. */
  bill_id: number | null;
  bill: string | null;
  manifest: string | null;
  hold_id: number;
  hold_type_id: number;
  hold_type: string;
  reference_number: string | null;
  lifted_until: Date | null;
  in_force: boolean;
  since: Date;
}

/** Cargo, and a container that it is in at any depth; a container is in itself. */
interface Within {
  id: number;
  container_id: number;
}

const isSame = (one: Within, other: Within) => one.id === other.id && one.container_id === other.container_id;

/** SQL: these pairs. */
function pairs(within: Within[]): Sql {
  const ids = within.map(({ id }) => id);
  const containers = within.map(({ container_id }) => container_id);
  return sql`SELECT * FROM unnest(${ids}::bigint[], ${containers}::bigint[])`;
}

/** Why something is not done with held cargo: "loaded". */
export function refusalOfHeld(kind: CargoKind, name: string, done: string): Refusal {
  return {
    code: kind === 'container' ? CODES.container_held : CODES.cargo_held,
    sentence: `${CARGO[kind].word} ${name} has unlifted holds and cannot be ${done}.`,
    records: naming(kind, name),
  };
}

const IN_FORCE_TEXT = inForce('h');
const IN_FORCE = raw(IN_FORCE_TEXT);
/** In force, or lifted for a time. */
const LASTING = raw('(h.lifted_at IS NULL OR h.lifted_until IS NOT NULL)');
