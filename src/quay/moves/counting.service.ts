import { Injectable } from '@nestjs/common';
import { HeldCargoService } from '../../cargo/held/held-cargo.service';
import { MovementsService } from '../../cargo/containers/movements.service';
import type { Stacks } from '../../cargo/containers/stacks.rules';
import { DischargeListItemShow } from '../../cargo/discharge-lists/discharge-list-item.view';
import { markDischarged } from '../../cargo/discharge-lists/discharged-items';
import { LoadListItemShow } from '../../cargo/load-lists/load-list-item.view';
import { type LoadedCargo, markLoaded, type MarkedItem } from '../../cargo/load-lists/loaded-items';
import { PlacingRules, type PlacingWarning, refusedPlacings } from '../../cargo/placing/placing-rules';
import { datedBy } from '../../cargo/stays/dated-by';
import { Db } from '../../common/database/db';
import { Failure } from '../../common/errors/errors';
import { kindEvent, record } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { TallyMove } from '../tallies/tally-move.kind';
import { type CraneMoveRequest, CARGO_KINDS, type CargoKind, idsOf } from './crane-move-request';
import { counting } from './counted-items';
import { type LockedTally, stateOf } from './counting.queries';
import {
  boxesOf,
  containerMove,
  decide,
  isOfContainer,
  loadingReasons,
  type LoadedCounting,
  type PlannedMove,
  planning,
} from './counting.rules';
import { LoadingRules } from './loading-rules';
import { type Movables, otherCargo, OtherCargoService } from './other-cargo.service';

const Show = () => kindClasses(kindOf(TallyMove)).Show;

/** What came of moves: their ids in their order, and what rules of loading and placing warn of. */
export interface Counted {
  ids: number[];
  warnings: (ReturnType<typeof loadingReasons>[number] | PlacingWarning)[];
}

/** Counts moves of cranes, and moves their cargo (decision 383). */
@Injectable()
export class CountingService {
  constructor(
    private readonly db: Db,
    private readonly held: HeldCargoService,
    private readonly movements: MovementsService,
    private readonly others: OtherCargoService,
    private readonly rules: LoadingRules,
    private readonly placing: PlacingRules,
  ) {}

  /**
   * Counts moves in an open tally, which the caller has locked and whose items are up to date: all of them, or none.
   * Returns the ids of the moves in their order, and what rules of loading and placing warn of.
   * @param others what stands against them beside what this finds
   * @throws Refused with everything that stands against any of the moves
   */
  async count(tally: LockedTally, moves: CraneMoveRequest[], others: Failure[] = []): Promise<Counted> {
    const loaded = await this.load(tally, moves);
    const { planned, warnings } = await this.decide(loaded, moves, others);
    const ofLoading = moves.flatMap(({ cargo }) => (cargo?.id ? loadingReasons(loaded, cargo, true) : []));
    return { ids: await this.apply(tally, planned, loaded), warnings: [...ofLoading, ...warnings] };
  }

  /** What stands against moves, which are not made; undefined for nothing. */
  async against(
    tally: LockedTally,
    moves: CraneMoveRequest[],
    others: Failure[],
  ): Promise<Failure | undefined> {
    try {
      await this.decide(await this.load(tally, moves), moves, others);
      return undefined;
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
  }

  /** Decides with what rules say of the places in the yard. Throws as `decide` of the rules does. */
  private async decide(loaded: LoadedCounting, moves: CraneMoveRequest[], others: Failure[]) {
    const plan = planning(loaded, moves);
    const boxes = boxesOf(plan);
    const placed = await this.placing.of(
      boxes.map(({ asked, movement }) => ({ container_id: asked.cargo!.id!, to: movement!.to })),
    );
    const refused = refusedPlacings(placed, (at) => boxes[at]!.asked.fields.to);
    return { planned: decide(loaded, moves, [...others, ...refused], plan), warnings: placed.warnings };
  }

  /** Locks the cargo: slots, containers, vehicles, breakbulk, then the bills of what is loaded. */
  private async load(
    tally: LockedTally,
    moves: CraneMoveRequest[],
  ): Promise<LoadedCounting & { movables: Movables }> {
    const to = moves.flatMap((move) => move.to ?? []);
    const [stacks, movables] = await this.db.pipeline(
      this.movements.locking(idsOf('container', moves), to),
      this.others.lock(moves),
    );
    const held = { container: NONE, vehicle: NONE, breakbulk: NONE };
    const loading = tally.tally_type === 'loading' ? moves.filter(({ kind }) => kind === 'tally') : [];
    for (const kind of CARGO_KINDS) held[kind] = await this.held.among(kind, idsOf(kind, loading));
    const [state, rules] = await this.db.pipeline(
      stateOf(tally, moves),
      this.rules.reasons(loadingOf(loading)),
    );
    return { ...state, loading: rules, ...otherCargo(movables), held, stacks, movables };
  }

  /** Moves the cargo, marks what is on load lists, and writes the moves and what they count. */
  private async apply(
    tally: LockedTally,
    planned: PlannedMove[],
    { stacks, movables }: { stacks: Stacks; movables: Movables },
  ): Promise<number[]> {
    const containers = await this.moveContainers(tally, planned, stacks);
    const others = await this.others.move(planned, movables, tally.voyage_id);
    const marked = await this.markLoaded(tally, planned);
    await this.markDischarged(tally, planned);
    const [ids] = await this.db.pipeline(
      this.db.queries.insert(
        TallyMove,
        ...planned.map((plan) => ({
          ...rowOf(tally, plan),
          changed: {
            movement_id: containers.get(idOf(plan, 'container') ?? 0) ?? others.get(plan),
            load_list_item_ids: marked.get(plan) ?? [],
          },
        })),
      ),
      counting(tally.id, planned),
    );
    await record(this.db, kindEvent('tally_move', 'created'), Show(), ids);
    return ids;
  }

  /** The id of the movement of each container. */
  private async moveContainers(
    { voyage_id }: LockedTally,
    planned: PlannedMove[],
    stacks: Stacks,
  ): Promise<Map<number, number>> {
    const moving = planned.filter(isOfContainer);
    if (!moving.length) return new Map();
    const moves = moving.map((plan) => containerMove(plan, voyage_id));
    const dated = datedBy(moving.length === 1 ? moving[0]!.asked.fields.lifted_at : 'moves');
    const moved = await this.db.run(this.movements.moving(moves, stacks)).catch(dated);
    await this.movements.follow(moves, moved).catch(dated);
    return new Map(moves.map(({ container_id }, at) => [container_id, moved.ids[at]!]));
  }

  /** Marks the containers that are discharged on the discharge lists of the voyage. */
  private async markDischarged(
    { tally_type, voyage_id }: LockedTally,
    planned: PlannedMove[],
  ): Promise<void> {
    if (tally_type === 'loading') return;
    const discharged = planned.flatMap((plan) => {
      const container_id = plan.asked.kind === 'tally' ? idOf(plan, 'container') : null;
      return container_id ? [{ container_id, discharged_at: plan.moved_at, over: plan.beyond > 0 }] : [];
    });
    const marked = await this.db.run(markDischarged(voyage_id, discharged));
    await record(this.db, 'discharge_list_item.discharged', DischargeListItemShow, marked);
  }

  /** Marks what is loaded on the load lists of the voyage. Returns the ids of the items that each move marked. */
  private async markLoaded(
    { tally_type, voyage_id }: LockedTally,
    planned: PlannedMove[],
  ): Promise<Map<PlannedMove, number[]>> {
    if (tally_type === 'discharge') return new Map();
    const loading = planned.filter((plan) => plan.asked.kind === 'tally' && isLast(plan, planned));
    const marked = await this.db.run(markLoaded(voyage_id, loading.map(loadedCargo)));
    await record(
      this.db,
      'load_list_item.loaded',
      LoadListItemShow,
      marked.map(({ id }) => id),
    );
    return new Map(
      loading.map((plan) => [plan, marked.flatMap((item) => (isOf(item, plan) ? item.id : []))]),
    );
  }
}

/** The containers that moves load. */
const loadingOf = (moves: CraneMoveRequest[]) =>
  moves.flatMap(({ cargo, status }) =>
    cargo?.type === 'container' && cargo.id ? { id: cargo.id, is_full: status === 'full' } : [],
  );

const NONE: ReadonlyMap<number, string> = new Map();

const idOf = ({ asked: { cargo } }: PlannedMove, kind: CargoKind): number | null =>
  (cargo?.type === kind && cargo.id) || null;

/** Whether a move loads the last piece of its cargo: an item of breakbulk is loaded when nothing of it is open. */
function isLast({ asked, filled }: PlannedMove, planned: PlannedMove[]): boolean {
  if (asked.cargo?.type !== 'breakbulk' || !filled) return asked.cargo?.type !== 'breakbulk';
  const { item } = filled;
  const same = planned.filter((each) => each.filled?.item === item);
  const pieces = same.reduce((sum, each) => sum + each.filled!.quantity, item.done_quantity);
  return pieces >= item.quantity && same.at(-1)?.filled === filled;
}

/** What a load list has of the cargo of a move: one of several empties is known by its item. */
function loadedCargo(plan: PlannedMove): LoadedCargo {
  const item = plan.filled?.item;
  if (item?.cargo_type === 'empties')
    return { load_list_item_id: item.load_list_item_id, loaded_at: plan.moved_at };
  return { ...cargoColumns(plan), loaded_at: plan.moved_at };
}

const cargoColumns = (plan: PlannedMove) => ({
  container_id: idOf(plan, 'container'),
  vehicle_id: idOf(plan, 'vehicle'),
  breakbulk_id: idOf(plan, 'breakbulk'),
});

/** Whether a list item is that of the cargo of a move. */
function isOf(item: MarkedItem, plan: PlannedMove): boolean {
  const expected = plan.filled?.item;
  if (expected?.cargo_type === 'empties') return item.id === expected.load_list_item_id;
  const { container_id, vehicle_id, breakbulk_id } = cargoColumns(plan);
  return (
    (container_id !== null && item.container_id === container_id) ||
    (vehicle_id !== null && item.vehicle_id === vehicle_id) ||
    (breakbulk_id !== null && item.breakbulk_id === breakbulk_id)
  );
}

/** The columns of a move. */
function rowOf(tally: LockedTally, plan: PlannedMove) {
  return {
    ...plan.asked.said,
    ...cargoColumns(plan),
    voyage_id: tally.voyage_id,
    tally_type: tally.tally_type,
    kind: plan.asked.kind,
    quantity: plan.quantity,
    over: plan.beyond > 0,
  };
}
