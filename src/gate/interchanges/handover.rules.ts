import { isAtTerminal } from '../../places/locations/locations';
import { notOnBill, refusalOfStatus } from '../purposes/purpose.rules';
import type { CARGO_TYPES, PURPOSE_TYPES } from '../purposes/purpose.entity';
import type { BookingNow, ContainerKind, Direction } from '../bookings/booking-now';
import {
  nothingTaken,
  otherLine,
  type Place,
  placeIn,
  reasonsOfBooking,
  reasonsOfVoyage,
  type Taken,
} from '../bookings/place.rules';
import { isElsewhere } from './interchange.rules';
import type { VisitInterchange } from './visit-interchange';
import { CARGO_SAYS } from '../../cargo/cargo.sentences';
import type { Text } from '../../common/languages/sentence';
import type { Code } from '../../common/errors/codes';
import { type NamedRecord, naming, type Refusal } from '../../common/errors/errors';
import type { Actor } from '../../common/tenancy/actor';
import { VOYAGES } from '../../voyages/voyages.codes';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import {
  type GateOfTerminal,
  isOtherTerminal,
  ofContainer as ofContainerThere,
  type OfTerminal,
  refusalOfTerminal,
} from '../visitors/other-terminal.rules';
import type { BookingReason } from '../bookings/booking-reason';
import { againstBringing } from '../bookings/brought-container';
import { GateReason, gateReason, RefusedAtGate } from '../refusals/refused-at-gate';
import type { ReleaseReason } from '../../cargo/release/release-reason';
import { ELSEWHERE, type Refusals, saysPlace } from '../../cargo/release/release-rule';

/** A purpose of a truck, with what the gate knows about its cargo. */
export interface Handover extends ContainerKind, OfTerminal {
  /** The id of the purpose. */
  id: number;
  purpose_type: (typeof PURPOSE_TYPES)[number];
  cargo_type: (typeof CARGO_TYPES)[number];
  /** Full or empty, as announced. */
  container_status: string | null;
  container_id: number | null;
  container: string | null;
  /** Whether the container is at the terminal. */
  here: boolean;
  /** The number of the voyage that a container to drop off is expected with; null for none. */
  expected_by: string | null;
  /** Full or empty, as the container is now. */
  own_status: string | null;
  /** Another visit inside, an open interchange of which names the container. */
  on_visit: number | null;
  is_import: boolean;
  chassis_id: number | null;
  chassis: string | null;
  chassis_at: string | null;
  /** Whether the truck is inside with the chassis and has not dropped it off yet. */
  chassis_carried: boolean;
  /** The booking of the purpose, or of the container when that is dropped off full. */
  booking_id: number | null;
  /** The line of the booking that its announcement or its stay has; null for none. */
  booking_line_id: number | null;
  /** Whether the desk names that line, so that it takes no other. */
  names_line: boolean;
  /** The release that the purpose names. */
  booking_release_id: number | null;
  bill_of_lading: string | null;
  on_bill: boolean;
}

/** The codes of the reasons of bookings. */
const OF_BOOKING = { ...GATE, ...VOYAGES };

/** The fields of a purpose that a refusal points to. */
const FIELDS = {
  container: 'cargo.container_number',
  container_status: 'cargo.container_status',
  chassis: 'cargo.chassis_number',
  booking: 'booking',
  bill_of_lading: 'bill_of_lading',
};

/** A reason against a purpose. `sentence` is that of the refusal, where it differs from the reason. */
interface Against {
  reason: GateReason<Code | 'not_arrived'>;
  field: keyof typeof FIELDS;
  sentence?: Text;
  /** The records that the sentence names. */
  records?: NamedRecord[];
  /** The id of a container that is not here. The release rules may know where it is. */
  absent?: number | null;
}

/** The purposes of a truck, with everything that decides whether the gate allows them. */
export interface LoadedHandovers {
  handovers: Handover[];
  bookings: Map<number, BookingNow>;
  /** The release reasons of the containers that are not here, by container id. */
  reasons: Map<number, ReleaseReason[]>;
  refusals: Refusals;
  validates_bills: boolean;
  /** The ids of the containers that are dropped off in place of those that a voyage announced, because a clerk forces it. */
  replaced: number[];
  /** The gate by which the truck comes in; undefined while it is unknown. */
  gate: GateOfTerminal | undefined;
  /** What the gate does with containers that stand at another terminal. */
  other_terminal: Actor['other_terminal'];
}

/**
 * The refusals of the purposes of a truck, one for each reason.
 * @param field the request field to point to; by default the field of the purpose
 */
export function refusalsOfHandovers(loaded: LoadedHandovers, field?: string): RefusedAtGate[] {
  const { handovers, bookings, reasons, refusals } = loaded;
  return [...against(handovers, bookings, loaded), ...againstTerminals(loaded)].map(
    ({ reason, absent, sentence = reason.sentence, records, ...of }) => {
      const places = reasons.get(absent ?? 0)?.filter((each) => saysPlace(each, refusals));
      return new RefusedAtGate(places?.length ? places : [reason], {
        code: reason.code === 'not_arrived' ? ELSEWHERE.code : reason.code,
        sentence,
        field: field ?? FIELDS[of.field],
        records,
      });
    },
  );
}

/** Whether the purpose is a pick-up of a container that is not here. */
export function isAbsent({ purpose_type, container_id, container, here }: Handover): boolean {
  return purpose_type === 'pick up' && Boolean(container_id && container) && !here;
}

/**
 * All reasons against the purposes of a truck, in order of the purposes (decision 241). Holds are checked at the
 * hand-over.
 * @param bookings the bookings of the purposes
 */
export function against(
  handovers: Handover[],
  bookings: Map<number, BookingNow>,
  { validates_bills }: { validates_bills: boolean },
): Against[] {
  const brought = new Set(
    handovers.flatMap(({ purpose_type, chassis_id }) => (purpose_type === 'drop off' ? chassis_id : [])),
  );
  const taken = takenByDirection();
  return handovers.flatMap((handover) => {
    const booking = bookings.get(handover.booking_id ?? 0);
    return [
      ...ofContainer(handover),
      ...ofStatus(handover),
      ...ofOtherVisit(handover),
      ...ofChassis(handover, brought),
      ...(booking ? ofBooking(handover, booking, taken[directionOf(handover)]) : []),
      ...(validates_bills ? ofBill(handover) : []),
    ];
  });
}

/** The reason against a drop-off of a chassis that is here. */
export function chassisHere(number: string): GateReason<Code> {
  return gateReason(GATE.already_here, SAYS['already_here.chassis']({ chassis: number }));
}

/** The reason against a pick-up of a chassis or genset that is not here. */
export function elsewhere(kind: 'chassis' | 'genset', number: string): GateReason<Code> {
  return kind === 'chassis'
    ? gateReason(GATE.chassis_elsewhere, SAYS.chassis_elsewhere({ chassis: number }))
    : gateReason(GATE.genset_elsewhere, SAYS.genset_elsewhere({ genset: number }));
}

/**
 * A container must be here to be picked up. To be dropped off it must not be here, nor be expected with a voyage.
 */
function ofContainer({ purpose_type, container_id, container, here, expected_by }: Handover): Against[] {
  if (!container) return [];
  if (purpose_type === 'drop off') {
    const reason = againstBringing({ container, here, expected_by });
    if (!reason) return [];
    const voyage = expected_by === null || here ? [] : naming('voyage', expected_by);
    return [{ reason, field: 'container', records: [...naming('container', container), ...voyage] }];
  }
  if (here) return [];
  const records = naming('container', container);
  const reason = gateReason('not_arrived', CARGO_SAYS.container_not_at_terminal({ container }), records);
  return [{ reason, field: 'container', absent: container_id, records }];
}

/** A container to pick up must be full or empty as the purpose says, also when that changed since (decision 366). */
function ofStatus({ purpose_type, container, own_status, container_status }: Handover): Against[] {
  if (purpose_type !== 'pick up' || !container) return [];
  const refusal = refusalOfStatus(container, own_status, container_status);
  if (!refusal) return [];
  const { code, sentence, records } = refusal;
  return [{ reason: gateReason(code, sentence, records), field: 'container_status', records }];
}

/** One truck inside wants a container: what left, was cancelled or deleted wants nothing (decision 410). */
function ofOtherVisit({ container, on_visit }: Handover): Against[] {
  if (!container || !on_visit) return [];
  const { code, sentence, records } = refusalOfVisit(container, on_visit);
  const reason = { ...gateReason(code, sentence, records), source: { type: 'truck_visit', id: on_visit } };
  return [{ reason, field: 'container', records }];
}

/** The refusal of a container that an open interchange of another visit inside names. */
export function refusalOfVisit(container: string, truck_visit_id: number): Refusal {
  return {
    code: GATE.container_on_visit,
    sentence: SAYS.container_on_visit({ container, truck_visit_id }),
    records: [...naming('container', container), ...naming('truck_visit', truck_visit_id)],
  };
}

/** The pick-ups whose containers stand at another terminal than the gate (decision 365). */
function atOtherTerminals({ handovers, gate }: LoadedHandovers): Handover[] {
  return handovers.filter(
    (each) => gate && each.purpose_type === 'pick up' && each.container && isOtherTerminal(gate, each),
  );
}

function againstTerminals(loaded: LoadedHandovers): Against[] {
  if (loaded.other_terminal !== 'refuse') return [];
  return atOtherTerminals(loaded).map((handover) => {
    const records = naming('container', handover.container!);
    const what = ofContainerThere(handover.container!);
    const { code, sentence, ...named } = refusalOfTerminal(what, loaded.gate!, handover, {
      field: FIELDS.container,
      records,
    });
    return { reason: gateReason(code, sentence, records), field: 'container', records: named.records };
  });
}

/** The ids of the purposes whose interchanges are marked, because their containers stand at another terminal. */
export function markedOf(loaded: LoadedHandovers): number[] {
  return loaded.other_terminal === 'mark' ? atOtherTerminals(loaded).map(({ id }) => id) : [];
}

/**
 * Refuses to pick up a chassis that is elsewhere, unless the same truck brings it, and to drop off a chassis without a
 * container when it is here. One without a place may be anywhere, because many terminals do not track them.
 */
function ofChassis(handover: Handover, brought: Set<number | null>): Against[] {
  const { purpose_type, cargo_type, chassis_id, chassis, chassis_at, chassis_carried } = handover;
  if (!chassis) return [];
  const records = naming('chassis', chassis);
  if (purpose_type === 'drop off')
    return isAtTerminal(chassis_at) && cargo_type === 'chassis'
      ? [{ reason: chassisHere(chassis), field: 'chassis', records }]
      : [];
  const carried = chassis_carried || brought.has(chassis_id);
  return isElsewhere({ current_location_type: chassis_at, carried })
    ? [{ reason: elsewhere('chassis', chassis), field: 'chassis', records }]
    : [];
}

/**
 * Whether the purpose uses the quantity of its booking: full containers that are received and empty ones that are
 * released (decision 240).
 */
function countsFor({ purpose_type, cargo_type, container_status }: Handover): boolean {
  return cargo_type === 'container' && container_status === (purpose_type === 'drop off' ? 'full' : 'empty');
}

const directionOf = ({ purpose_type }: Handover): Direction =>
  purpose_type === 'drop off' ? 'received' : 'released';

const takenByDirection = (): Record<Direction, Taken> => ({
  received: nothingTaken(),
  released: nothingTaken(),
});

/** The place that a purpose takes in its booking. `company` is the haulier; undefined while it is not known yet. */
function placeOf(handover: Handover, booking: BookingNow, taken: Taken, company?: number | null): Place {
  const { booking_line_id, names_line, booking_release_id, cargo_type } = handover;
  if (cargo_type !== 'container') return { line: null, release: null };
  return placeIn(
    booking,
    {
      ...handover,
      direction: directionOf(handover),
      counts: countsFor(handover),
      [names_line ? 'named_line_id' : 'kept_line_id']: booking_line_id,
      named_release_id: booking_release_id,
      company,
    },
    taken,
  );
}

/** The line and the release that the interchange of a purpose gets. */
export interface PlaceOfPurpose {
  id: number;
  line: number | null;
  release: number | null;
}

/**
 * The places of purposes by booking, which are allowed apart from their releases, and the refusals of those for which nothing is
 * released.
 * @param company the haulier; null for a truck without one
 * @param field the request field to point to; by default the field of the purpose
 */
export function placesOf(
  { handovers, bookings }: LoadedHandovers,
  company: number | null,
  field?: string,
): { places: PlaceOfPurpose[]; refusals: RefusedAtGate[] } {
  const taken = takenByDirection();
  const places: PlaceOfPurpose[] = [];
  const refusals: RefusedAtGate[] = [];
  for (const handover of handovers) {
    const booking = bookings.get(handover.booking_id ?? 0);
    if (!booking) continue;
    const { line, release, reason } = placeOf(handover, booking, taken[directionOf(handover)], company);
    places.push({ id: handover.id, line: line?.id ?? null, release: release?.id ?? null });
    if (!reason) continue;
    const against = againstBooking(handover, booking, reason);
    refusals.push(
      new RefusedAtGate([{ ...against.reason, code: OF_BOOKING[reason.code] }], {
        code: OF_BOOKING[reason.code],
        sentence: reason.sentence,
        field: field ?? FIELDS[against.field],
        records: against.records,
      }),
    );
  }
  return { places, refusals };
}

function ofBooking(handover: Handover, booking: BookingNow, taken: Taken): Against[] {
  const { container } = handover;
  const place = placeOf(handover, booking, taken);
  const reasons = [
    ...reasonsOfBooking(booking, directionOf(handover)),
    ...(place.reason ? [place.reason] : []),
  ]
    .filter(({ code }) => !(code === 'past_cut_off' && handover.is_import))
    .map((reason) => againstBooking(handover, booking, reason));
  const line = otherLine(booking, handover).map((reason) => ({
    reason: { ...reason, container: container ? { id: handover.container_id, number: container } : null },
    field: 'booking' as const,
    records: naming('booking', booking.number),
  }));
  return [...reasons, ...line];
}

function againstBooking(handover: Handover, booking: BookingNow, { code, sentence }: BookingReason): Against {
  const { container } = handover;
  return {
    reason: {
      ...gateReason(OF_BOOKING[code], sentence, container ? naming('container', container) : []),
      source: { type: 'booking', id: booking.id },
    },
    sentence:
      code === 'past_cut_off' && container
        ? SAYS['past_cut_off.container']({ container, voyage: booking.voyage, cut_off: booking.cut_off })
        : sentence,
    field: 'booking',
    records: recordsOf(code, handover, booking),
  };
}

/** A reason against the completion of an interchange. */
export interface AgainstInterchange<I> {
  interchange: I;
  reason: GateReason<Code>;
  records: NamedRecord[];
}

/** The reasons against open pick-ups of empties whose voyage was cancelled or has departed. */
export function againstVoyages<I extends Pick<VisitInterchange, 'completed' | 'empty_for'>>(
  interchanges: I[],
): AgainstInterchange<I>[] {
  return interchanges.flatMap((interchange) => {
    const { completed, empty_for } = interchange;
    if (completed || !empty_for) return [];
    return reasonsOfVoyage(empty_for).map(({ code, sentence }) => ({
      interchange,
      reason: {
        ...gateReason(OF_BOOKING[code], sentence),
        source: { type: 'booking', id: empty_for.booking_id },
      },
      records: naming('voyage', empty_for.voyage!),
    }));
  });
}

/**
 * The reasons against open pick-ups of containers that are full and fetched as empty ones, or the other way round
 * (decision 366).
 * @param statusOf full or empty, as the container with this id is now
 */
export function againstStatuses<
  I extends Pick<
    VisitInterchange,
    'type' | 'completed' | 'container_id' | 'container_number' | 'status_asked'
  >,
>(interchanges: I[], statusOf: (container_id: number) => string | null): AgainstInterchange<I>[] {
  return interchanges.flatMap((interchange) => {
    const { type, completed, container_id, container_number, status_asked } = interchange;
    if (type !== 'interchange_out' || completed || !container_id) return [];
    const refusal = refusalOfStatus(container_number!, statusOf(container_id), status_asked);
    if (!refusal) return [];
    const { code, sentence, records = [] } = refusal;
    return [{ interchange, reason: gateReason(code, sentence, records), records }];
  });
}

/** The refusal of a completion for the first of these reasons. */
export function refusalOfFirst([first]: Pick<AgainstInterchange<unknown>, 'reason' | 'records'>[]):
  Refusal | undefined {
  if (!first) return undefined;
  const { reason, records } = first;
  return { code: reason.code, sentence: SAYS.visit_not_completed({ reason: reason.sentence }), records };
}

/** The reasons whose sentences name the voyage of the booking. */
const OF_VOYAGE: BookingReason['code'][] = ['voyage_cancelled', 'voyage_departed', 'past_cut_off'];

/** The records that the sentence of a booking reason names. */
function recordsOf(
  code: BookingReason['code'],
  { container }: Handover,
  { number, voyage }: BookingNow,
): NamedRecord[] {
  if (!OF_VOYAGE.includes(code)) return naming('booking', number);
  const late = code === 'past_cut_off' && container ? naming('container', container) : [];
  return [...late, ...naming('voyage', voyage!)];
}

/** Where bills are validated, a container must still be on the named bill when it is picked up (decision 152). */
function ofBill({ purpose_type, container, bill_of_lading, on_bill }: Handover): Against[] {
  if (purpose_type !== 'pick up' || !container || !bill_of_lading || on_bill) return [];
  const { code, sentence, records } = notOnBill(container, bill_of_lading);
  return [{ reason: gateReason(code, sentence, records), field: 'bill_of_lading', records }];
}
