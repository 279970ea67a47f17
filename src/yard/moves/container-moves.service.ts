import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { ContainerMovementItem } from '../../cargo/containers/container-movement.view';
import { namedContainer } from '../../cargo/containers/named-container';
import { LAST_MOVED_AT } from '../../cargo/containers/last-moved';
import { timeOfUndated } from '../../cargo/containers/movement-time.rules';
import { MovementsService } from '../../cargo/containers/movements.service';
import type { ContainerMove } from '../../cargo/containers/stacks.rules';
import { PlacingRules, refusedPlacings } from '../../cargo/placing/placing-rules';
import { toldWarnings } from '../../cargo/placing/placing-warning.view';
import { datedBy } from '../../cargo/stays/dated-by';
import { Db } from '../../common/database/db';
import { row } from '../../common/database/sql/query';
import { Refused, together } from '../../common/errors/errors';
import { Json } from '../../common/json';
import { type FoundPlace, placesNamed } from '../../places/locations/named-place';
import { againstMove, type Moving } from './container-move.rules';
import type { ContainerYardMove } from './yard-move.dto';

/** Moves containers at the terminal. */
@Injectable()
export class ContainerMovesService {
  constructor(
    private readonly db: Db,
    private readonly movements: MovementsService,
    private readonly placing: PlacingRules,
  ) {}

  /**
   * Moves a container to another place at the terminal. Returns the movement, and what rules of placing warn of.
   * @throws NotFound; Invalid and Refused for the place, and Refused as by `againstMove` and rules of placing
   */
  async move(idOrNumber: string, input: ContainerYardMove): Promise<Json> {
    const container = await namedContainer(this.db, idOrNumber);
    const [place] = (await this.db.run(placesNamed(this.db, [{ field: 'to', place: input.to }])))();
    const to = place!;
    const [stacks, moving] = await this.db.pipeline(
      this.movements.locking([container.id], [to]),
      row<Moving & { now: Date }>(this.moving(container.id, to)),
    );
    const move: ContainerMove = {
      container_id: container.id,
      movement_type: 'yard',
      to,
      moved_at: input.moved_at ? new Date(input.moved_at) : timeOfUndated(moving!.now, moving!.last_moved_at),
      tier: input.tier,
      dig: input.dig ?? false,
      reason: input.reason,
    };
    const placed = await this.placing.of([move]);
    const failure = together([
      ...againstMove(moving!, move, stacks, Boolean(input.moved_at)).map((refusal) => new Refused(refusal)),
      ...refusedPlacings(placed, () => 'to'),
    ]);
    if (failure) throw failure;
    const moved = await this.db.run(this.movements.moving([move], stacks)).catch(datedBy('moved_at'));
    await this.movements.follow([move], moved);
    const movement = await this.db.run(this.db.showing(ContainerMovementItem, moved.ids[0]!));
    return Json.object({ movement, warnings: toldWarnings(placed.warnings) });
  }

  private moving(id: number, to: FoundPlace) {
    const { organization_id } = this.db.actor;
    return sql`
      SELECT c.number, c.current_location_type, c.current_location_id, ${LAST_MOVED_AT} AS last_moved_at,
        location_name(${organization_id}, ${to.type}, ${to.id}) AS to_name, clock_timestamp() AS now
      FROM containers c WHERE c.organization_id = ${organization_id} AND c.id = ${id}`;
  }
}
