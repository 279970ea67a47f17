import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Container } from '../../cargo/containers/container.kind';
import { HeldCargoService } from '../../cargo/held/held-cargo.service';
import { LAST_MOVED_AT } from '../../cargo/containers/last-moved';
import { type LastMoved, refusalOfEarlier, timeOfUndated } from '../../cargo/containers/movement-time.rules';
import { ContainerMove, MovementsService, Location } from '../../cargo/containers/movements.service';
import type { Stacks } from '../../cargo/containers/stacks.rules';
import { datedBy } from '../../cargo/stays/dated-by';
import { LoadListItemsService } from '../../cargo/load-lists/load-list-items.service';
import { Db } from '../../common/database/db';
import { Refused } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Columns } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { TallyMove } from './tally-move.kind';
import { tallyMoveModel } from './tally-move.write';
import { Discharge, placeAfterDischarge } from './tally-moves.rules';
import { kindEvent, record } from '../../common/recording/record';

/** The crane moves that tallies show. */
@Injectable()
export class TallyMovesService extends SetupService<TallyMove> {
  constructor(
    db: Db,
    private readonly held: HeldCargoService,
    private readonly movements: MovementsService,
    private readonly loadListItems: LoadListItemsService,
  ) {
    super(db, kindOf(TallyMove), tallyMoveModel);
  }

  /**
   * Creates a move and moves its container: `tally` to the terminal or on board, `shift` to where it is. An update or a
   * deletion only corrects the tally, because the container may have moved on since.
   * @throws Invalid, and Refused as every kind does or when a container to load is held
   */
  override async create(input: KindInput): Promise<Json> {
    const id = await this.model.create(this.db, input, {
      insert: async (columns) => {
        const { container_id } = columns;
        const stacks = await this.db.run(this.movements.locking(container_id ? [container_id] : []));
        // Before the insert, because the move belongs to the stay that it may begin.
        await this.moveContainer(columns as Columns<TallyMove>, stacks);
        return this.db.insert(TallyMove, columns);
      },
    });
    await record(this.db, kindEvent(this.kind.singular, 'created'), this.view, id);
    return this.read(id);
  }

  private async moveContainer(move: Columns<TallyMove>, stacks: Stacks): Promise<void> {
    const { kind, tally_type, voyage_id, container_id } = move;
    if (kind === 'special_lift' || !container_id) return;
    const container = (await this.db.find(Container, { id: container_id }))!;
    const moved_at = await this.timeOf(move);
    const write = (movement_type: ContainerMove['movement_type'], to: Location) =>
      this.movements
        .moveContainers([{ container_id, movement_type, to, moved_at, voyage_id }], stacks)
        .catch(datedBy('lifted_at'));

    if (kind === 'shift') await write('shift', placeOf(container));
    else if (tally_type === 'discharge')
      await write('discharge', placeAfterDischarge(placeOf(container), await this.dischargeOf(voyage_id)));
    else {
      await this.held.refuse('container', [container_id], 'loaded', 'container');
      await write('load', { type: 'Voyage', id: voyage_id });
      await this.loadListItems.markLoaded(voyage_id, container_id, moved_at);
    }
  }

  /**
   * When the crane moved the container: by default now, but not before the container arrived or was moved last.
   * @throws Refused for a time before its last movement
   */
  private async timeOf({ container_id, lifted_at }: Columns<TallyMove>): Promise<Date> {
    const [moved] = await this.db.query<LastMoved & { in_at: Date | null; now: Date }>(sql`
      SELECT c.number, ${LAST_MOVED_AT} AS last_moved_at, s.in_at, clock_timestamp() AS now
      FROM containers c
      LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
      WHERE c.organization_id = ${this.db.actor.organization_id} AND c.id = ${container_id}`);
    if (!lifted_at) return timeOfUndated(moved!.now, moved!.last_moved_at, moved!.in_at);
    const at = new Date(lifted_at);
    const refusal = refusalOfEarlier(at, [moved!], 'lifted_at');
    if (refusal) throw new Refused(refusal);
    return at;
  }

  private async dischargeOf(voyage_id: number): Promise<Discharge> {
    const [discharge] = await this.db.query<Discharge>(sql`
      SELECT v.assigned_yard_area_id, coalesce(v.destination_terminal_id, b.terminal_id) AS terminal_id,
             coalesce(v.destination_berth_area_id, v.assigned_berth_area_id) AS berth_area_id
      FROM voyages v
      LEFT JOIN berth_areas b ON b.organization_id = v.organization_id AND b.id = v.destination_berth_area_id
      WHERE v.organization_id = ${this.db.actor.organization_id} AND v.id = ${voyage_id}`);
    return discharge!;
  }
}

function placeOf({ current_location_type: type, current_location_id: id }: Columns<Container>): Location {
  return type === null ? null : { type: type as NonNullable<Location>['type'], id };
}
