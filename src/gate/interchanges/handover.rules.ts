import { isAtTerminal } from '../../places/locations/locations';
import { notOnBill } from '../purposes/purpose.rules';
import type { CARGO_TYPES, PURPOSE_TYPES } from '../purposes/purpose.entity';
import {
  BookingNow,
  ContainerKind,
  Direction,
  otherKind,
  reasonsAgainst,
  reasonsOfVoyage,
} from '../bookings/booking-rules.service';
import { isElsewhere } from './interchange.rules';
import type { VisitInterchange } from './visit-interchange';
import type { Code } from '../../common/errors/codes';
import { type NamedRecord, naming, type Refusal } from '../../common/errors/errors';
import { GATE } from '../gate.codes';
import type { BookingReason } from '../bookings/booking-reason';
import { GateReason, gateReason, RefusedAtGate } from '../refusals/refused-at-gate';
import type { ReleaseReason } from '../../cargo/release/release-reason';
import { ELSEWHERE, type Refusals, saysPlace } from '../../cargo/release/release-rule';

/** What a truck comes for, with what is known of it at the gate. */
export interface Handover extends ContainerKind {
  purpose_type: (typeof PURPOSE_TYPES)[number];
  cargo_type: (typeof CARGO_TYPES)[number];
  /** As said: whether it is full. */
  container_status: string | null;
  container_id: number | null;
  container: string | null;
  /** Whether the container is at the terminal. */
  here: boolean;
  is_import: boolean;
  chassis_id: number | null;
  chassis: string | null;
  chassis_at: string | null;
  /** Whether the truck is inside with the chassis, and has yet to drop it off. */
  chassis_carried: boolean;
  /** The booking that is named, or the one that a full container is known to be for. */
  booking_id: number | null;
  bill_of_lading: string | null;
  on_bill: boolean;
}

/** Where a purpose says what something stands against. */
const FIELDS = {
  container: 'cargo.container_number',
  chassis: 'cargo.chassis_number',
  booking: 'booking',
  bill_of_lading: 'bill_of_lading',
};

/** A reason with the sentence that the clerk's request is refused with, where that is another one. */
interface Against {
  reason: GateReason<Code | 'not_arrived'>;
  /** The field of a purpose that it stands against. */
  field: keyof typeof FIELDS;
  sentence?: string;
  /** The records that the sentence names. */
  records?: NamedRecord[];
  /** A container that is not here: whoever knows where it is says more. */
  absent?: number | null;
}

/** What a truck comes for, with everything that decides whether the gate takes part in it. */
export interface LoadedHandovers {
  handovers: Handover[];
  /** The bookings that are named, as they are now. */
  bookings: Map<number, BookingNow>;
  /** Where the containers are that are not here, by id. */
  reasons: Map<number, ReleaseReason[]>;
  refusals: Refusals;
  validates_bills: boolean;
}

/**
 * Why the gate does not take part in what a truck comes for: a refusal for each reason.
 * @param field the one of the request that says it; those of a purpose unless given
 */
export function refusalsOfHandovers(loaded: LoadedHandovers, field?: string): RefusedAtGate[] {
  const { handovers, bookings, reasons, refusals } = loaded;
  return against(handovers, bookings, loaded).map(
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

/** Whether it is a pick-up of a container that is not here. */
export function isAbsent({ purpose_type, container_id, container, here }: Handover): boolean {
  return purpose_type === 'pick up' && Boolean(container_id && container) && !here;
}

/**
 * Everything that stands against what a truck comes for, in its order (decision 241). Whether something is held is asked
 * when it is handed over.
 * @param bookings those that are named, as they are now
 */
export function against(
  handovers: Handover[],
  bookings: Map<number, BookingNow>,
  { validates_bills }: { validates_bills: boolean },
): Against[] {
  const brought = new Set(
    handovers.flatMap(({ purpose_type, chassis_id }) => (purpose_type === 'drop off' ? chassis_id : [])),
  );
  const before = new Map<string, number>();
  return handovers.flatMap((handover) => {
    const booking = bookings.get(handover.booking_id ?? 0);
    const key = `${handover.booking_id} ${handover.purpose_type}`;
    const more = before.get(key) ?? 0;
    if (booking && countsFor(handover)) before.set(key, more + 1);
    return [
      ...ofContainer(handover),
      ...ofChassis(handover, brought),
      ...(booking ? ofBooking(handover, booking, more) : []),
      ...(validates_bills ? ofBill(handover) : []),
    ];
  });
}

/** Why a container is not brought: it is here. */
export function alreadyHere(container: string): GateReason<Code> {
  return gateReason(GATE.already_here, `Container '${container}' is at the terminal already.`);
}

/** Why a chassis is not brought: it is here. */
export function chassisHere(number: string): GateReason<Code> {
  return gateReason(GATE.already_here, `Chassis '${number}' is at the terminal already.`);
}

/** Why a chassis or genset is not fetched: it is not here. */
export function elsewhere(kind: 'chassis' | 'genset', number: string): GateReason<Code> {
  const what = kind === 'chassis' ? 'Chassis' : 'Genset';
  return gateReason(GATE[`${kind}_elsewhere`], `${what} '${number}' is not at the terminal.`);
}

/** A pick-up is of what is here, a drop-off of what is not. */
function ofContainer({ purpose_type, container_id, container, here }: Handover): Against[] {
  if (!container || here === (purpose_type === 'pick up')) return [];
  if (here)
    return [{ reason: alreadyHere(container), field: 'container', records: naming('container', container) }];
  return [
    {
      reason: gateReason('not_arrived', `Container '${container}' is not at the terminal.`),
      field: 'container',
      absent: container_id,
      records: naming('container', container),
    },
  ];
}

/**
 * A chassis that is picked up is not elsewhere, unless the same truck brings it; one that is dropped off is not here,
 * unless a container is on it. Many a terminal does not say where its chassis are.
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

/** Whether it takes up a place of the booking: full ones that come, and empty ones that leave (decision 240). */
function countsFor({ purpose_type, cargo_type, container_status }: Handover): boolean {
  return cargo_type === 'container' && container_status === (purpose_type === 'drop off' ? 'full' : 'empty');
}

function ofBooking(handover: Handover, booking: BookingNow, more: number): Against[] {
  const { container, purpose_type } = handover;
  const direction: Direction = purpose_type === 'drop off' ? 'received' : 'released';
  const reasons: Against[] = reasonsAgainst(booking, direction, more)
    .filter(({ code }) => !(code === 'past_cut_off' && handover.is_import))
    .filter(({ code }) => code !== 'quantity_reached' || countsFor(handover))
    .map(({ code, sentence }) => ({
      reason: { ...gateReason(GATE[code], sentence), source: { type: 'booking', id: booking.id } },
      sentence:
        code === 'past_cut_off' && container
          ? `Container '${container}' is past the receiving cut-off of voyage '${booking.voyage}'.`
          : sentence,
      field: 'booking',
      records: recordsOf(code, handover, booking),
    }));
  const kind = otherKind(booking, handover).map((reason) => ({
    reason,
    field: 'booking' as const,
    records: naming('booking', booking.number),
  }));
  return [...reasons, ...kind];
}

/** Why the empties of open interchanges do not leave for their bookings, whose voyages were cancelled or left meanwhile. */
export function againstVoyages<I extends Pick<VisitInterchange, 'completed' | 'empty_for'>>(
  interchanges: I[],
): { interchange: I; reason: GateReason<Code>; records: NamedRecord[] }[] {
  return interchanges.flatMap((interchange) => {
    const { completed, empty_for } = interchange;
    if (completed || !empty_for) return [];
    return reasonsOfVoyage(empty_for).map(({ code, sentence }) => ({
      interchange,
      reason: { ...gateReason(GATE[code], sentence), source: { type: 'booking', id: empty_for.booking_id } },
      records: naming('voyage', empty_for.voyage!),
    }));
  });
}

/** What a visit is refused with for the first of them. */
export function refusalOfVoyages(
  interchanges: Pick<VisitInterchange, 'completed' | 'empty_for'>[],
): Refusal | undefined {
  const [first] = againstVoyages(interchanges);
  if (!first) return undefined;
  const { reason, records } = first;
  return { code: reason.code, sentence: `Truck Visit was not completed. ${reason.sentence}`, records };
}

/** The records that the sentence against a booking names. */
function recordsOf(
  code: BookingReason['code'],
  { container }: Handover,
  { number, voyage }: BookingNow,
): NamedRecord[] {
  if (code === 'quantity_reached') return naming('booking', number);
  const late = code === 'past_cut_off' && container ? naming('container', container) : [];
  return [...late, ...naming('voyage', voyage!)];
}

/** Where bills are validated, what is picked up is still on the bill that was named (decision 152). */
function ofBill({ purpose_type, container, bill_of_lading, on_bill }: Handover): Against[] {
  if (purpose_type !== 'pick up' || !container || !bill_of_lading || on_bill) return [];
  const { code, sentence, records } = notOnBill(container, bill_of_lading);
  return [{ reason: gateReason(code, sentence), field: 'bill_of_lading', records }];
}
