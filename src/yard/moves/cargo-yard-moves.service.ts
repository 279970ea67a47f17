import { Injectable } from '@nestjs/common';
import { againstMoving, piecesOf } from '../../cargo/cargo-movements/cargo-move.rules';
import { BreakbulkMovement, VehicleMovement } from '../../cargo/cargo-movements/cargo-movement.view';
import {
  type CargoMove,
  CargoMovesService,
  type MovedCargo,
} from '../../cargo/cargo-movements/cargo-moves.service';
import { CARGO } from '../../cargo/cargo.codes';
import { timeOfUndated } from '../../cargo/containers/movement-time.rules';
import { Db } from '../../common/database/db';
import { naming, Refused, together } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { placesNamed } from '../../places/locations/named-place';
import type { BreakbulkYardMove } from './yard-move.dto';

/** Moves vehicles and breakbulk at the terminal. */
@Injectable()
export class CargoYardMovesService {
  constructor(
    private readonly db: Db,
    private readonly moves: CargoMovesService,
  ) {}

  /**
   * Moves a vehicle, or pieces of breakbulk, to another place at the terminal. Returns the movement.
   * @throws NotFound; Invalid and Refused for the place, when it is there already, and as `againstMoving` says
   */
  async move(kind: MovedCargo, idOrKey: string, input: BreakbulkYardMove): Promise<Json> {
    const id = await this.moves.idOf(kind, idOrKey);
    const [to] = (await this.db.run(placesNamed(this.db, [{ field: 'to', place: input.to }])))();
    const [cargos, now] = await this.db.pipeline(this.moves.locking(kind, [id]), this.db.queries.now());
    const cargo = cargos.get(id)!;
    const moved_at = input.moved_at ? new Date(input.moved_at) : timeOfUndated(now, cargo.last_moved_at);
    const quantity = piecesOf(kind, cargo, input.quantity);
    const refusals = againstMoving(
      kind,
      cargo,
      { quantity, moved_at, isDated: Boolean(input.moved_at) },
      'moved_at',
    );
    if (cargo.type === to!.type && cargo.place === to!.id)
      refusals.push({
        code: CARGO.same_place,
        sentence: `${kind === 'vehicle' ? 'Vehicle' : 'Breakbulk'} '${cargo.name}' is at this place already.`,
        field: 'to',
        records: naming(kind, cargo.name),
      });
    const failure = together(refusals.map((refusal) => new Refused(refusal)));
    if (failure) throw failure;
    const move: CargoMove = {
      kind,
      id,
      movement_type: 'yard',
      to: to!,
      quantity,
      moved_at,
      reason: input.reason,
    };
    const [moved] = await this.db.run(this.moves.moving([move], cargos));
    await this.moves.follow([move]);
    return this.db.show(kind === 'vehicle' ? VehicleMovement : BreakbulkMovement, moved!, 'Movement');
  }
}
