import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { all, known, type Query, rows } from '../../common/database/sql/query';
import type { LocationType } from '../../places/locations/locations';
import type { Placement, Settled } from '../stays/placements';
import { tellAnnounced } from '../stays/announced-stays';
import { StaysService } from '../stays/stays.service';
import { LAST_MOVEMENT, lockingStacks, lockingStacksLeft } from './stacks';
import { type ContainerMove, type Location, stack, stackBack, type Stacks, type Step } from './stacks.rules';
import { Refused, together } from '../../common/errors/errors';
import { kindEvent, recordEach, recordUpdate } from '../../common/recording/record';
import type { EventType } from '../../common/recording/event-types';
import { kindOf } from '../../common/setup/kind';
import { Chassis } from '../chassis/chassis.kind';
import { Genset } from '../gensets/genset.entity';
import { GensetShow } from '../gensets/genset.view';
import type { Located } from '../../places/locations/located';
import { kindClasses } from '../../common/setup/kind-classes';
import { ContainerShow } from './container.view';
import { LAST_MOVED_AT } from './last-moved';

/** A move of a chassis or genset to a place. */
export interface EquipmentMove {
  id: number;
  to: Location;
}

/** The movements that were written, and the work that is left for the stays. */
export interface Moved {
  /** The ids of the movements of the moves, in their order. */
  ids: number[];
  /** Those and the movements of the containers that came down. */
  written: Written[];
  settled: Settled;
}

/** A movement with its id. */
type Written = Step & { id: number };

export type { ContainerMove, Location } from './stacks.rules';

/** The event of each type of movement. */
const EVENTS: Record<ContainerMove['movement_type'], EventType> = {
  gate_in: 'container.gated_in',
  gate_out: 'container.gated_out',
  discharge: 'container.discharged',
  load: 'container.loaded',
  shift: 'container.moved',
  strip: 'container.moved',
  reversal: 'container.moved',
  yard: 'container.moved',
  restow: 'container.moved',
};

/** Moves containers and equipment, and keeps the history of containers. */
@Injectable()
export class MovementsService {
  constructor(
    private readonly db: Db,
    private readonly stays: StaysService,
  ) {}

  /**
   * Locks these containers, and what moving them there has to do with: the slots with tiers that they stand in or go to,
   * by id, and then the containers and those in these slots, by id. It is the first statement of an action.
   */
  locking(container_ids: number[], to: Location[] = []): Query<Stacks> {
    return lockingStacks(this.db, container_ids, to);
  }

  /** As `locking`, for `putBack`. */
  lockingBack(container_ids: number[]): Query<Stacks> {
    return lockingStacksLeft(this.db, container_ids);
  }

  /**
   * Moves containers, each at most once: writes a movement with the labels and tiers of both places, lets those that
   * stand above come down, and begins or ends the stay.
   * @param stacks what `locking` read
   * @throws Refused when the containers do not fit the slots, and by a constraint when a container would arrive before
   *   its last stay ended
   */
  async moveContainers(moves: ContainerMove[], stacks: Stacks): Promise<void> {
    await this.follow(moves, await this.db.run(this.moving(moves, stacks)));
  }

  /**
   * The statements of `moveContainers`. `follow` takes their result.
   * @throws Refused when the containers do not fit the slots
   */
  moving(moves: ContainerMove[], stacks: Stacks): Query<Moved> {
    const { steps, against } = stack(moves, stacks);
    const failure = together(against.map(({ field, refusal }) => new Refused({ ...refusal, field })));
    if (failure) throw failure;
    return this.making(moves, steps);
  }

  /** Completes `moveContainers`: opens the stays of unannounced containers and records the events. */
  async follow(moves: ContainerMove[], { ids, written, settled }: Moved): Promise<void> {
    const { organization_id } = this.db.actor;
    const opened = await this.stays.follow(moves.map(placementOf), settled);
    const discharged = new Set(
      moves.flatMap(({ movement_type, container_id }) => (movement_type === 'discharge' ? container_id : [])),
    );
    if (opened.length)
      await this.db.query(sql`
        UPDATE container_movements m SET stay_id = c.stay_id FROM containers c
        WHERE m.organization_id = ${organization_id} AND ${among('m.id', ids)}
          AND c.organization_id = m.organization_id AND c.id = m.container_id
          AND ${among('c.id', opened)}`);
    await tellAnnounced(
      this.db,
      opened.filter((id) => discharged.has(id)),
    );
    await this.tell(written);
  }

  /**
   * Lets those come down that stand above these containers, for a caller that takes the containers out itself.
   * @param moves where the containers go
   * @param own whether the moves have movements too
   */
  async makeWay(
    moves: ContainerMove[],
    stacks: Stacks,
    own: (move: ContainerMove) => boolean,
  ): Promise<void> {
    const written = new Set(moves.filter(own).map(({ container_id }) => container_id));
    const steps = stack(moves, stacks).steps.filter(
      ({ container_id, movement_type }) => movement_type === 'restow' || written.has(container_id),
    );
    await this.tell(await this.db.run(this.writing(steps)));
  }

  private making(moves: ContainerMove[], steps: Step[]): Query<Moved> {
    if (!moves.length) return known({ ids: [], written: [], settled: { without: [], laden: [] } });
    // After the move, because the stays follow from where the containers are now.
    return all(this.writing(steps), this.stays.placing(moves.map(placementOf))).map(([written, settled]) => ({
      ids: written.filter(({ movement_type }) => movement_type !== 'restow').map(({ id }) => id),
      written,
      settled,
    }));
  }

  /** Writes movements, and where their containers are then. */
  private writing(steps: Step[]): Query<Written[]> {
    if (!steps.length) return known([]);
    const { organization_id, user_id } = this.db.actor;
    return rows<{ id: number }>(sql`
      WITH moves AS (
        SELECT * FROM jsonb_to_recordset(${recordset(steps)}::jsonb) AS m(turn integer, is_last boolean,
          container_id bigint, movement_type text, from_type text, from_id bigint, from_tier integer, to_type text,
          to_id bigint, to_tier integer, moved_at timestamptz, truck_visit_id bigint, voyage_id bigint, reason text, stack bigint[])
      ), before AS (
        SELECT c.id, c.stay_id FROM containers c
        WHERE c.organization_id = ${organization_id} AND c.id IN (SELECT container_id FROM moves)
        ORDER BY c.id FOR NO KEY UPDATE
      ), moved AS (
        UPDATE containers c
        SET current_location_type = m.to_type, current_location_id = m.to_id, tier = m.to_tier, updated_at = now()
        FROM moves m JOIN before b ON b.id = m.container_id
        WHERE c.organization_id = ${organization_id} AND c.id = m.container_id AND m.is_last
      )
      INSERT INTO container_movements
        (organization_id, container_id, stay_id, movement_type, "from", "to", from_location_type, from_location_id,
         from_tier, to_location_type, to_location_id, to_tier, moved_at, truck_visit_id, voyage_id, user_id, reason, stack)
      SELECT ${organization_id}, b.id, b.stay_id, m.movement_type,
             location_label(${organization_id}, m.from_type, m.from_id),
             location_label(${organization_id}, m.to_type, m.to_id), m.from_type, m.from_id, m.from_tier, m.to_type,
             m.to_id, m.to_tier, m.moved_at, m.truck_visit_id, m.voyage_id, ${user_id}, m.reason, m.stack
      FROM moves m JOIN before b ON b.id = m.container_id
      ORDER BY m.turn
      RETURNING id`).map((ids) => ids.map(({ id }, at) => ({ ...steps[at]!, id })));
  }

  private tell(written: Written[]): Promise<void> {
    const happened = written.map(({ id, container_id, movement_type, moved_at, voyage_id }) => ({
      type: EVENTS[movement_type],
      id: container_id,
      at: moved_at,
      movement: { id, movement_type, voyage_id },
    }));
    return recordEach(this.db, ContainerShow, happened);
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
   * Puts containers back where they were before their last movement, by a `reversal`; in a stack between the same
   * containers, and those that came down go up again. Only the type of that place is restored when the place was
   * deleted, or when it is a container that is inside this one by now. When the type is unknown, a container that left
   * by the gate returns to an unnamed terminal.
   * @param stacks what `lockingBack` read
   * @param moved_at by default now, but not before the last movement
   */
  async putBack(container_ids: number[], stacks: Stacks, moved_at?: Date): Promise<void> {
    if (!container_ids.length) return;
    const { organization_id } = this.db.actor;
    const found = await this.db.query<{
      id: number;
      type: LocationType | null;
      place: number | null;
      stack: number[] | null;
      visit: number | null;
      voyage: number | null;
      moved_at: Date;
    }>(sql`
      SELECT c.id, coalesce(m.from_location_type, CASE m.movement_type WHEN 'gate_out' THEN 'Terminal' END) AS type,
        CASE WHEN location_name(${organization_id}, m.from_location_type, m.from_location_id) IS NOT NULL
          AND NOT (m.from_location_type = 'Container' AND ${WOULD_BE_IN_ITSELF}) THEN m.from_location_id END AS place,
        to_json(m.stack) AS stack, m.truck_visit_id AS visit, m.voyage_id AS voyage,
        greatest(coalesce(${moved_at}::timestamptz, clock_timestamp()), ${LAST_MOVED_AT}) AS moved_at
      FROM containers c CROSS JOIN LATERAL (${LAST_MOVEMENT}) m
      WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)} ORDER BY m.id DESC`);
    const backs = found.map(({ id, type, place, stack: left, visit, voyage, moved_at }) => ({
      container_id: id,
      to: type && { type, id: place },
      stack: left,
      moved_at,
      truck_visit_id: visit ?? undefined,
      voyage_id: voyage ?? undefined,
    }));
    const steps = stackBack(backs, stacks);
    const moves = steps.filter(({ movement_type }) => movement_type === 'reversal');
    await this.follow(moves, await this.db.run(this.making(moves, steps)));
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

/** SQL: whether the container `c` is still where its movement `m` took it. */
export const IS_WHERE_IT_WENT = sql`CASE WHEN m.to_location_type IS NULL
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

function placementOf({
  container_id,
  movement_type,
  moved_at,
  voyage_id,
}: Pick<ContainerMove, 'container_id' | 'movement_type' | 'moved_at' | 'voyage_id'>): Placement {
  const ended = movement_type === 'gate_out' || movement_type === 'load';
  const reversed = movement_type === 'reversal';
  const by = CARRIED_BY[movement_type];
  return { container_id, at: moved_at, by, voyage_id: by && voyage_id, ended, reversed };
}

/** The movements as JSON for `jsonb_to_recordset`, so that one statement writes them all. */
function recordset(steps: Step[]): string {
  const last = new Map(steps.map(({ container_id }, turn) => [container_id, turn]));
  return JSON.stringify(
    steps.map(({ from, to, ...step }, turn) => ({
      ...step,
      turn,
      is_last: last.get(step.container_id) === turn,
      from_type: from?.type,
      from_id: from?.id,
      to_type: to?.type,
      to_id: to?.id,
    })),
  );
}
