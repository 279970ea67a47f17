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

/** The facts that go on from one stay to the next: whose container it is, and whether it is full. */
const LASTING = ['container_status', 'shipping_line_id'];
/** What a fact is for a new stay of the container `c`; the first takes what was said before it. */
const ofNewStay = (fact: string) =>
  LASTING.includes(fact)
    ? `c.${fact}`
    : `CASE WHEN c.stay_id IS NULL THEN c.${fact} ELSE ${INITIAL[fact] ?? `NULL`} END`;
const INITIAL: Record<string, string> = { seals: `'{}'`, operating_reefer: 'false' };

/** SQL: the numbers of stays that were said, as `given`. */
const given = (numbers: Map<number, number>) => {
  const list = JSON.stringify([...numbers].map(([id, number]) => ({ id, number })));
  return sql`jsonb_to_recordset(${list}::jsonb) AS given(id bigint, number integer)`;
};

const IS_HERE = raw(`(${atTerminal('c.current_location_type')}) IS TRUE`);

/**
 * SQL: writes the stays of new containers, as `StaysService.begin` does.
 * @param chosen from where the containers come as `c`
 * @param number the one that each stay gets
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
 * Opens, changes and ends the stays of containers, whoever moves or announces them (decisions 170 to 175). What a
 * container is at the terminal for stands on the container; a trigger (`keep_stay_facts`) copies it to the stay that
 * the container shows.
 */
@Injectable()
export class StaysService {
  constructor(private readonly db: Db) {}

  /**
   * Sees to it that each of these containers has a stay that is not over: else one is opened that is announced.
   * @param numbers those that new stays get, by container; the next ones, unless given
   */
  async announce(container_ids: number[], numbers?: Map<number, number>): Promise<void> {
    const [, opened] = await this.db.pipeline(
      this.lock(container_ids),
      this.opening(container_ids, { numbers }),
    );
    await this.leaveCargoOf(opened);
  }

  /** Ids for so many new stays. */
  async newIds(count: number): Promise<number[]> {
    if (!count) return [];
    const rows = await this.db.query<{ id: number }>(sql`
      SELECT ${NEW_STAY_ID} AS id FROM generate_series(1, ${count})`);
    return rows.map(({ id }) => id);
  }

  /**
   * Writes the stays of new containers, which have the ids of these already (`NEW_STAY_ID`): a container that is at the
   * terminal came now, another one is announced.
   * @param numbers those that the stays get, by container; 1, unless given
   */
  async begin(container_ids: number[], numbers = new Map<number, number>()): Promise<void> {
    if (!container_ids.length) return;
    const chosen = sql`
      FROM containers c LEFT JOIN ${given(numbers)} ON given.id = c.id
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.id', container_ids)}
      ORDER BY c.id`;
    await this.db.query(beginningOf(chosen, sql`coalesce(given.number, 1)`));
  }

  /**
   * Begins and ends stays as containers came or left. The containers are locked by the caller, and are where they went
   * to already. Returns the ids of those that came without being announced, for which stays were opened.
   * @throws Refused, mostly by a constraint, for a time at which the container was still here for an earlier stay
   */
  async placed(placements: Placement[]): Promise<number[]> {
    return this.follow(placements, await this.db.run(this.placing(placements)));
  }

  /** The first statement of `placed`; `follow` takes its answer. */
  placing(placements: Placement[]): Query<Settled> {
    return placements.length ? settling(this.db, placements) : known({ without: [], laden: [] });
  }

  /** Does the rest of `placed`, for containers that came unannounced, or with cargo that a truck took. */
  async follow(placements: Placement[], { without, laden }: Settled): Promise<number[]> {
    if (laden.length) await this.leaveBehind(laden);
    if (without.length) {
      await this.leaveCargoOf(await this.db.run(this.opening(without, { came: true })));
      const came = new Set(without);
      await this.db.run(this.placing(placements.filter(({ container_id }) => came.has(container_id))));
    }
    return without;
  }

  /** Does what `announce` does, and tells that the records of containers begin anew. */
  async announceAndTell(container_ids: number[]): Promise<void> {
    if (!container_ids.length) return;
    const [, , opened] = await this.db.pipeline(
      ...this.lockAndTell(container_ids),
      this.opening(container_ids),
    );
    await this.leaveCargoOf(opened);
  }

  /**
   * Cancels those stays of these containers that were announced, when nobody names them any more. A container shows
   * its stay before that again, as it was, which is told.
   */
  async release(container_ids: number[]): Promise<void> {
    const [, , cancelled] = await this.db.pipeline(
      ...this.lockAndTell(container_ids),
      this.cancelling(container_ids),
    );
    await this.showLast(cancelled);
  }

  /** Does work by which the records of these containers may show something else, and tells of those that do. */
  async telling(container_ids: number[], work: () => Promise<void>): Promise<void> {
    await this.db.pipeline(...this.lockAndTell(container_ids));
    await work();
  }

  /** Does what `release` does, for who tells of it, and has locked the containers. */
  async cancel(container_ids: number[]): Promise<void> {
    await this.showLast(await this.db.run(this.cancelling(container_ids)));
  }

  /**
   * Cancels those stays of these containers that were announced after they had left, since they have not left after all:
   * the stay before goes on, and is for what the one to come was for as well. The containers are locked by the caller.
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

  /** Makes the record of each container show its open stay, else the last that was not cancelled, as that is. */
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

  /** Cancels the announced stays of these containers that nobody names any more, and answers whose they were. */
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

  /** Locks containers whose records may show something else afterwards, and records that. */
  lockAndTell(container_ids: number[]): [Query<void>, Query<void>] {
    return [
      this.lock(container_ids),
      updating(this.db, kindEvent('container', 'updated'), ContainerShow, container_ids),
    ];
  }

  /** Whoever announces, moves or releases a container meanwhile waits. */
  lock(container_ids: number[]): Query<void> {
    if (!container_ids.length) return known(undefined);
    return effect(sql`
      SELECT FROM containers c
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.id', container_ids)}
      ORDER BY c.id FOR NO KEY UPDATE`);
  }

  /** Lets the cargo of these containers stay behind, which a truck has taken with them before they were announced again. */
  async leaveBehind(container_ids: number[]): Promise<void> {
    await leaveCargo(this.db, container_ids, true);
  }

  /**
   * Opens announced stays for those that have none open; what was applied to them before belongs to these. Cargo stays
   * behind, unless it is still inside with the container, on the truck that takes it.
   * @param came whether they are here again, and so on no truck any more
   */
  private opening(
    container_ids: number[],
    { numbers = new Map(), came = false }: { numbers?: Map<number, number> | undefined; came?: boolean } = {},
  ): Query<Opened[]> {
    if (!container_ids.length) return known([]);
    const { organization_id } = this.db.actor;
    return rows<Opened>(sql`
      WITH opened AS (
        INSERT INTO container_stays (organization_id, container_id, number, status, ${raw(list(''))})
        SELECT c.organization_id, c.id, coalesce(given.number, before.number + 1, 1), 'announced',
          ${raw(STAY_FACTS.map(ofNewStay).join(', '))}
        FROM containers c
        LEFT JOIN LATERAL (
          SELECT s.number FROM container_stays s
          WHERE s.organization_id = c.organization_id AND s.container_id = c.id
          ORDER BY s.number DESC LIMIT 1) before ON true
        LEFT JOIN ${given(numbers)} ON given.id = c.id
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

  /** Lets the cargo of containers stay behind whose stays were just opened. */
  private async leaveCargoOf(opened: Opened[]): Promise<void> {
    const laden = opened.flatMap(({ id, has_cargo }) => (has_cargo ? id : []));
    if (laden.length) await leaveCargo(this.db, laden);
  }
}

/** A container whose stay was opened, and whether cargo is said to be in it that stays behind. */
interface Opened {
  id: number;
  has_cargo: boolean;
}
