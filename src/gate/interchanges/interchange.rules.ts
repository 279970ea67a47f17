import type { Location } from '../../cargo/containers/movements.service';
import type { Interchange } from '../visits/interchange.entity';
import { isAtTerminal, LocationType } from '../../places/locations/locations';
import { isLongAgo, isToCome } from '../../common/input/times';
import { type Code, COMMON } from '../../common/errors/codes';
import { CARGO } from '../../cargo/cargo.codes';
import type { ReleaseReason } from '../../cargo/release/release-reason';
import type { ReleaseRefusal } from '../../cargo/release/release-rule';
import { naming, type Refusal } from '../../common/errors/errors';
import { GATE } from '../gate.codes';

/** What is known at gate-out of how the visit went. */
export interface Departure {
  left_without_container?: boolean | null;
  reason_for_incomplete?: string | null;
}

/** One interchange, as far as the rules look at it. */
export interface InterchangeState {
  type: Interchange['type'];
  completed: boolean;
}

/** Whether gate-out completes this interchange (decision 42). */
export function completesAtGateOut(interchange: InterchangeState, departure: Departure): boolean {
  if (interchange.completed) return false;
  if (departure.left_without_container) return interchange.type === 'interchange_in';
  return !departure.reason_for_incomplete?.trim();
}

/** Why a hand-over is not dated so: it has been, within the last year. */
export function refusalOfDate(at: string | Date, now: Date, field: string): Refusal | undefined {
  if (isToCome(at, now))
    return {
      code: COMMON.time_to_come,
      sentence: 'Interchanges cannot be completed at a time to come.',
      field,
    };
  if (isLongAgo(at, now))
    return {
      code: COMMON.time_long_ago,
      sentence: 'Interchanges are completed at most a year back.',
      field,
    };
  return undefined;
}

/** What beside the rules of release keeps a visit from being completed, as it is said of one that follows, and of several. */
const BARS = {
  /** The bill of its goods is held (decision 157). */
  order_held: [CARGO.cargo_held, 'delivery order has unlifted holds', 'delivery orders have unlifted holds'],
  /** To come, and arrived otherwise meanwhile. */
  arrived: [
    GATE.already_here,
    'container is at the terminal already',
    'containers are at the terminal already',
  ],
  /** To leave, and neither here nor on the truck. */
  chassis_elsewhere: [
    GATE.chassis_elsewhere,
    'chassis is not at the terminal',
    'chassis are not at the terminal',
  ],
  genset_elsewhere: [
    GATE.genset_elsewhere,
    'genset is not at the terminal',
    'gensets are not at the terminal',
  ],
  /** To come, and brought by another truck meanwhile. */
  chassis_brought: [
    GATE.already_here,
    'chassis is at the terminal already',
    'chassis are at the terminal already',
  ],
} as const satisfies Record<string, [code: Code, one: string, several: string]>;

type Barred = 'container' | 'delivery_order' | 'chassis' | 'genset';

/** Why a visit is not completed that hands over records of these numbers; undefined for none. */
export function refusalToComplete(
  bar: keyof typeof BARS,
  numbers: string[],
  type: Barred = 'container',
): Refusal | undefined {
  if (!numbers.length) return undefined;
  const [code, one, several] = BARS[bar];
  return following({ code, one, several }, numbers, type);
}

function following({ code, one, several }: ReleaseRefusal, numbers: string[], type: Barred): Refusal {
  const what = numbers.length === 1 ? one : several;
  const sentence = `Truck Visit was not completed. The following ${what}: ${numbers.join(', ')}`;
  return { code, sentence, records: naming(type, ...numbers) };
}

/** A container that a visit takes, and what stands against that. */
export interface Kept {
  number: string;
  reasons: ReleaseReason[];
}

/**
 * Why a visit is not completed that takes these containers; undefined when nothing stands against it. A reason whose rule
 * has no words for a refusal speaks for itself.
 * @param refusals how each code is refused; the first one that some reason has is told
 */
export function refusalToRelease(
  kept: Kept[],
  refusals: Map<string, ReleaseRefusal | undefined>,
): Refusal | undefined {
  for (const refusal of new Set(refusals.values())) {
    const barred = kept.filter(({ reasons }) => reasons.some(({ code }) => refusals.get(code) === refusal));
    const numbers = barred.map(({ number }) => number);
    if (refusal && numbers.length) return following(refusal, numbers, 'container');
  }
  const barred = kept.find(({ reasons }) => reasons.length);
  if (!barred) return undefined;
  return {
    code: CARGO.container_not_released,
    sentence: `Truck Visit was not completed. ${barred.reasons[0]!.sentence}`,
    records: naming('container', barred.number),
  };
}

/** A chassis or genset as a visit finds it that is to hand it over. */
export interface EquipmentOfVisit {
  number: string;
  current_location_type: string | null;
  /** Whether it is on the truck: it came with it and was not dropped off yet, or was handed over to it. */
  carried: boolean;
  /** Whether it was another truck that handed it over last, to the terminal. */
  brought: boolean;
}

/**
 * Whether a chassis or genset cannot be taken, since it is elsewhere. Many a terminal does not say where they are, and
 * what is on a container is where that is.
 */
export function isElsewhere({
  current_location_type: at,
  carried,
}: Pick<EquipmentOfVisit, 'current_location_type' | 'carried'>): boolean {
  return at !== null && at !== 'Container' && !isAtTerminal(at) && !carried;
}

/** Whether a chassis that comes alone is here already. One that the yard has found a place for may be told of later. */
export function isBrought({ current_location_type, brought }: EquipmentOfVisit): boolean {
  return brought && isAtTerminal(current_location_type);
}

/** Why an interchange does not hand over a container that another one of its visit does; undefined if none does. */
export function refusalOfTwice(
  ofVisit: { id: number; container_id: number | null; container_number: string | null }[],
  container_id: number | null,
  field: string,
  except?: number,
): Refusal | undefined {
  const other = ofVisit.find((each) => each.id !== except && each.container_id === container_id);
  if (!container_id || !other) return undefined;
  return {
    code: COMMON.named_twice,
    sentence: `Container '${other.container_number}' is named twice.`,
    field,
    records: naming('container', other.container_number!),
  };
}

/** What is known of the equipment that an interchange moves. */
export interface Equipment {
  current_location_type: string | null;
  current_location_id: number | null;
  container_status?: string | null;
  usage?: string | null;
  consignee_id?: number | null;
}

/**
 * Where equipment is once its interchange is completed. What comes in stands at the gate, unless the yard has
 * found it a place already. A full import container goes to its consignee; whatever else leaves is elsewhere.
 */
export function placeAfter(type: InterchangeState['type'], equipment: Equipment, gate_id: number): Location {
  const { current_location_type, current_location_id, consignee_id } = equipment;
  if (type === 'interchange_in') {
    if (!isAtTerminal(current_location_type)) return { type: 'Gate', id: gate_id };
    return { type: current_location_type as LocationType, id: current_location_id };
  }
  const delivered = equipment.usage === 'import' && equipment.container_status === 'full' && consignee_id;
  return delivered ? { type: 'Consignee', id: delivered } : { type: 'Other', id: null };
}
