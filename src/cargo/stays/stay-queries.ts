import sql, { empty, raw, Sql } from 'sql-template-tag';
import { among, FEW } from '../../common/database/sql/conditions';
import { all, effect, known, planned, type Query, rows } from '../../common/database/sql/query';
import { anyOf } from '../../common/write/lookups';
import { atTerminal } from '../../places/locations/locations';
import { HAS_CARGO } from './left-cargo';
import type { Statement } from '../../common/database/sql/statements';
import { IS_OPEN, STAY_FACTS } from './stay-words';

const list = (prefix: string) => STAY_FACTS.map((fact) => `${prefix}${fact}`).join(', ');

/** The facts that the next stay takes over: the shipping line, and whether the container is full. */
const LASTING = ['container_status', 'shipping_line_id'];
const INITIAL: Record<string, string> = { seals: `'{}'`, operating_reefer: 'false' };
/** The facts that carriers do not see. */
const UNSEEN = ['goods', 'seals', 'commodity_type_id', 'consignee_id'];
/**
 * SQL: a fact in a new stay of the container `c`. The first stay takes over all facts of the container, a bare one those alone
 * that carriers do not see.
 */
function ofNewStay(fact: string, bare: boolean): string {
  const initial = INITIAL[fact] ?? 'NULL';
  if (bare && !UNSEEN.includes(fact)) return initial;
  if (!bare && LASTING.includes(fact)) return `c.${fact}`;
  return `CASE WHEN c.stay_id IS NULL THEN c.${fact} ELSE ${initial} END`;
}

/**
 * A statement of these containers. That of many is planned anew, since the plan that is kept may be from when the tables
 * were small.
 */
const ofContainers = (container_ids: number[], statement: Sql): Statement =>
  container_ids.length > FEW ? planned(statement) : statement;

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

/** SQL: an id for a new stay. */
export const NEW_STAY_ID = raw(`nextval('container_stays_id_seq')`);

/** Reserves ids for this many new stays. */
export function newStayIds(count: number): Query<number[]> {
  if (!count) return known([]);
  return rows<{ id: number }>(sql`
    SELECT ${NEW_STAY_ID} AS id FROM generate_series(1, ${count})`).map((ids) => ids.map(({ id }) => id));
}

/** Locks containers against concurrent announcements, movements and releases. */
export function lockContainers(organization_id: number, container_ids: number[]): Query<void> {
  if (!container_ids.length) return known(undefined);
  return effect(
    ofContainers(
      container_ids,
      sql`
    SELECT FROM containers c
    WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)}
    ORDER BY c.id FOR NO KEY UPDATE`,
    ),
  );
}

/**
 * Locks the containers whose ids a query selects as `id`, in order of id, however many, and returns these ids. Each is
 * looked up by itself.
 */
export function lockChosen(organization_id: number, chosen: Sql): Query<number[]> {
  return rows<{ id: number }>(
    planned(sql`
    SELECT c.id FROM (SELECT DISTINCT n.id FROM (${chosen}) n(id) ORDER BY n.id) n
    CROSS JOIN LATERAL (
      SELECT e.id FROM containers e
      WHERE e.organization_id = ${anyOf(organization_id)} AND e.id = n.id FOR NO KEY UPDATE) c`),
  ).map((found) => found.map(({ id }) => id));
}

const IS_HERE = raw(`(${atTerminal('c.current_location_type')}) IS TRUE`);

/** SQL: the line of the booking of a new container `c`, which a trigger does not see yet. */
const LINE_OF_C = sql`CASE WHEN c.booking_id IS NOT NULL
  THEN booking_line_for(c.organization_id, c.booking_id, c.container_type_id, 'received') END`;

/**
 * SQL: inserts the stays of new containers, for `beginStays`.
 * @param chosen the FROM clause of the containers, as `c`
 * @param number the number of each stay
 */
export const beginningOf = (chosen: Sql, number = sql`1`): Sql => sql`
  INSERT INTO container_stays (organization_id, id, container_id, number, status, in_at, arrival_status, booking_line_id,
    ${raw(list(''))})
  SELECT c.organization_id, c.stay_id, c.id, ${number},
    CASE WHEN ${IS_HERE} THEN 'here' ELSE 'announced' END,
    CASE WHEN ${IS_HERE} THEN date_trunc('milliseconds', clock_timestamp()) END,
    CASE WHEN ${IS_HERE} THEN c.container_status END, ${LINE_OF_C}, ${raw(list('c.'))}
  ${chosen}`;

/**
 * Writes the stays of new containers, which have the ids of these already (`NEW_STAY_ID`): a container that is at the
 * terminal came now, another one is announced.
 * @param stays what the stays get, by container; the number 1, unless given
 */
export function beginStays(
  organization_id: number,
  container_ids: number[],
  stays: Map<number, GivenStay>,
): Query<void> {
  if (!container_ids.length) return known(undefined);
  const chosen = sql`
    FROM containers c LEFT JOIN ${given(stays)} ON given.id = c.id
    WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)}
    ORDER BY c.id`;
  return effect(beginningOf(chosen, sql`coalesce(given.number, 1)`));
}

/** A container with a new stay, by its id, and whether it has cargo to leave behind. */
export interface Opened {
  id: number;
  has_cargo: boolean;
}

/** How stays are opened. */
export interface Opening {
  /** What new stays get, by container; the next numbers, unless given. */
  stays?: Map<number, GivenStay> | undefined;
  /** Whether the containers are at the terminal again, and so on no truck any more. */
  came?: boolean;
  /** Whether the stays begin with no fact from before that a carrier sees, because a haulier opens them that may not know it. */
  bare?: boolean;
}

/**
 * Announces a stay for each container without an open one. Holds, packing list items and plug movements that waited
 * for a stay become those of the new one. Cargo is left behind, unless the truck that takes it with the container is
 * still inside.
 */
export function openStays(
  organization_id: number,
  container_ids: number[],
  { stays = new Map(), came = false, bare = false }: Opening = {},
): Query<Opened[]> {
  if (!container_ids.length) return known([]);
  return rows<Opened>(
    ofContainers(
      container_ids,
      sql`
    WITH opened AS (
      INSERT INTO container_stays (organization_id, id, container_id, number, status, ${raw(list(''))})
      SELECT c.organization_id, coalesce(given.stay_id, ${NEW_STAY_ID}), c.id,
        coalesce(given.number, before.number + 1, 1), 'announced',
        ${raw(STAY_FACTS.map((fact) => ofNewStay(fact, bare)).join(', '))}
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
    RETURNING c.id, CASE WHEN ${HAS_CARGO} THEN ${came} OR NOT stay_is_on_truck(b.organization_id, b.stay_id) END AS has_cargo`,
    ),
  );
}

/** A stay that was cancelled. */
export interface Cancelled {
  id: number;
  container_id: number;
}

/**
 * Cancels the announced stays of these containers.
 * @param only which of them: those that nothing names any more (`unnamed`), or all
 */
export function cancelStays(
  organization_id: number,
  container_ids: number[],
  only: 'unnamed' | 'all',
): Query<Cancelled[]> {
  if (!container_ids.length) return known([]);
  return rows<Cancelled>(
    ofContainers(
      container_ids,
      sql`
    WITH shown AS MATERIALIZED (
      SELECT c.stay_id FROM containers c
      WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)}
    ), announced AS MATERIALIZED (
      -- Each by itself: that nothing names a stay is asked of these alone, and not of all that are announced.
      SELECT a.id FROM shown CROSS JOIN LATERAL (
        SELECT s.id FROM container_stays s
        WHERE s.organization_id = ${organization_id} AND s.id = shown.stay_id AND s.status = 'announced'
        OFFSET 0) a
      ${only === 'unnamed' ? sql`WHERE NOT stay_is_announced(${organization_id}, a.id)` : empty}
    )
    UPDATE container_stays s SET status = 'cancelled', updated_at = now()
    FROM announced a
    WHERE s.organization_id = ${organization_id} AND s.id = a.id AND s.status = 'announced'
    RETURNING s.id, s.container_id`,
    ),
  );
}

/**
 * Makes each container show its open stay, or else its last one that was not cancelled, with the facts of that stay.
 * Holds of its cancelled stays wait for the next one.
 * @param items whether the packing list items of cancelled stays go to the stay that it shows (`move`), or stay
 */
export function showLastStay(
  organization_id: number,
  container_ids: number[],
  { items = 'move' }: { items?: 'move' | 'stay' } = {},
): Query<void> {
  if (!container_ids.length) return known(undefined);
  return effect(
    ofContainers(
      container_ids,
      sql`
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
      WHERE ${items === 'move'} AND s.status = 'cancelled' AND i.organization_id = s.organization_id AND i.stay_id = s.id
    )
    UPDATE containers c SET (stay_id, ${raw(list(''))}, updated_at) = ROW(s.id, ${raw(list('s.'))}, now())
    FROM shown JOIN container_stays s ON s.organization_id = ${organization_id} AND s.id = shown.stay_id
    WHERE c.organization_id = s.organization_id AND c.id = shown.id
      AND (c.stay_id, ${raw(list('c.'))}) IS DISTINCT FROM (s.id, ${raw(list('s.'))})`,
    ),
  );
}

/**
 * Moves the list items, the bookings and the bills of cancelled stays to the stay that their container shows, unless it is on
 * the bill already.
 */
export function moveToShownStay(organization_id: number, stay_ids: number[]): Query<unknown> {
  const moved = (table: string) => sql`
    UPDATE ${raw(table)} r SET stay_id = c.stay_id, updated_at = now()
    FROM container_stays s JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
    WHERE s.organization_id = ${organization_id} AND ${among('s.id', stay_ids)}
      AND r.organization_id = s.organization_id AND r.stay_id = s.id`;
  return all(
    effect(moved('load_list_items')),
    effect(moved('discharge_list_items')),
    effect(moved('booking_containers')),
    effect(sql`${moved('container_bills')} AND NOT EXISTS (
      SELECT FROM container_bills b
      WHERE b.organization_id = c.organization_id AND b.stay_id = c.stay_id
        AND b.bill_of_lading_id = r.bill_of_lading_id)`),
  );
}

/**
 * Announces cancelled stays of these containers again, the last one of each container that has no open stay. A stay
 * counts behind the stays that came after it. A container without a stay has kept the facts, and gives them back; holds
 * and plug movements that waited for a stay become those of this one.
 * @param named SQL: the ids of the stays to choose from, as `stay_id`
 */
export function reviveStays(
  organization_id: number,
  container_ids: number[],
  named: Sql,
): Query<Cancelled[]> {
  if (!container_ids.length) return known([]);
  const facts = STAY_FACTS.map((fact) => `CASE WHEN r.stay_id IS NULL THEN r.${fact} ELSE s.${fact} END`);
  const waiting = (table: string) => sql`
    UPDATE ${raw(table)} w SET stay_id = r.id, updated_at = now() FROM revived r
    WHERE w.organization_id = ${organization_id} AND w.container_id = r.container_id AND w.stay_id IS NULL`;
  return rows<Cancelled>(sql`
    WITH chosen AS (
      SELECT DISTINCT ON (s.container_id) s.id AS id_of_stay, c.stay_id, ${raw(list('c.'))} FROM (${named}) n
      JOIN container_stays s ON s.organization_id = ${organization_id} AND s.id = n.stay_id
      JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
      WHERE ${among('s.container_id', container_ids)} AND s.status = 'cancelled' AND NOT EXISTS (
          SELECT FROM container_stays o
          WHERE o.organization_id = s.organization_id AND o.container_id = s.container_id
            AND o.status ${raw(IS_OPEN)})
        AND stay_is_announced(s.organization_id, s.id)
      ORDER BY s.container_id, s.number DESC
    ), revived AS (
      UPDATE container_stays s SET status = 'announced', number = (
          SELECT CASE WHEN bool_or(o.number > s.number AND o.status <> 'cancelled') THEN max(o.number) + 1
            ELSE s.number END
          FROM container_stays o
          WHERE o.organization_id = s.organization_id AND o.container_id = s.container_id),
        (${raw(list(''))}) = ROW(${raw(facts.join(', '))}), updated_at = now()
      FROM chosen r WHERE s.organization_id = ${organization_id} AND s.id = r.id_of_stay
      RETURNING s.id, s.container_id
    ), holds AS (${waiting('container_holds')}), plugs AS (${waiting('reefer_plug_movements')})
    SELECT id, container_id FROM revived`);
}

/** The containers of these stays. */
export function containersOf(stays: Cancelled[]): number[] {
  return stays.map(({ container_id }) => container_id);
}
