import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { effect, known, type Query, rows } from '../../common/database/query';
import { kindEvent, updating } from '../../common/recording/record';
import { atTerminal } from '../../places/locations/locations';
import { ContainerShow } from '../containers/container.view';
import { HAS_CARGO, leaveCargo } from './left-cargo';
import { type Placement, type Settled, settling } from './placements';
import { IS_OPEN, STAY_FACTS } from './stay-words';

const list = (prefix: string) => STAY_FACTS.map((fact) => `${prefix}${fact}`).join(', ');

/** The facts that the next stay takes over: the shipping line, and whether the container is full. */
const LASTING = ['container_status', 'shipping_line_id'];
/** SQL: a fact in a new stay of the container `c`. The first stay takes over all facts of the container. */
const ofNewStay = (fact: string) =>
  LASTING.includes(fact)
    ? `c.${fact}`
    : `CASE WHEN c.stay_id IS NULL THEN c.${fact} ELSE ${INITIAL[fact] ?? `NULL`} END`;
const INITIAL: Record<string, string> = { seals: `'{}'`, operating_reefer: 'false' };

/** What is said of the stay that a container is given: its number, and the id that is kept for it. */
export interface GivenStay {
  number: number;
  stay_id: number | undefined;
}

/** SQL: what is said of stays, by the id of their container, as `given`. */
const given = (stays: Map<number, GivenStay>) => {
  const list = JSON.stringify([...stays].map(([id, stay]) => ({ id, ...stay })));
  return sql`jsonb_to_recordset(${list}::jsonb) AS given(id bigint, number integer, stay_id bigint)`;
};

const IS_HERE = raw(`(${atTerminal('c.current_location_type')}) IS TRUE`);

/**
 * SQL: inserts the stays of new containers, for `StaysService.begin`.
 * @param chosen the FROM clause of the containers, as `c`
 * @param number the number of each stay
 */
export const beginningOf = (chosen: Sql, number = sql`1`): Sql => sql`
  INSERT INTO container_stays (organization_id, id, container_id, number, status, in_at, arrival_status, ${raw(list(''))})
  SELECT c.organization_id, c.stay_id, c.id, ${number},
    CASE WHEN ${IS_HERE} THEN 'here' ELSE 'announced' END,
    CASE WHEN ${IS_HERE} THEN date_trunc('milliseconds', clock_timestamp()) END,
    CASE WHEN ${IS_HERE} THEN c.container_status END, ${raw(list('c.'))}
  ${chosen}`;

/** SQL: an id for a new stay. */
export const NEW_STAY_ID = raw(`nextval('container_stays_id_seq')`);

/**
 * Opens, changes and ends the stays of containers, for every movement and announcement (decisions 170 to 175). The
 * container has the facts of its stay. The trigger `keep_stay_facts` copies them to the stay that the container shows.
 */
@Injectable()
export class StaysService {
  constructor(private readonly db: Db) {}

  /**
   * Sees to it that each of these containers has a stay that is not over: else one is opened that is announced.
   * @param stays what new stays get, by container; the next numbers, unless given
   */
  async announce(container_ids: number[], stays?: Map<number, GivenStay>): Promise<void> {
    const [, opened] = await this.db.pipeline(
      this.lock(container_ids),
      this.opening(container_ids, { stays }),
    );
    await this.leaveCargoOf(opened);
  }

  /** Reserves ids for this many new stays. */
  async newIds(count: number): Promise<number[]> {
    if (!count) return [];
    const rows = await this.db.query<{ id: number }>(sql`
      SELECT ${NEW_STAY_ID} AS id FROM generate_series(1, ${count})`);
    return rows.map(({ id }) => id);
  }

  /**
   * Writes the stays of new containers, which have the ids of these already (`NEW_STAY_ID`): a container that is at the
   * terminal came now, another one is announced.
   * @param stays what the stays get, by container; the number 1, unless given
   */
  async begin(container_ids: number[], stays = new Map<number, GivenStay>()): Promise<void> {
    if (!container_ids.length) return;
    const chosen = sql`
      FROM containers c LEFT JOIN ${given(stays)} ON given.id = c.id
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.id', container_ids)}
      ORDER BY c.id`;
    await this.db.query(beginningOf(chosen, sql`coalesce(given.number, 1)`));
  }

  /**
   * Begins and ends stays after containers arrived or left. The caller has locked the containers and updated their
   * places. Returns the ids of the containers that arrived unannounced, for which it opened stays.
   * @throws Refused, mostly by a constraint, for a time within an earlier stay of the container
   */
  async placed(placements: Placement[]): Promise<number[]> {
    return this.follow(placements, await this.db.run(this.placing(placements)));
  }

  /** The first statement of `placed`. `follow` takes its result. */
  placing(placements: Placement[]): Query<Settled> {
    return placements.length ? settling(this.db, placements) : known({ without: [], laden: [] });
  }

  /** Completes `placed` for containers that arrived unannounced, or with cargo that a truck took. */
  async follow(placements: Placement[], { without, laden }: Settled): Promise<number[]> {
    if (laden.length) await this.leaveBehind(laden);
    if (without.length) {
      await this.leaveCargoOf(await this.db.run(this.opening(without, { came: true })));
      const came = new Set(without);
      await this.db.run(this.placing(placements.filter(({ container_id }) => came.has(container_id))));
    }
    return without;
  }

  /** Does the work of `announce`, and records an update of the containers. */
  async announceAndTell(container_ids: number[]): Promise<void> {
    if (!container_ids.length) return;
    const [, , opened] = await this.db.pipeline(
      ...this.lockAndTell(container_ids),
      this.opening(container_ids),
    );
    await this.leaveCargoOf(opened);
  }

  /**
   * Cancels the announced stays of these containers that nothing names any more. Each container shows its stay before
   * that again, and an update of it is recorded.
   */
  async release(container_ids: number[]): Promise<void> {
    const [, , cancelled] = await this.db.pipeline(
      ...this.lockAndTell(container_ids),
      this.cancelling(container_ids),
    );
    await this.showLast(cancelled);
  }

  /**
   * Runs work that may change what the records of these containers show, and records an update of those that change.
   */
  async telling(container_ids: number[], work: () => Promise<void>): Promise<void> {
    await this.db.pipeline(...this.lockAndTell(container_ids));
    await work();
  }

  /** Does the work of `release` for a caller that has locked the containers and records their update. */
  async cancel(container_ids: number[]): Promise<void> {
    await this.showLast(await this.db.run(this.cancelling(container_ids)));
  }

  /**
   * Cancels the stays of these containers that were announced after they had left, because they have not left after
   * all. The stay before goes on, and takes over the bills and list items of the cancelled one. The caller has locked
   * the containers.
   */
  async resume(container_ids: number[]): Promise<void> {
    const { organization_id } = this.db.actor;
    const cancelled = await this.db.query<{ id: number; container_id: number }>(sql`
      UPDATE container_stays s SET status = 'cancelled', updated_at = now() FROM containers c
      WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)}
        AND s.organization_id = c.organization_id AND s.id = c.stay_id AND s.status = 'announced'
      RETURNING s.id, s.container_id`);
    if (!cancelled.length) return;
    await this.showLast(cancelled.map(({ container_id }) => container_id));
    const ids = cancelled.map(({ id }) => id);
    const moved = (table: string) => sql`
      UPDATE ${raw(table)} r SET stay_id = c.stay_id, updated_at = now()
      FROM container_stays s JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
      WHERE s.organization_id = ${organization_id} AND ${among('s.id', ids)}
        AND r.organization_id = s.organization_id AND r.stay_id = s.id`;
    await this.db.query(moved('load_list_items'));
    await this.db.query(moved('packing_list_items'));
    await this.db.query(sql`${moved('container_bills')} AND NOT EXISTS (
      SELECT FROM container_bills b
      WHERE b.organization_id = c.organization_id AND b.stay_id = c.stay_id AND b.bill_of_lading_id = r.bill_of_lading_id)`);
  }

  /**
   * Makes each container show its open stay, or else its last one that was not cancelled, with the facts of that stay.
   */
  async showLast(container_ids: number[]): Promise<void> {
    if (!container_ids.length) return;
    const { organization_id } = this.db.actor;
    await this.db.query(sql`
      WITH shown AS (
        SELECT c.id, last.stay_id FROM containers c
        LEFT JOIN LATERAL (
          SELECT s.id AS stay_id FROM container_stays s
          WHERE s.organization_id = c.organization_id AND s.container_id = c.id AND s.status <> 'cancelled'
          ORDER BY s.status ${raw(IS_OPEN)} DESC, s.number DESC LIMIT 1) last ON true
        WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)}
      ), emptied AS (
        -- what is said of a container that has no stay waits for its next one
        UPDATE containers c SET stay_id = NULL, updated_at = now() FROM shown
        WHERE c.organization_id = ${organization_id} AND c.id = shown.id AND shown.stay_id IS NULL
          AND c.stay_id IS NOT NULL
      ), waiting AS (
        UPDATE container_holds h SET stay_id = NULL, updated_at = now() FROM container_stays s
        WHERE s.organization_id = ${organization_id} AND ${among('s.container_id', container_ids)}
          AND s.status = 'cancelled' AND h.organization_id = s.organization_id AND h.stay_id = s.id
      ), unpacked AS (
        UPDATE packing_list_items i SET stay_id = shown.stay_id, updated_at = now()
        FROM shown JOIN container_stays s ON s.organization_id = ${organization_id} AND s.container_id = shown.id
        WHERE s.status = 'cancelled' AND i.organization_id = s.organization_id AND i.stay_id = s.id
      )
      UPDATE containers c SET (stay_id, ${raw(list(''))}, updated_at) = ROW(s.id, ${raw(list('s.'))}, now())
      FROM shown JOIN container_stays s ON s.organization_id = ${organization_id} AND s.id = shown.stay_id
      WHERE c.organization_id = s.organization_id AND c.id = shown.id
        AND (c.stay_id, ${raw(list('c.'))}) IS DISTINCT FROM (s.id, ${raw(list('s.'))})`);
  }

  /**
   * Cancels the announced stays of these containers that nothing names any more. Returns the ids of their containers.
   */
  private cancelling(container_ids: number[]): Query<number[]> {
    if (!container_ids.length) return known([]);
    return rows<{ container_id: number }>(sql`
      UPDATE container_stays s SET status = 'cancelled', updated_at = now()
      FROM containers c
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.id', container_ids)}
        AND s.organization_id = c.organization_id AND s.id = c.stay_id AND s.status = 'announced'
        AND NOT stay_is_announced(s.organization_id, s.id)
      RETURNING s.container_id`).map((cancelled) => cancelled.map(({ container_id }) => container_id));
  }

  /** Locks containers whose records are about to change, and records the update. */
  lockAndTell(container_ids: number[]): [Query<void>, Query<void>] {
    return [
      this.lock(container_ids),
      updating(this.db, kindEvent('container', 'updated'), ContainerShow, container_ids),
    ];
  }

  /** Locks containers against concurrent announcements, movements and releases. */
  lock(container_ids: number[]): Query<void> {
    if (!container_ids.length) return known(undefined);
    return effect(sql`
      SELECT FROM containers c
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.id', container_ids)}
      ORDER BY c.id FOR NO KEY UPDATE`);
  }

  /** Leaves the cargo of these containers behind, which a truck took with them before they were announced again. */
  async leaveBehind(container_ids: number[]): Promise<void> {
    await leaveCargo(this.db, container_ids, true);
  }

  /**
   * Announces a stay for each container without an open one. Holds, packing list items and plug movements that waited
   * for a stay become those of the new one. Cargo is left behind, unless the truck that takes it with the container is
   * still inside.
   * @param came whether the containers are at the terminal again, and so on no truck any more
   */
  private opening(
    container_ids: number[],
    { stays = new Map(), came = false }: { stays?: Map<number, GivenStay> | undefined; came?: boolean } = {},
  ): Query<Opened[]> {
    if (!container_ids.length) return known([]);
    const { organization_id } = this.db.actor;
    return rows<Opened>(sql`
      WITH opened AS (
        INSERT INTO container_stays (organization_id, id, container_id, number, status, ${raw(list(''))})
        SELECT c.organization_id, coalesce(given.stay_id, ${NEW_STAY_ID}), c.id,
          coalesce(given.number, before.number + 1, 1), 'announced',
          ${raw(STAY_FACTS.map(ofNewStay).join(', '))}
        FROM containers c
        LEFT JOIN LATERAL (
          SELECT s.number FROM container_stays s
          WHERE s.organization_id = c.organization_id AND s.container_id = c.id
          ORDER BY s.number DESC LIMIT 1) before ON true
        LEFT JOIN ${given(stays)} ON given.id = c.id
        WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)} AND NOT EXISTS (
          SELECT FROM container_stays s
          WHERE s.organization_id = c.organization_id AND s.container_id = c.id
            AND (s.status ${raw(IS_OPEN)} OR s.number = given.number))
        ORDER BY c.id
        RETURNING id, container_id, ${raw(list(''))}
      ), holds AS (
        UPDATE container_holds h SET stay_id = o.id, updated_at = now() FROM opened o
        WHERE h.organization_id = ${organization_id} AND h.container_id = o.container_id AND h.stay_id IS NULL
      ), items AS (
        UPDATE packing_list_items i SET stay_id = o.id, updated_at = now() FROM opened o
        WHERE i.organization_id = ${organization_id} AND i.container_id = o.container_id AND i.stay_id IS NULL
      ), plugs AS (
        UPDATE reefer_plug_movements p SET stay_id = o.id, updated_at = now() FROM opened o
        WHERE p.organization_id = ${organization_id} AND p.container_id = o.container_id AND p.stay_id IS NULL
      )
      UPDATE containers c SET (stay_id, ${raw(list(''))}, updated_at) = ROW(o.id, ${raw(list('o.'))}, now())
      FROM opened o JOIN containers b ON b.organization_id = ${organization_id} AND b.id = o.container_id
      WHERE c.organization_id = b.organization_id AND c.id = b.id
      RETURNING c.id, CASE WHEN ${HAS_CARGO} THEN ${came} OR NOT stay_is_on_truck(b.organization_id, b.stay_id) END AS has_cargo`);
  }

  /** Leaves the cargo of containers with new stays behind. */
  private async leaveCargoOf(opened: Opened[]): Promise<void> {
    const laden = opened.flatMap(({ id, has_cargo }) => (has_cargo ? id : []));
    if (laden.length) await leaveCargo(this.db, laden);
  }
}

/** A container with a new stay, and whether it has cargo to leave behind. */
interface Opened {
  id: number;
  has_cargo: boolean;
}
