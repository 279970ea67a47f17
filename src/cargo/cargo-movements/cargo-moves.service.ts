import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { among, matches, toId } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { known, type Query, rows } from '../../common/database/sql/query';
import { NotFound } from '../../common/errors/errors';
import { recordEach } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { isAtTerminal, type LocationType } from '../../places/locations/locations';
import { Breakbulk } from '../breakbulks/breakbulk.kind';
import type { Location } from '../containers/stacks.rules';
import { VehicleShow } from '../vehicles/vehicle.view';
import { afterMove, type PieceMove, type Pieces } from './pieces.rules';

/** Cargo with movements of its own, other than containers. */
export type MovedCargo = 'vehicle' | 'breakbulk';

/** A move of a vehicle, or of pieces of breakbulk. */
export interface CargoMove extends Pick<PieceMove, 'movement_type' | 'to' | 'reverses'> {
  kind: MovedCargo;
  id: number;
  /** Where the pieces come from; the place of the lot by default. Those of a discharge come from the vessel, wherever others are. */
  from?: Location;
  /** How many pieces of breakbulk. */
  quantity?: number;
  moved_at: Date;
  reason?: string | null;
}

/** A vehicle or a lot of breakbulk, locked. */
export interface Movable extends Pieces {
  id: number;
  /** The VIN or the reference number. */
  name: string;
  type: LocationType | null;
  place: number | null;
  /** How many pieces were announced; a lot that does not say, and a vehicle, is one. */
  quantity: number;
  last_moved_at: Date | null;
}

const TABLES = {
  vehicle: {
    table: 'vehicles',
    what: 'Vehicle',
    name: 't.vin_number',
    key: (vin: string) => matches('t.vin_number', vin),
    pieces: '1 AS quantity, 0 AS arrived_quantity, 0 AS loaded_quantity, 0 AS delivered_quantity',
    event: 'vehicle.moved',
    view: () => VehicleShow,
  },
  breakbulk: {
    table: 'breakbulks',
    what: 'Breakbulk',
    name: 't.reference_number',
    key: (reference: string) => sql`t.reference_number = ${reference}`,
    pieces:
      'coalesce(t.quantity, 1) AS quantity, t.arrived_quantity, t.loaded_quantity, t.delivered_quantity',
    event: 'breakbulk.moved',
    view: () => kindClasses(kindOf(Breakbulk)).Show,
  },
} as const;

/** Moves vehicles and breakbulk, and keeps their history. */
@Injectable()
export class CargoMovesService {
  constructor(private readonly db: Db) {}

  /** The id of the vehicle, by VIN in any case, or the lot that a path names. Throws NotFound. */
  async idOf(kind: MovedCargo, idOrKey: string): Promise<number> {
    const { table, what, key } = TABLES[kind];
    const [found] = await this.db.query<{ id: number }>(sql`
      SELECT t.id FROM ${raw(table)} t
      WHERE t.organization_id = ${this.db.actor.organization_id}
        AND (t.id = ${toId(idOrKey) ?? null}::bigint OR ${key(idOrKey.trim())})
      ORDER BY t.id = ${toId(idOrKey) ?? null}::bigint DESC NULLS LAST, ${raw(TABLES[kind].name)} = ${idOrKey.trim()} DESC
      LIMIT 1`);
    if (!found) throw new NotFound(what, idOrKey);
    return found.id;
  }

  /** Locks vehicles or lots of breakbulk in order of their ids, and reads what moves of them change. */
  locking(kind: MovedCargo, ids: number[]): Query<Map<number, Movable>> {
    if (!ids.length) return known(new Map<number, Movable>());
    const { table, name, pieces } = TABLES[kind];
    const { organization_id } = this.db.actor;
    return rows<Movable>(sql`
      SELECT t.id, ${raw(name)} AS name, t.current_location_type AS type, t.current_location_id AS place, ${raw(pieces)},
        (SELECT max(m.moved_at) FROM cargo_movements m
         WHERE m.organization_id = t.organization_id AND ${raw(`m.${kind}_id`)} = t.id) AS last_moved_at
      FROM ${raw(table)} t
      WHERE t.organization_id = ${organization_id} AND ${among('t.id', ids)}
      ORDER BY t.id FOR NO KEY UPDATE OF t`).map((found) => new Map(found.map((each) => [each.id, each])));
  }

  /**
   * Makes moves of one kind of cargo one after the other: places, pieces and movements, in one statement. Returns the
   * ids of the movements in order of the moves. `follow` records the events.
   * @param movables what `locking` read
   */
  moving(moves: CargoMove[], movables: Map<number, Movable>): Query<number[]> {
    const [first] = moves;
    if (!first) return known([]);
    const { kind } = first;
    const { table } = TABLES[kind];
    const { organization_id, user_id } = this.db.actor;
    const isVehicle = kind === 'vehicle';
    const own = raw(isVehicle ? 'vehicle_id' : 'breakbulk_id');
    const pieces = sql`, arrived_quantity = m.arrived_quantity, loaded_quantity = m.loaded_quantity,
      delivered_quantity = m.delivered_quantity`;
    const slot = sql`, yard_slot_id = CASE WHEN m.place_type = 'YardSlot' THEN m.place_id END`;
    return rows<{ id: number }>(sql`
      WITH moves AS (
        SELECT * FROM jsonb_to_recordset(${recordset(moves, movables)}::jsonb) AS m(turn integer, is_last boolean,
          id bigint, movement_type text, from_type text, from_id bigint, to_type text, to_id bigint, place_type text,
          place_id bigint, quantity integer, arrived_quantity integer, loaded_quantity integer,
          delivered_quantity integer, moved_at timestamptz, reason text)
      ), moved AS (
        UPDATE ${raw(table)} t
        SET current_location_type = m.place_type, current_location_id = m.place_id, updated_at = now()
          ${isVehicle ? slot : pieces}
        FROM moves m WHERE t.organization_id = ${organization_id} AND t.id = m.id AND m.is_last
      )
      INSERT INTO cargo_movements (organization_id, ${own}, movement_type, "from", "to", from_location_type,
        from_location_id, to_location_type, to_location_id, quantity, moved_at, reason, user_id)
      SELECT ${organization_id}, m.id, m.movement_type, location_label(${organization_id}, m.from_type, m.from_id),
        location_label(${organization_id}, m.to_type, m.to_id), m.from_type, m.from_id, m.to_type, m.to_id,
        ${isVehicle ? sql`NULL` : sql`m.quantity`}, m.moved_at, m.reason, ${user_id}
      FROM moves m ORDER BY m.turn
      RETURNING id`).map((written) => written.map(({ id }) => id));
  }

  /** Records the events of moves of one kind of cargo. */
  async follow(moves: CargoMove[]): Promise<void> {
    const [first] = moves;
    if (!first) return;
    const { event, view } = TABLES[first.kind];
    await recordEach(
      this.db,
      view(),
      moves.map(({ id, moved_at }) => ({ type: event, id, at: moved_at })),
    );
  }
}

/** The moves as JSON for `jsonb_to_recordset`, each with the place and the pieces after it. */
function recordset(moves: CargoMove[], movables: Map<number, Movable>): string {
  const state = new Map([...movables].map(([id, each]) => [id, { ...each }]));
  const last = new Map(moves.map(({ id }, turn) => [id, turn]));
  return JSON.stringify(
    moves.map(({ id, movement_type, from: given, to, reverses, quantity = 1, moved_at, reason }, turn) => {
      const before = state.get(id)!;
      const at: Location = before.type && { type: before.type, id: before.place };
      const from = given && isAtTerminal(before.type) ? given : at;
      const { pieces, place } = afterMove(before, at, { movement_type, to, quantity, reverses });
      state.set(id, { ...before, ...pieces, type: place?.type ?? null, place: place?.id ?? null });
      const { arrived_quantity, loaded_quantity, delivered_quantity } = pieces;
      return {
        turn,
        is_last: last.get(id) === turn,
        id,
        movement_type,
        from_type: from?.type,
        from_id: from?.id,
        to_type: to?.type,
        to_id: to?.id,
        place_type: place?.type,
        place_id: place?.id,
        quantity,
        arrived_quantity,
        loaded_quantity,
        delivered_quantity,
        moved_at,
        reason,
      };
    }),
  );
}
