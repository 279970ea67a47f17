import { type LastMoved, refusalOfEarlier, timeOfUndated } from '../../cargo/containers/movement-time.rules';
import {
  type ContainerMove,
  type Location,
  refusalsOfStacks,
  type Stacks,
} from '../../cargo/containers/stacks.rules';
import { refusalOfHeld } from '../../cargo/held/holdable-cargo';
import { type Code, COMMON } from '../../common/errors/codes';
import { type Failure, naming, Refused, type Refusal, together, Unknown } from '../../common/errors/errors';
import type { Sentence } from '../../common/languages/sentence';
import { isToCome } from '../../common/input/times';
import { isAtTerminal } from '../../places/locations/locations';
import { QUAY, refusalOfCancelled } from '../quay.codes';
import type { CargoType, TallyType } from '../tallies/tally-words';
import type { CraneMoveRequest, CargoKind, NamedCargo } from './crane-move-request';
import type { LoadingReason } from './loading-rules';
import { type Discharge, placeAfterDischarge } from './discharge.rules';

/** Cargo as it is behind the locks. */
interface CargoNow {
  id: number;
  /** Its number, VIN or reference number. */
  number: string;
  location: Location;
}
export interface ContainerNow extends CargoNow, LastMoved {
  container_type_id: number | null;
  shipping_line_id: number | null;
  container_status: string | null;
  /** When its stay began. */
  in_at: Date | null;
}
export interface LotNow extends CargoNow {
  /** How many pieces were announced. */
  quantity: number;
  arrived_quantity: number;
  quantity_at_terminal: number;
}

/** An item of the tally. */
export interface ItemNow {
  id: number;
  cargo_type: CargoType;
  container_id: number | null;
  vehicle_id: number | null;
  breakbulk_id: number | null;
  container_type_id: number | null;
  shipping_line_id: number | null;
  load_list_item_id: number | null;
  quantity: number;
  done_quantity: number;
  beyond: boolean;
}

/** What `decide` needs: all of it is locked by the tally, or itself. */
export interface LoadedCounting {
  tally_type: TallyType;
  voyage: { id: number; number: string; cancelled: boolean } & Discharge;
  containers: ReadonlyMap<number, ContainerNow>;
  vehicles: ReadonlyMap<number, CargoNow>;
  breakbulks: ReadonlyMap<number, LotNow>;
  /** The items of the named cargo, and the open empties of the types and lines of the containers, oldest first. */
  items: readonly ItemNow[];
  /** The names of the cargo that holds keep from loading, by id. */
  held: Record<CargoKind, ReadonlyMap<number, string>>;
  /** Why containers are not loaded, or what is warned of, by id. */
  loading: ReadonlyMap<number, LoadingReason[]>;
  /** The slots and stacks that the containers leave and go to. */
  stacks: Stacks;
  now: Date;
}

/** A move that can be made. */
export interface PlannedMove {
  asked: CraneMoveRequest;
  /** The pieces of breakbulk. */
  quantity: number | null;
  /** When the cargo was moved. */
  moved_at: Date;
  movement: { type: ContainerMove['movement_type']; to: Location } | null;
  /** What it counts of an item that the tally expects. */
  filled: { item: ItemNow; quantity: number } | null;
  /** How many pieces are beyond what the tally expects. */
  beyond: number;
}

const LABEL = { container: 'Container', vehicle: 'Vehicle', breakbulk: 'Breakbulk' } as const;

/**
 * Decides whether a batch of moves can be counted (decision 383).
 * @param others what stands against the batch beside that
 * @param plan what `planning` makes of them
 * @throws Refused with everything that stands against any of its moves
 */
export function decide(
  loaded: LoadedCounting,
  moves: CraneMoveRequest[],
  others: readonly Failure[] = [],
  { planned, failures }: Planning = planning(loaded, moves),
): PlannedMove[] {
  const { voyage, stacks } = loaded;
  if (voyage.cancelled) throw new Refused(refusalOfCancelled(voyage.number));
  const boxes = boxesOf({ planned });
  const inStacks = refusalsOfStacks(
    boxes.map((plan) => containerMove(plan, voyage.id)),
    stacks,
  ).map(({ at, refusal }) => new Refused({ ...refusal, field: boxes[at]!.asked.fields.to }));
  const failure = together([...failures, ...others, ...inStacks]);
  if (failure) throw failure;
  return planned as PlannedMove[];
}

/** What a batch of moves comes to: the moves in their order, undefined for one that is refused, and what stands against them. */
export interface Planning {
  planned: (PlannedMove | undefined)[];
  failures: Failure[];
}

/** Plans a batch of moves, each as those before it leave the cargo. */
export function planning(loaded: LoadedCounting, moves: CraneMoveRequest[]): Planning {
  const batch = new Batch(loaded);
  return { planned: moves.map((asked) => batch.plan(asked)), failures: batch.failures };
}

/** The planned moves that move containers. */
export const boxesOf = ({ planned }: Pick<Planning, 'planned'>): PlannedMove[] =>
  planned.flatMap((plan) => (plan && isOfContainer(plan) ? plan : []));

/** What rules of loading refuse of the cargo of a move, or what they only warn of. */
export function loadingReasons(
  { loading, containers }: Pick<LoadedCounting, 'loading' | 'containers'>,
  { type, id }: NamedCargo,
  warns: boolean,
): { code: Code; sentence: Sentence; container: { id: number; number: string } }[] {
  const container = type === 'container' && containers.get(id!);
  if (!container) return [];
  const { number } = container;
  return (loading.get(id!) ?? []).flatMap(({ code, says, ...reason }) =>
    reason.warns === warns
      ? { code, sentence: says({ container: number }), container: { id: id!, number } }
      : [],
  );
}

/** Whether a planned move moves a container. */
export const isOfContainer = ({ asked, movement }: PlannedMove): boolean =>
  movement !== null && asked.cargo?.type === 'container';

/** The move of the container of a planned move. */
export function containerMove({ asked, moved_at, movement }: PlannedMove, voyage_id: number): ContainerMove {
  const { type, to } = movement!;
  return { container_id: asked.cargo!.id!, movement_type: type, to, moved_at, voyage_id };
}

/** The moves of a batch in their order: each sees what those before it take. */
class Batch {
  readonly failures: Failure[] = [];
  private readonly named = new Set<string>();
  /** The pieces that moves of the batch have taken, by item and by lot. */
  private readonly filled = new Map<number, number>();
  private readonly moved = new Map<number, number>();

  constructor(private readonly loaded: LoadedCounting) {}

  /** Undefined for a move that is refused. */
  plan(asked: CraneMoveRequest): PlannedMove | undefined {
    const { cargo, lifted_at, fields } = asked;
    if (lifted_at && isToCome(lifted_at))
      this.refuse(fields.lifted_at, {
        code: COMMON.time_to_come,
        sentence: 'A crane cannot have lifted at a time to come.',
      });
    if (asked.to !== undefined && !this.isDischarge(asked))
      this.refuse(fields.to, { code: COMMON.mismatch, sentence: 'A place is for a discharge only.' });
    if (!cargo) return this.withoutCargo(asked);
    const { id } = cargo;
    const now = id && this.cargoNow(cargo.type, id);
    if (!now) {
      this.failures.push(new Unknown(LABEL[cargo.type], cargo.key, fields.cargo));
      return undefined;
    }
    if (cargo.type !== 'breakbulk') this.nameOnce(cargo, now.number, fields.cargo);
    const moved_at = this.momentOf(asked, cargo);
    if (asked.kind === 'special_lift') return this.withoutCargo(asked);
    if (asked.kind === 'shift') {
      const movement = { type: 'shift' as const, to: now.location };
      return { asked, quantity: asked.quantity, moved_at, movement, filled: null, beyond: 0 };
    }
    const counted = cargo.type === 'breakbulk' ? this.lot(asked, cargo) : this.piece(asked, cargo);
    return counted && { asked, moved_at, movement: this.movementOf(asked), ...counted };
  }

  private isDischarge({ kind }: CraneMoveRequest): boolean {
    return kind === 'tally' && this.loaded.tally_type === 'discharge';
  }

  private withoutCargo(asked: CraneMoveRequest): PlannedMove {
    const moved_at = asked.lifted_at ?? this.loaded.now;
    return { asked, quantity: null, moved_at, movement: null, filled: null, beyond: 0 };
  }

  /** A container or a vehicle. */
  private piece(asked: CraneMoveRequest, cargo: NamedCargo) {
    const isHere = this.isHere(this.cargoNow(cargo.type, cargo.id!)!);
    const item = this.itemOf(asked, cargo);
    if (item?.done_quantity) {
      this.refuseCargo(asked, cargo, QUAY.counted, 'was counted in this tally already');
      return undefined;
    }
    if (this.isDischarge(asked) && isHere) this.refuseHere(asked, cargo);
    if (!this.isDischarge(asked)) {
      this.refuseHeld(asked, cargo);
      this.refuseByRules(asked, cargo);
      if (!isHere) this.refuseAbsent(asked, cargo);
    }
    if (!item && !asked.over) {
      this.refuseCargo(asked, cargo, QUAY.not_expected, 'is not expected by this tally');
      return undefined;
    }
    if (item) this.filled.set(item.id, 1);
    return { quantity: null, filled: item ? { item, quantity: 1 } : null, beyond: item ? 0 : 1 };
  }

  /** The item of a container or a vehicle: its own, or for an empty container the oldest open one of its type and line. */
  private itemOf({ status }: CraneMoveRequest, { type, id }: NamedCargo): ItemNow | undefined {
    const { items, tally_type, containers } = this.loaded;
    const own = items.find((item) => (type === 'container' ? item.container_id : item.vehicle_id) === id);
    if (own || type !== 'container' || tally_type === 'discharge') return own;
    const container = containers.get(id!)!;
    if ((status ?? container.container_status) !== 'empty') return undefined;
    return items.find(
      (item) =>
        item.cargo_type === 'empties' &&
        !item.done_quantity &&
        !this.filled.has(item.id) &&
        item.container_type_id === container.container_type_id &&
        item.shipping_line_id === container.shipping_line_id,
    );
  }

  /** Some pieces of a lot: what is open is filled, more of it needs `over`. */
  private lot(asked: CraneMoveRequest, cargo: NamedCargo) {
    const { items, breakbulks } = this.loaded;
    const lot = breakbulks.get(cargo.id!)!;
    const moved = this.moved.get(lot.id) ?? 0;
    const item = items.find((each) => each.breakbulk_id === lot.id && !each.beyond);
    const open = item ? item.quantity - item.done_quantity - (this.filled.get(item.id) ?? 0) : 0;
    const toCome = Math.max(0, lot.quantity - lot.arrived_quantity - moved);
    const here = lot.quantity_at_terminal - moved;
    const isDischarge = this.isDischarge(asked);
    const left = isDischarge ? open || (asked.over ? toCome : 0) : here;
    const quantity = asked.quantity ?? left;
    const filled = Math.min(quantity, open);
    if (isDischarge && filled > toCome) {
      this.refuseHere(asked, cargo);
      return undefined;
    }
    if (!isDischarge) this.refuseHeld(asked, cargo);
    if (!isDischarge && (quantity > here || here <= 0)) {
      this.refuseAbsent(asked, cargo, here > 0 ? here : undefined);
      return undefined;
    }
    if (quantity <= 0) {
      if (item) this.refuseCargo(asked, cargo, QUAY.counted, 'was counted in this tally already');
      else this.refuseCargo(asked, cargo, QUAY.not_expected, 'is not expected by this tally');
      return undefined;
    }
    if (quantity > open && !asked.over) {
      const said = item ? `has ${open} pieces that are open` : 'is not expected by this tally';
      const field = item && asked.quantity ? asked.fields.quantity : undefined;
      this.refuseCargo(asked, cargo, QUAY.not_expected, said, field);
      return undefined;
    }
    if (item) this.filled.set(item.id, (this.filled.get(item.id) ?? 0) + filled);
    this.moved.set(lot.id, moved + quantity);
    return {
      quantity,
      filled: item && filled ? { item, quantity: filled } : null,
      beyond: quantity - filled,
    };
  }

  private movementOf(asked: CraneMoveRequest): PlannedMove['movement'] {
    const { voyage } = this.loaded;
    if (!this.isDischarge(asked)) return { type: 'load', to: { type: 'Voyage', id: voyage.id } };
    return { type: 'discharge', to: asked.to ?? placeAfterDischarge(voyage) };
  }

  /** When the cargo was moved: a container not before it was moved last (decision 430). */
  private momentOf({ lifted_at, fields }: CraneMoveRequest, { type, id }: NamedCargo): Date {
    const { now, containers } = this.loaded;
    if (type !== 'container') return lifted_at ?? now;
    const container = containers.get(id!)!;
    if (!lifted_at) return timeOfUndated(now, container.last_moved_at, container.in_at);
    const early = refusalOfEarlier(lifted_at, [container], fields.lifted_at);
    if (early) this.failures.push(new Refused(early));
    return lifted_at;
  }

  private cargoNow(type: CargoKind, id: number): CargoNow | undefined {
    return this.loaded[`${type}s`].get(id);
  }

  private isHere({ location }: CargoNow): boolean {
    return isAtTerminal(location?.type ?? null);
  }

  private nameOnce({ type, id }: NamedCargo, number: string, field: string): void {
    const name = `${type} ${id}`;
    if (this.named.has(name))
      this.refuse(field, {
        code: COMMON.named_twice,
        sentence: `${LABEL[type]} '${number}' is named twice.`,
      });
    this.named.add(name);
  }

  private refuseHere(asked: CraneMoveRequest, cargo: NamedCargo): void {
    this.refuseCargo(asked, cargo, QUAY.is_here, 'is at the terminal already');
  }

  private refuseAbsent(asked: CraneMoveRequest, cargo: NamedCargo, here?: number): void {
    const said = here === undefined ? 'is not at the terminal' : `has ${here} pieces at the terminal`;
    this.refuseCargo(
      asked,
      cargo,
      QUAY.not_here,
      said,
      here === undefined ? undefined : asked.fields.quantity,
    );
  }

  /** What rules have against loading a container, also one that is loaded with `over` (decision 944). */
  private refuseByRules({ fields }: CraneMoveRequest, cargo: NamedCargo): void {
    for (const { code, sentence, container } of loadingReasons(this.loaded, cargo, false))
      this.refuse(fields.cargo, { code, sentence, records: naming('container', container.number) });
  }

  private refuseHeld({ fields }: CraneMoveRequest, { type, id }: NamedCargo): void {
    const name = this.loaded.held[type].get(id!);
    if (name !== undefined) this.refuse(fields.cargo, refusalOfHeld(type, name, 'loaded'));
  }

  private refuseCargo(
    { fields }: CraneMoveRequest,
    { type, id }: NamedCargo,
    code: Refusal['code'],
    said: string,
    field = fields.cargo,
  ): void {
    const key = this.cargoNow(type, id!)!.number;
    this.refuse(field, { code, sentence: `${LABEL[type]} '${key}' ${said}.`, records: naming(type, key) });
  }

  private refuse(field: string, refusal: Refusal): void {
    this.failures.push(new Refused({ ...refusal, field }));
  }
}
