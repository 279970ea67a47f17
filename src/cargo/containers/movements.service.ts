import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { all, known, type Query, rows } from '../../common/database/query';
import type { LocationType } from '../../places/locations/locations';
import type { Placement, Settled } from '../stays/placements';
import { StaysService } from '../stays/stays.service';
import { MOVEMENT_TYPES } from './container-movement.entity';
import { kindEvent, record, recordUpdate } from '../../common/recording/record';
import type { EventType } from '../../common/recording/event-types';
import { kindOf } from '../../common/setup/kind';
import { Chassis } from '../chassis/chassis.kind';
import { Genset } from '../gensets/genset.entity';
import { GensetShow } from '../gensets/genset.view';
import type { Located } from '../../places/locations/located';
import { kindClasses } from '../../common/setup/kind-classes';
import { ContainerShow } from './container.view';
import { LAST_MOVED_AT } from './last-moved';

/** A place as the location columns hold it; null when it is unknown. */
export type Location = { type: LocationType; id: number | null } | null;

/** A move of a container to a place. */
export interface ContainerMove {
  container_id: number;
  movement_type: (typeof MOVEMENT_TYPES)[number];
  to: Location;
  moved_at: Date;
  /** The visit of the truck that brings or takes the container. */
  truck_visit_id?: number;
  /** The voyage from which the container is discharged, or on which it is loaded. */
  voyage_id?: number;
}

/** A move of a chassis or genset to a place. */
export interface EquipmentMove {
  id: number;
  to: Location;
}

/** The ids of the movements that were written, and the work that is left for the stays. */
export interface Moved {
  ids: number[];
  settled: Settled;
}

/** The event of each type of movement. */
const EVENTS: Record<ContainerMove['movement_type'], EventType> = {
  gate_in: 'container.gated_in',
  gate_out: 'container.gated_out',
  discharge: 'container.discharged',
  load: 'container.loaded',
  shift: 'container.moved',
  strip: 'container.moved',
  reversal: 'container.moved',
};

/** Moves containers and equipment, and keeps the history of containers. */
@Injectable()
export class MovementsService {
  constructor(
    private readonly db: Db,
    private readonly stays: StaysService,
  ) {}

  /**
   * Moves containers, each at most once: writes a movement with the labels of both places, and begins or ends the stay.
   * The caller has locked the containers.
   * @throws Refused, by a constraint, when a container would arrive before its last stay ended
   */
  async moveContainers(moves: ContainerMove[]): Promise<void> {
    await this.follow(moves, await this.db.run(this.moving(moves)));
  }

  /** The statements of `moveContainers`. `follow` takes their result. */
  moving(moves: ContainerMove[]): Query<Moved> {
    if (!moves.length) return known({ ids: [], settled: { without: [], laden: [] } });
    const { organization_id, user_id } = this.db.actor;
    const write = rows<{ id: number }>(sql`
      WITH moves AS (
        SELECT * FROM jsonb_to_recordset(${recordset(moves)}::jsonb) AS m(container_id bigint, movement_type text,
          to_type text, to_id bigint, moved_at timestamptz, truck_visit_id bigint)
      ), before AS (
        SELECT c.id, c.current_location_type AS type, c.current_location_id AS place, c.stay_id FROM containers c
        WHERE c.organization_id = ${organization_id} AND c.id IN (SELECT container_id FROM moves)
        ORDER BY c.id FOR NO KEY UPDATE
      ), moved AS (
        UPDATE containers c
        SET current_location_type = m.to_type, current_location_id = m.to_id, updated_at = now()
        FROM moves m JOIN before b ON b.id = m.container_id
        WHERE c.organization_id = ${organization_id} AND c.id = m.container_id
      )
      INSERT INTO container_movements
        (organization_id, container_id, stay_id, movement_type, "from", "to", from_location_type, from_location_id,
         to_location_type, to_location_id, moved_at, truck_visit_id, user_id)
      SELECT ${organization_id}, b.id, b.stay_id, m.movement_type, location_label(${organization_id}, b.type, b.place),
             location_label(${organization_id}, m.to_type, m.to_id), b.type, b.place, m.to_type, m.to_id,
             m.moved_at, m.truck_visit_id, ${user_id}
      FROM moves m JOIN before b ON b.id = m.container_id
      ORDER BY b.id
      RETURNING id`);
    // After the move, because the stays follow from where the containers are now.
    return all(write, this.stays.placing(moves.map(placementOf))).map(([written, settled]) => ({
      ids: written.map(({ id }) => id),
      settled,
    }));
  }

  /** Completes `moveContainers`: opens the stays of unannounced containers and records the events. */
  async follow(moves: ContainerMove[], { ids, settled }: Moved): Promise<void> {
    const { organization_id } = this.db.actor;
    const opened = await this.stays.follow(moves.map(placementOf), settled);
    if (opened.length)
      await this.db.query(sql`
        UPDATE container_movements m SET stay_id = c.stay_id FROM containers c
        WHERE m.organization_id = ${organization_id} AND ${among('m.id', ids)}
          AND c.organization_id = m.organization_id AND c.id = m.container_id
          AND ${among('c.id', opened)}`);
    for (const type of MOVEMENT_TYPES) {
      const alike = moves.filter(({ movement_type }) => movement_type === type);
      for (const { container_id, moved_at } of alike)
        await record(this.db, EVENTS[type], ContainerShow, container_id, moved_at);
    }
  }

  /**
   * The ids of those containers that a visit brought or took and that have not moved since. The caller has locked them.
   * @param announced whether to include containers that were announced again since
   */
  unmoved(container_ids: number[], truck_visit_id: number, announced: boolean): Query<number[]> {
    if (!container_ids.length) return known([]);
    const { organization_id } = this.db.actor;
    const last = announced ? LAST_STAY : sql`c.stay_id`;
    return rows<{ id: number }>(sql`
      SELECT c.id FROM containers c CROSS JOIN LATERAL (${LAST_MOVEMENT}) m
      WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)}
        AND m.movement_type IN ('gate_in', 'gate_out') AND m.truck_visit_id = ${truck_visit_id}
        AND ${IS_WHERE_IT_WENT}
        AND m.stay_id IS NOT DISTINCT FROM ${last}`).map((unmoved) => unmoved.map(({ id }) => id));
  }

  /**
   * Puts containers back where they were before their last movement, by a `reversal`. Only the type of that place is
   * restored when the place was deleted, or when it is a container that is inside this one by now. When the type is
   * unknown, a container that left by the gate returns to an unnamed terminal. The caller has locked the containers.
   */
  async putBack(container_ids: number[]): Promise<void> {
    if (!container_ids.length) return;
    const { organization_id } = this.db.actor;
    const back = await this.db.query<{
      id: number;
      type: LocationType | null;
      place: number | null;
      visit: number | null;
      moved_at: Date;
    }>(sql`
      SELECT c.id, coalesce(m.from_location_type, CASE m.movement_type WHEN 'gate_out' THEN 'Terminal' END) AS type,
        CASE WHEN location_name(${organization_id}, m.from_location_type, m.from_location_id) IS NOT NULL
          AND NOT (m.from_location_type = 'Container' AND ${WOULD_BE_IN_ITSELF}) THEN m.from_location_id END AS place,
        m.truck_visit_id AS visit, greatest(clock_timestamp(), ${LAST_MOVED_AT}) AS moved_at
      FROM containers c CROSS JOIN LATERAL (${LAST_MOVEMENT}) m
      WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)}`);
    await this.moveContainers(
      back.map(({ id, type, place, visit, moved_at }) => ({
        container_id: id,
        movement_type: 'reversal',
        to: type && { type, id: place },
        moved_at,
        truck_visit_id: visit ?? undefined,
      })),
    );
  }

  /** Moves chassis or gensets, each at most once. They have no history of movements. */
  async moveEquipment(kind: keyof typeof EQUIPMENT, moves: EquipmentMove[]): Promise<void> {
    const { entity, event, view } = EQUIPMENT[kind];
    for (const { id, to } of moves)
      await recordUpdate(this.db, event, view(), id, () =>
        this.db.update<Located>(entity, id, {
          current_location_type: to?.type ?? null,
          current_location_id: to?.id ?? null,
        }),
      );
  }
}

/** SQL: the last movement of the container `c`. */
const LAST_MOVEMENT = sql`SELECT * FROM container_movements m
  WHERE m.organization_id = c.organization_id AND m.container_id = c.id ORDER BY m.id DESC LIMIT 1`;

/** SQL: whether the container `c` is still where its movement `m` took it. */
const IS_WHERE_IT_WENT = sql`CASE WHEN m.to_location_type IS NULL
  THEN location_label(c.organization_id, c.current_location_type, c.current_location_id) IS NOT DISTINCT FROM m."to"
  ELSE (c.current_location_type, c.current_location_id) IS NOT DISTINCT FROM (m.to_location_type, m.to_location_id) END`;

/** SQL: whether the container that `c` was in before its movement `m` is now inside `c`, at any depth. */
const WOULD_BE_IN_ITSELF = sql`c.id IN (
  WITH RECURSIVE within(container_id) AS (
    SELECT m.from_location_id
    UNION
    SELECT o.current_location_id FROM within w
    JOIN containers o ON o.organization_id = c.organization_id AND o.id = w.container_id
    WHERE o.current_location_type = 'Container' AND o.current_location_id IS NOT NULL
  ) SELECT container_id FROM within)`;

/** SQL: the latest stay of the container `c` that has begun. */
const LAST_STAY = sql`(SELECT s.id FROM container_stays s
  WHERE s.organization_id = c.organization_id AND s.container_id = c.id AND s.status IN ('here', 'departed')
  ORDER BY s.number DESC LIMIT 1)`;

/** Equipment without a history of movements: its entity, and the event and view that record a move. */
const EQUIPMENT = {
  chassis: {
    entity: Chassis,
    event: kindEvent('chassis', 'updated'),
    view: () => kindClasses(kindOf(Chassis)).Show,
  },
  genset: { entity: Genset, event: 'genset.updated', view: () => GensetShow },
} as const;

/** The carrier of each type of movement that brings or takes a container. */
const CARRIED_BY: Partial<Record<ContainerMove['movement_type'], Placement['by']>> = {
  gate_in: 'truck',
  gate_out: 'truck',
  discharge: 'voyage',
  load: 'voyage',
};

function placementOf({ container_id, movement_type, moved_at, voyage_id }: ContainerMove): Placement {
  const ended = movement_type === 'gate_out' || movement_type === 'load';
  const reversed = movement_type === 'reversal';
  return { container_id, at: moved_at, by: CARRIED_BY[movement_type], voyage_id, ended, reversed };
}

/** The moves as JSON for `jsonb_to_recordset`, so that one statement writes them all. */
function recordset(moves: { to: Location }[]): string {
  return JSON.stringify(moves.map(({ to, ...move }) => ({ ...move, to_type: to?.type, to_id: to?.id })));
}
