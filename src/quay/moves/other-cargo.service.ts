import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import {
  type CargoMove,
  CargoMovesService,
  type Movable,
  type MovedCargo,
} from '../../cargo/cargo-movements/cargo-moves.service';
import { piecesHere } from '../../cargo/cargo-movements/pieces.rules';
import type { Location } from '../../cargo/containers/stacks.rules';
import { isAtTerminal } from '../../places/locations/locations';
import { Db } from '../../common/database/db';
import { all, type Query, row } from '../../common/database/sql/query';
import type { TallyMove } from '../tallies/tally-move.kind';
import { type CraneMoveRequest, idsOf } from './crane-move-request';
import type { LoadedCounting, PlannedMove } from './counting.rules';
import { PLACED_ELSEWHERE } from './undo.rules';

const OTHER_CARGO = ['vehicle', 'breakbulk'] as const;

/** Vehicles and lots of breakbulk, locked. */
export type Movables = Record<MovedCargo, Map<number, Movable>>;

/** A movement that is to be reversed, with what happened to its cargo since. */
export interface OtherMovement {
  id: number;
  from: Location;
  moved_at: string;
  since: string | null;
  movables: Map<number, Movable>;
}

type MovedBefore = Pick<
  TallyMove,
  'voyage_id' | 'vehicle_id' | 'breakbulk_id' | 'quantity' | 'tally_type' | 'kind' | 'changed' | 'lifted_at'
>;

/** Moves vehicles and breakbulk for cranes, and moves them back. */
@Injectable()
export class OtherCargoService {
  constructor(
    private readonly db: Db,
    private readonly cargo: CargoMovesService,
  ) {}

  /** Locks the vehicles, then the lots, that moves name. */
  lock(moves: CraneMoveRequest[]): Query<Movables> {
    return all(
      this.cargo.locking('vehicle', idsOf('vehicle', moves)),
      this.cargo.locking('breakbulk', idsOf('breakbulk', moves)),
    ).map(([vehicle, breakbulk]) => ({ vehicle, breakbulk }));
  }

  /** Moves the vehicles and breakbulk of these moves. Returns the ids of their movements. */
  async move(
    planned: PlannedMove[],
    movables: Movables,
    voyage_id: number,
  ): Promise<Map<PlannedMove, number>> {
    const ids = new Map<PlannedMove, number>();
    for (const kind of OTHER_CARGO) {
      const moving = planned.filter(({ asked, movement }) => movement && asked.cargo?.type === kind);
      const moves = moving.map((plan) => cargoMove(kind, plan, voyage_id));
      const written = await this.db.run(this.cargo.moving(moves, movables[kind]));
      moving.forEach((plan, at) => ids.set(plan, written[at]!));
      await this.cargo.follow(moves);
    }
    return ids;
  }

  /** Locks the cargo of a move, and reads its movement and what happened since. */
  async load(move: MovedBefore): Promise<OtherMovement | undefined> {
    const { kind, id } = cargoOf(move);
    const { organization_id } = this.db.actor;
    const own = raw(`m.${kind}_id`);
    const [movables, found] = await this.db.pipeline(
      this.cargo.locking(kind, [id]),
      row<Omit<OtherMovement, 'movables'>>(sql`
        SELECT m.id, to_json(m.moved_at) AS moved_at, CASE WHEN m.from_location_type IS NOT NULL THEN json_build_object(
            'type', m.from_location_type, 'id',
            CASE WHEN location_name(${organization_id}, m.from_location_type, m.from_location_id) IS NOT NULL
              THEN m.from_location_id END) END AS from,
          coalesce((SELECT 'it moved again (' || l.movement_type || ')' FROM cargo_movements l
            WHERE l.organization_id = m.organization_id AND ${raw(`l.${kind}_id`)} = ${id} AND l.id > m.id
            ORDER BY l.id LIMIT 1),
            CASE WHEN (t.current_location_type, t.current_location_id) IS DISTINCT FROM
              (m.to_location_type, m.to_location_id) THEN ${PLACED_ELSEWHERE} END) AS since
        FROM cargo_movements m JOIN ${raw(`${kind}s`)} t ON t.organization_id = m.organization_id AND t.id = ${own}
        WHERE m.organization_id = ${organization_id} AND ${own} = ${id} AND (m.id = ${move.changed?.movement_id ?? null}
          OR ${!move.changed?.movement_id} AND m.movement_type IN ('discharge', 'load', 'shift')
            AND m.moved_at = ${move.lifted_at})
        ORDER BY m.id DESC LIMIT 1`),
    );
    if (!found) return undefined;
    return {
      ...found,
      movables,
      since: kind === 'breakbulk' ? missing(move, movables.get(id)!) : found.since,
    };
  }

  /** Puts the cargo of a move back where it was before. Of breakbulk it subtracts the pieces. */
  async putBack(move: MovedBefore, { from, moved_at, movables }: OtherMovement): Promise<void> {
    const { kind, id } = cargoOf(move);
    const isDischarge = move.kind === 'tally' && move.tally_type === 'discharge';
    const back: CargoMove = {
      kind,
      id,
      movement_type: 'reversal',
      // Movements of before may tell that pieces came from where the others of the lot were.
      to: isDischarge && isAtTerminal(from?.type ?? null) ? aboard(move.voyage_id) : from,
      quantity: move.quantity ?? 1,
      moved_at: new Date(moved_at),
    };
    if (move.kind === 'tally') back.reverses = move.tally_type === 'discharge' ? 'discharge' : 'load';
    await this.db.run(this.cargo.moving([back], movables));
    await this.cargo.follow([back]);
  }
}

/** What `decide` needs of vehicles and breakbulk. */
export function otherCargo({
  vehicle,
  breakbulk,
}: Movables): Pick<LoadedCounting, 'vehicles' | 'breakbulks'> {
  const now = (movable: Movable) => ({
    ...movable,
    number: movable.name,
    location: movable.type && { type: movable.type, id: movable.place },
    quantity_at_terminal: piecesHere(movable),
  });
  const each = (movables: Map<number, Movable>) =>
    new Map([...movables].map(([id, found]) => [id, now(found)]));
  return { vehicles: each(vehicle), breakbulks: each(breakbulk) };
}

function cargoMove(
  kind: MovedCargo,
  { asked, quantity, moved_at, movement }: PlannedMove,
  voyage_id: number,
): CargoMove {
  const move = { kind, id: asked.cargo!.id!, to: movement!.to, quantity: quantity ?? 1, moved_at };
  const movement_type = movement!.type as 'discharge' | 'load' | 'shift';
  return { ...move, movement_type, ...(movement_type === 'discharge' && { from: aboard(voyage_id) }) };
}

const aboard = (id: number) => ({ type: 'Voyage' as const, id });

function cargoOf({ vehicle_id, breakbulk_id }: MovedBefore): { kind: MovedCargo; id: number } {
  return vehicle_id ? { kind: 'vehicle', id: vehicle_id } : { kind: 'breakbulk', id: breakbulk_id! };
}

/** Why pieces of a lot cannot be put back: so many of them are not where they went any more. */
function missing({ kind, tally_type, quantity }: MovedBefore, lot: Movable): string | null {
  if (kind !== 'tally') return null;
  const left = tally_type === 'discharge' ? piecesHere(lot) : lot.loaded_quantity;
  return left < (quantity ?? 1) ? `only ${left} pieces are still where they went` : null;
}
