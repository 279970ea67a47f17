import sql, { type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { all, effect, known, type Query, row } from '../../common/database/sql/query';
import { LAST_MOVED_AT } from './last-moved';
import type { Box, Location, Slot, Stacks } from './stacks.rules';

/** Stacks of moves that have nothing to do with any. */
export const NO_STACKS: Stacks = { slots: new Map(), boxes: new Map() };

/** SQL: the last movement of the container `c`, other than those by which it came down or went up for another one. */
export const LAST_MOVEMENT = sql`SELECT * FROM container_movements m
  WHERE m.organization_id = c.organization_id AND m.container_id = c.id AND m.movement_type <> 'restow'
  ORDER BY m.id DESC LIMIT 1`;

/** SQL: the container `c` as a `Box`, in JSON. */
const BOX = sql`json_build_object('id', c.id, 'number', c.number, 'type', c.current_location_type,
  'place', c.current_location_id, 'tier', c.tier, 'weight', c.weight::text, 'operating_reefer', c.operating_reefer,
  'size', (SELECT y.size FROM container_types y
    WHERE y.organization_id = c.organization_id AND y.id = c.container_type_id),
  'last_at', ${LAST_MOVED_AT},
  'stack', (SELECT m.stack FROM (${LAST_MOVEMENT}) m WHERE m.movement_type = 'reversal'))`;

/** SQL: what stands in the stack of the container `c`, itself included, as JSON; null where it is in none. */
export const STACK_OF_C = sql`CASE WHEN c.tier IS NOT NULL THEN (
  SELECT json_agg(o.box) FROM (
    SELECT ${BOX} AS box FROM (
      SELECT k.* FROM containers k
      WHERE k.organization_id = c.organization_id AND k.current_location_id = c.current_location_id
        AND k.tier IS NOT NULL) c) o) END`;

/** SQL: the ids of the slots that the last movements of these containers left, as an array. */
const slotsLeft = (organization_id: number, container_ids: number[]): Sql => sql`ARRAY(
  SELECT m.from_location_id FROM containers c CROSS JOIN LATERAL (${LAST_MOVEMENT}) m
  WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)}
    AND m.from_location_type = 'YardSlot' AND m.from_location_id IS NOT NULL)`;

/**
 * Locks what moves of these containers have to do with, and reads it: the slots that they stand in and go to, by id, and
 * then the containers and those in these slots, by id. A container that goes to another slot meanwhile fails the
 * transaction, which is retried.
 */
export function lockingStacks(db: Db, container_ids: number[], to: Location[]): Query<Stacks> {
  const slots = slotIds(to);
  return lockingAt(db, container_ids, sql`${slots}::bigint[]`);
}

/** As `lockingStacks`, for containers that are put back: with the slots that their last movements left. */
export function lockingStacksLeft(db: Db, container_ids: number[]): Query<Stacks> {
  return lockingAt(db, container_ids, slotsLeft(db.actor.organization_id, container_ids));
}

function lockingAt(db: Db, container_ids: number[], slots: Sql): Query<Stacks> {
  if (!container_ids.length) return known(NO_STACKS);
  const { organization_id } = db.actor;
  const lock = effect(sql`
    SELECT FROM lock_containers(${organization_id}, ${container_ids}::bigint[], ${slots})`);
  return all(lock, readingAt(db, container_ids, slots)).map(([, stacks]) => stacks);
}

/** Reads what moves of these containers have to do with, which the caller has locked. */
export function readingStacks(db: Db, container_ids: number[], to: Location[]): Query<Stacks> {
  const slots = slotIds(to);
  return readingAt(db, container_ids, sql`${slots}::bigint[]`);
}

function readingAt(db: Db, container_ids: number[], slots: Sql): Query<Stacks> {
  const { organization_id } = db.actor;
  return row<{ slots: Slot[]; boxes: Box[] }>(sql`
    WITH named AS MATERIALIZED (
      SELECT c.id, c.tier, c.current_location_id AS place FROM containers c
      WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)}
    ), places AS MATERIALIZED (
      SELECT unnest(${slots}) AS id UNION SELECT n.place FROM named n WHERE n.tier IS NOT NULL
    )
    SELECT (
      SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'yard_area_id', s.yard_area_id,
        'tiers', s.tiers, 'teu', s.teu, 'reefer_plug', s.reefer_plug, 'maximum_weight', s.maximum_weight::text)), '[]')
      FROM yard_slots s WHERE s.organization_id = ${organization_id} AND s.id IN (SELECT p.id FROM places p)
    ) AS slots, (
      SELECT coalesce(json_agg(${BOX}), '[]') FROM containers c
      WHERE c.organization_id = ${organization_id} AND c.id IN (
        SELECT n.id FROM named n
        UNION
        SELECT o.id FROM containers o
        WHERE o.organization_id = ${organization_id} AND o.tier IS NOT NULL
          AND o.current_location_id IN (SELECT p.id FROM places p))
    ) AS boxes`).map((found) => stacksOf(found!.boxes, found!.slots));
}

/** The stacks of these containers and slots. */
export function stacksOf(boxes: Box[], slots: Slot[] = []): Stacks {
  return {
    slots: new Map(slots.map((each) => [each.id, each])),
    boxes: new Map(boxes.map((each) => [each.id, each])),
  };
}

function slotIds(to: Location[]): number[] {
  return [...new Set(to.flatMap((place) => (place?.type === 'YardSlot' ? (place.id ?? []) : [])))];
}

/** SQL: the ids of containers and the containers that they are in, locked behind the slots that they stand in. */
export const lockedInSlots = (organization_id: number, container_ids: number[]): Sql => sql`
  SELECT t.id, t.container_id FROM lock_containers(${organization_id}, ${container_ids}::bigint[]) t`;
