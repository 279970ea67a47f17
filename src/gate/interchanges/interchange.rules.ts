import type { Location } from '../../cargo/containers/movements.service';
import type { Interchange } from '../visits/interchange.entity';
import { isAtTerminal, LocationType } from '../../places/locations/locations';
import { isLongAgo, isToCome } from '../../common/input/times';
import { type Code, COMMON } from '../../common/errors/codes';
import { CARGO } from '../../cargo/cargo.codes';
import { CARGO_SAYS } from '../../cargo/cargo.sentences';
import type { Sentence } from '../../common/languages/sentence';
import type { ReleaseReason } from '../../cargo/release/release-reason';
import type { ReleaseRefusal } from '../../cargo/release/release-rule';
import { naming, type Refusal } from '../../common/errors/errors';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';

/** What the gate-out request says about an incomplete visit. */
export interface Departure {
  left_without_container?: boolean | null;
  reason_for_incomplete?: string | null;
}

/** The columns of an interchange that the rules read. */
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

/**
 * Whether a truck leaves with none of its announced interchanges completed (decision 413).
 * @param now those that gate-out completes
 * @param undone those that it takes back
 */
export function leavesWithNothing(ofVisit: Handed[], now: Handed[], undone: Handed[]): boolean {
  const among = (some: Handed[], { id }: Handed) => some.some((each) => each.id === id);
  return !ofVisit.some(
    (each) => each.announced && (among(now, each) || (each.completed && !among(undone, each))),
  );
}

interface Handed {
  id: number;
  announced: boolean;
  completed: boolean;
}

/** Refuses a time of completion in the future or more than a year ago. */
export function refusalOfDate(at: string | Date, now: Date, field: string): Refusal | undefined {
  if (isToCome(at, now))
    return {
      code: COMMON.time_to_come,
      sentence: SAYS['time_to_come.interchange'](),
      field,
    };
  if (isLongAgo(at, now))
    return {
      code: COMMON.time_long_ago,
      sentence: SAYS['time_long_ago.interchange'](),
      field,
    };
  return undefined;
}

/** Refusals of a completion besides the release rules: the code, and the sentence for so many records. */
const BARS = {
  /** The bill of the delivery order is held (decision 157). */
  order_held: bar(CARGO.cargo_held, 'delivery_order', CARGO_SAYS['cargo_held.visit']),
  /** A container to drop off that came to the terminal otherwise. */
  arrived: bar(GATE.already_here, 'container', SAYS['already_here.visit']),
  /** A chassis to pick up that is neither at the terminal nor on the truck. */
  chassis_elsewhere: bar(GATE.chassis_elsewhere, 'chassis', SAYS['chassis_elsewhere.visit']),
  genset_elsewhere: bar(GATE.genset_elsewhere, 'genset', SAYS['genset_elsewhere.visit']),
  /** A chassis to drop off that another truck has brought. */
  chassis_brought: bar(GATE.already_here, 'chassis', SAYS['already_here.chassis_of_visit']),
};

function bar<T extends string>(
  code: Code,
  type: T,
  says: (params: Record<T, string> & { count: number }) => Sentence,
): (numbers: string[]) => Refusal {
  return (numbers) => {
    const params = { [type]: numbers.join(', '), count: numbers.length };
    const sentence = says(params as Record<T, string> & { count: number });
    return { code, sentence, records: naming(type, ...numbers) };
  };
}

/** The refusal of a completion because of these records; undefined when there are none. */
export function refusalToComplete(which: keyof typeof BARS, numbers: string[]): Refusal | undefined {
  return numbers.length ? BARS[which](numbers) : undefined;
}

/** A container that leaves, with the reasons against its release. */
export interface Kept {
  number: string;
  reasons: ReleaseReason[];
}

/**
 * The refusal of a completion because of these containers; undefined when there is no reason against them. A reason
 * whose rule has no refusal contributes its own sentence.
 * @param refusals the refusal of each code, by importance: the first that applies counts
 */
export function refusalToRelease(
  kept: Kept[],
  refusals: Map<string, ReleaseRefusal | undefined>,
): Refusal | undefined {
  for (const refusal of new Set(refusals.values())) {
    const barred = kept.filter(({ reasons }) => reasons.some(({ code }) => refusals.get(code) === refusal));
    const numbers = barred.map(({ number }) => number);
    if (refusal && numbers.length) return bar(refusal.code, 'container', refusal.says)(numbers);
  }
  const barred = kept.find(({ reasons }) => reasons.length);
  if (!barred) return undefined;
  return {
    code: CARGO.container_not_released,
    sentence: CARGO_SAYS['container_not_released.visit']({ reason: barred.reasons[0]!.sentence }),
    records: naming('container', barred.number),
  };
}

/** A chassis or genset of a visit. */
export interface EquipmentOfVisit {
  number: string;
  current_location_type: string | null;
  /** Whether the truck has it: it came with it and has not dropped it off, or got it handed over. */
  carried: boolean;
  /** Whether another truck was the last to hand it over, to the terminal. */
  brought: boolean;
}

/**
 * Whether a chassis or genset is known to be elsewhere. One without a place may be anywhere, because many terminals do
 * not track them; one on a container is where the container is.
 */
export function isElsewhere({
  current_location_type: at,
  carried,
}: Pick<EquipmentOfVisit, 'current_location_type' | 'carried'>): boolean {
  return at !== null && at !== 'Container' && !isAtTerminal(at) && !carried;
}

/**
 * Whether a chassis that comes alone is at the terminal already. A place alone does not count, because the yard may
 * have placed the chassis before its hand-over is reported.
 */
export function isBrought({ current_location_type, brought }: EquipmentOfVisit): boolean {
  return brought && isAtTerminal(current_location_type);
}

/** The refusal of a container that another interchange of the visit hands over too; undefined when there is none. */
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
    sentence: SAYS['named_twice.container']({ container: other.container_number }),
    field,
    records: naming('container', other.container_number!),
  };
}

/** The columns of equipment that decide where an interchange puts it. */
export interface Equipment {
  current_location_type: string | null;
  current_location_id: number | null;
  container_status?: string | null;
  usage?: string | null;
  consignee_id?: number | null;
}

/**
 * The place of equipment after its interchange. What comes in is at the gate, unless the yard has placed it already. A
 * full import container goes to its consignee; everything else that leaves goes to `Other`.
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
