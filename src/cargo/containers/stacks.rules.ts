import type { Code } from '../../common/errors/codes';
import { naming, type Refusal } from '../../common/errors/errors';
import type { Numeric } from '../../common/schema/columns';
import type { LocationType } from '../../places/locations/locations';
import { CARGO } from '../cargo.codes';
import type { MOVEMENT_TYPES } from './container-movement.entity';

/** A place as the location columns hold it; null when it is unknown. */
export type Location = { type: LocationType; id: number | null } | null;

/** A move of a container to a place. */
export interface ContainerMove {
  container_id: number;
  movement_type: (typeof MOVEMENT_TYPES)[number];
  to: Location;
  moved_at: Date;
  /** The tier of a slot with tiers; the lowest free one by default. */
  tier?: number | null;
  /** Whether those that stand above it may come down; they may by default. */
  dig?: boolean;
  reason?: string | null;
  /** The visit of the truck that brings or takes the container. */
  truck_visit_id?: number;
  /** The voyage from which the container is discharged, or on which it is loaded. */
  voyage_id?: number;
}

/** A slot of the yard. Without `tiers` it holds any number of containers. */
export interface Slot {
  id: number;
  name: string;
  yard_area_id: number | null;
  tiers: number | null;
  teu: number | null;
  reefer_plug: boolean | null;
  maximum_weight: Numeric | null;
}

/** A container that moves, or that stands in a slot with tiers that another one leaves or goes to. */
export interface Box {
  id: number;
  number: string;
  type: LocationType | null;
  place: number | null;
  tier: number | null;
  /** The length in feet. */
  size: number | null;
  weight: Numeric | null;
  operating_reefer: boolean;
  /** The time of its last movement. */
  last_at: string | null;
  /** Of a container that was put back by a reversal: the stack that it was in before, from the lowest container up. */
  stack: number[] | null;
}

/** The slots and containers that a set of moves has to do with, by id; at least the containers that move. */
export interface Stacks {
  slots: Map<number, Slot>;
  boxes: Map<number, Box>;
}

/** A movement to write. */
export interface Step {
  container_id: number;
  movement_type: ContainerMove['movement_type'];
  from: Location;
  from_tier: number | null;
  to: Location;
  to_tier: number | null;
  moved_at: Date;
  truck_visit_id?: number | undefined;
  voyage_id?: number | undefined;
  reason?: string | null | undefined;
  /** The stack that the container left, from the lowest container up. */
  stack?: number[] | null;
}

/** Why a move is refused: its index in the list of moves, and what is to be corrected. */
export interface Against {
  at: number;
  field: 'to' | 'tier' | 'dig';
  refusal: Refusal;
}

/** The movements of a set of moves, with those of the containers that come down, and what stands against the moves. */
export interface Stacked {
  steps: Step[];
  against: Against[];
}

/** A container to put back where it was before its last movement. */
export interface Back {
  container_id: number;
  to: Location;
  /** The stack that it left, from the lowest container up; null when it left none. */
  stack: number[] | null;
  moved_at: Date;
  truck_visit_id?: number | undefined;
  voyage_id?: number | undefined;
}

/**
 * Makes the movements of a set of moves, one after the other. A container that leaves a stack lets those above it come
 * down one tier each, by a `restow` of the same time, or of the time of their own last movement when that is later.
 */
export function stack(moves: ContainerMove[], stacks: Stacks): Stacked {
  const yard = new Yard(stacks);
  const against: Against[] = [];
  moves.forEach((move, at) => {
    const refusals = yard.refusals(move);
    if (refusals.length) against.push(...refusals.map((refusal) => ({ at, ...refusal })));
    else yard.move(move);
  });
  return { steps: yard.steps, against };
}

/** The refusals of `stack`. */
export function refusalsOfStacks(moves: ContainerMove[], stacks: Stacks): Against[] {
  return stack(moves, stacks).against;
}

/**
 * Makes the movements that put containers back, one after the other, by a `reversal`. In a stack each stands between
 * the same containers as before, and those above go up again. Where another container came into the stack since, it
 * goes on top, and where the slot is full, into the area of the slot.
 */
export function stackBack(backs: Back[], stacks: Stacks): Step[] {
  const yard = new Yard(stacks);
  for (const back of backs) yard.putBack(back);
  return yard.steps;
}

/** The slots and containers while moves are made, and the movements so far. */
class Yard {
  readonly steps: Step[] = [];
  private readonly slots: Map<number, Slot>;
  private readonly boxes: Map<number, Box>;

  constructor({ slots, boxes }: Stacks) {
    this.slots = slots;
    this.boxes = new Map([...boxes].map(([id, box]) => [id, { ...box }]));
  }

  refusals(move: ContainerMove): Omit<Against, 'at'>[] {
    const box = this.boxes.get(move.container_id)!;
    if (this.keepsItsPlace(box, move)) return [];
    const found: Omit<Against, 'at'>[] = [];
    const above = this.above(box);
    if (above.length && move.dig === false) found.push({ field: 'dig', refusal: buried(box, above) });
    const slot = this.slotOf(move.to);
    if (slot?.tiers) found.push(...this.refusalsOf(slot, box, move.tier ?? null));
    else if (move.tier) found.push({ field: 'tier', refusal: withoutTiers(slot) });
    return found;
  }

  move(move: ContainerMove): void {
    const { container_id, movement_type, to, moved_at, truck_visit_id, voyage_id, reason } = move;
    const box = this.boxes.get(container_id)!;
    const from_tier = box.tier;
    const step = {
      container_id,
      movement_type,
      from: placeOf(box),
      from_tier,
      to,
      moved_at,
      truck_visit_id,
      voyage_id,
      reason,
    };
    if (this.keepsItsPlace(box, move)) {
      this.steps.push({ ...step, to_tier: from_tier });
      return;
    }
    const left = this.leave(box, moved_at);
    const slot = this.slotOf(to);
    const to_tier = slot?.tiers ? this.lowestFree(slot) : null;
    this.steps.push({ ...step, to_tier, stack: left });
    this.put(box, to, to_tier, moved_at);
  }

  putBack({ container_id, to: wanted, stack: before, moved_at, truck_visit_id, voyage_id }: Back): void {
    const box = this.boxes.get(container_id)!;
    const [from, from_tier] = [placeOf(box), box.tier];
    this.leave(box, moved_at);
    const slot = this.slotOf(wanted);
    const { to, to_tier, lifted } = slot?.tiers
      ? this.placeBack(slot, container_id, before)
      : { to: wanted, to_tier: null, lifted: [] };
    for (const each of lifted.toReversed()) this.restow(each, 1, moved_at);
    this.steps.push({
      container_id,
      movement_type: 'reversal',
      from,
      from_tier,
      to,
      to_tier,
      moved_at,
      truck_visit_id,
      voyage_id,
      stack: before,
    });
    this.put(box, to, to_tier, moved_at);
  }

  /** Where a container goes back to in a slot with tiers, and the containers that go up again for it. */
  private placeBack(
    slot: Slot,
    id: number,
    before: number[] | null,
  ): { to: Location; to_tier: number | null; lifted: Box[] } {
    const standing = this.standing(slot.id);
    const top = standing.at(-1)?.tier ?? 0;
    if (top >= slot.tiers! && standing.length >= slot.tiers!) {
      const area = slot.yard_area_id;
      const to: Location = area ? { type: 'YardArea', id: area } : { type: 'Terminal', id: null };
      return { to, to_tier: null, lifted: [] };
    }
    const to: Location = { type: 'YardSlot', id: slot.id };
    const sides = standing.map((each) => sideOf(each, id, before));
    const lowest = sides.indexOf('above');
    const isAsBefore = !sides.includes(undefined) && !sides.slice(lowest).includes('below');
    if (lowest < 0 || !isAsBefore || top >= slot.tiers!)
      return { to, to_tier: this.lowestFree(slot), lifted: [] };
    return { to, to_tier: standing[lowest]!.tier, lifted: standing.slice(lowest) };
  }

  private refusalsOf(slot: Slot, box: Box, wanted: number | null): Omit<Against, 'at'>[] {
    const others = this.standing(slot.id).filter(({ id }) => id !== box.id);
    const found: Omit<Against, 'at'>[] = [];
    const free = lowestFree(others);
    if (free > slot.tiers!)
      found.push({ field: 'to', refusal: refusal(CARGO.stack_full, `${slot.name} is full.`, slot) });
    else if (wanted && wanted !== free) {
      const isTaken = others.some(({ tier }) => tier === wanted);
      const [code, state] = isTaken ? [CARGO.tier_taken, 'taken'] : [CARGO.tier_in_the_air, 'in the air'];
      const sentence = `Tier ${wanted} of ${slot.name} is ${state}: ${free} is free.`;
      found.push({ field: 'tier', refusal: refusal(code, sentence, slot) });
    }
    const unsuited = [
      unsuitedLength(slot, box, others),
      unsuitedWeight(slot, box, others),
      noPlug(slot, box),
    ];
    return [...found, ...unsuited.flatMap((each) => (each ? { field: 'to' as const, refusal: each } : []))];
  }

  /** Whether the move leaves the container where it stands. */
  private keepsItsPlace(box: Box, { to, tier }: ContainerMove): boolean {
    if ((to?.type ?? null) !== box.type || (to?.id ?? null) !== box.place) return false;
    if (this.slotOf(to)?.tiers && !box.tier) return false;
    return !tier || tier === box.tier;
  }

  /** Takes a container out of its stack, if it is in one. Returns that stack, from the lowest container up. */
  private leave(box: Box, moved_at: Date): number[] | null {
    if (!box.tier) return null;
    const left = this.standing(box.place!).map(({ id }) => id);
    const above = this.above(box);
    box.tier = null;
    for (const each of above) this.restow(each, -1, moved_at);
    return left;
  }

  private restow(box: Box, by: number, moved_at: Date): void {
    const [from_tier, to_tier] = [box.tier!, box.tier! + by];
    const place = placeOf(box);
    const last = box.last_at ? new Date(box.last_at) : moved_at;
    const at = last > moved_at ? last : moved_at;
    this.steps.push({
      container_id: box.id,
      movement_type: 'restow',
      from: place,
      from_tier,
      to: place,
      to_tier,
      moved_at: at,
    });
    this.put(box, place, to_tier, at);
  }

  private put(box: Box, to: Location, tier: number | null, at: Date): void {
    Object.assign(box, { type: to?.type ?? null, place: to?.id ?? null, tier, last_at: at.toISOString() });
  }

  private slotOf(to: Location): Slot | undefined {
    return to?.type === 'YardSlot' ? this.slots.get(to.id!) : undefined;
  }

  /** The containers in the tiers of a slot, from the lowest up. */
  private standing(slot_id: number): Box[] {
    return [...this.boxes.values()]
      .filter(({ type, place, tier }) => type === 'YardSlot' && place === slot_id && tier)
      .sort((one, other) => one.tier! - other.tier!);
  }

  private above({ place, tier }: Box): Box[] {
    return tier ? this.standing(place!).filter((each) => each.tier! > tier) : [];
  }

  private lowestFree(slot: Slot): number {
    return lowestFree(this.standing(slot.id));
  }
}

function placeOf({ type, place }: Box): Location {
  return type && { type, id: place };
}

function lowestFree(standing: Box[]): number {
  const taken = new Set(standing.map(({ tier }) => tier));
  let tier = 1;
  while (taken.has(tier)) tier++;
  return tier;
}

/**
 * Whether a container stands above or below the place of another one that is put back into its stack; undefined when
 * it came into the stack since.
 * @param before the stack that the other one left
 */
function sideOf(standing: Box, id: number, before: number[] | null): 'above' | 'below' | undefined {
  for (const order of [before, standing.stack]) {
    const [its, own] = [order?.indexOf(standing.id) ?? -1, order?.indexOf(id) ?? -1];
    if (its >= 0 && own >= 0) return its > own ? 'above' : 'below';
  }
  return undefined;
}

function refusal(code: Code, sentence: string, slot: Slot, ...boxes: Box[]): Refusal {
  const numbers = boxes.map(({ number }) => number);
  return { code, sentence, records: [...naming('yard_slot', slot.name), ...naming('container', ...numbers)] };
}

/** The containers above are named from the top, which is the order in which they are taken down. */
function buried(box: Box, above: Box[]): Refusal {
  const numbers = above.map(({ number }) => number).toReversed();
  const names = numbers.length > 1 ? `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}` : numbers[0];
  return {
    code: CARGO.container_buried,
    sentence: `Container ${box.number} stands under ${names}.`,
    records: naming('container', box.number, ...numbers),
  };
}

function withoutTiers(slot: Slot | undefined): Refusal {
  const sentence = slot ? `${slot.name} has no tiers.` : 'Only a yard slot has tiers.';
  return { code: CARGO.no_tiers, sentence, records: slot ? naming('yard_slot', slot.name) : [] };
}

/** The longest container that takes one TEU, in feet. */
const ONE_TEU = 20;

/** The TEU of a length: 1 up to 20 feet, 2 beyond. */
const teuOf = (size: number) => (size > ONE_TEU ? 2 : 1);

/** What stands in the tiers of one slot is of one length, 20 feet or longer. Unknown lengths fit anywhere. */
function unsuitedLength(slot: Slot, box: Box, others: Box[]): Refusal | undefined {
  if (!box.size) return undefined;
  const teu = slot.teu ?? others.flatMap(({ size }) => (size ? teuOf(size) : [])).at(0);
  if (!teu || teu === teuOf(box.size)) return undefined;
  const length = teu === 1 ? 'of 20 feet' : 'longer than 20 feet';
  const whose = slot.teu === null ? `what stands there is ${length}` : `it is for containers ${length}`;
  const sentence = `Container ${box.number} of ${box.size} feet does not fit ${slot.name}: ${whose}.`;
  return refusal(CARGO.stack_length, sentence, slot, box);
}

/** A stack is not heavier than its slot bears. Unknown weights count 0. */
function unsuitedWeight(slot: Slot, box: Box, others: Box[]): Refusal | undefined {
  if (slot.maximum_weight === null || !Number(box.weight)) return undefined;
  const most = Number(slot.maximum_weight);
  const weight = [box, ...others].reduce((sum, each) => sum + Number(each.weight ?? 0), 0);
  if (weight <= most) return undefined;
  const sentence = `${slot.name} bears ${most}: with container ${box.number} it would be ${weight}.`;
  return refusal(CARGO.stack_weight, sentence, slot, box);
}

function noPlug(slot: Slot, box: Box): Refusal | undefined {
  if (!box.operating_reefer || slot.reefer_plug !== false) return undefined;
  const sentence = `Container ${box.number} needs power, and ${slot.name} has no plug.`;
  return refusal(CARGO.stack_plug, sentence, slot, box);
}
