import { CARGO } from '../../cargo/cargo.codes';
import { CARGO_SAYS } from '../../cargo/cargo.sentences';
import { COMMON } from '../../common/errors/codes';
import { allOf, naming, type Refusal, Refused } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import type { BookingNow, ContainerKind } from '../bookings/booking-now';
import { nothingTaken, otherLine, type Place, placeIn } from '../bookings/place.rules';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import type { Actor } from '../../common/tenancy/actor';
import {
  type GateOfTerminal,
  isOtherTerminal,
  ofContainer,
  type OfTerminal,
  refusalOfTerminal,
} from '../visitors/other-terminal.rules';
import { gateReason, RefusedAtGate } from '../refusals/refused-at-gate';
import type { Interchange } from '../visits/interchange.entity';
import { type TruckVisit, visitOver } from '../visits/truck-visit.entity';
import type { EquipmentKind } from './equipment.service';
import { refusalOfVisit } from './handover.rules';
import type { UpdateInterchange } from './interchange.dto';
import { refusalOfDate, refusalOfTwice } from './interchange.rules';
import type { VisitInterchange } from './visit-interchange';

/** A container that a request names for a pick-up. It is locked. */
export interface ChosenContainer extends ContainerKind, OfTerminal {
  id: number;
  number: string;
  container_status: string | null;
  /** Whether it is at the terminal. */
  here: boolean;
  /** Another visit inside, an open interchange of which names it. */
  on_visit: number | null;
}

/** What decides about the update of an interchange. The visit is locked, and then the container. */
export interface LoadedUpdate {
  visit: Columns<TruckVisit>;
  interchange: Columns<Interchange>;
  /** The references of the request: undefined leaves one, null clears it; throws Unknown. */
  references: (() => number | null | undefined)[];
  container: ChosenContainer | undefined;
  /** All interchanges of the visit. */
  ofVisit: VisitInterchange[];
  /** The booking of the interchange. */
  booking: BookingNow | undefined;
  /** The haulier of the visit; null for none. */
  company_id: number | null;
  /** Whether the truck is inside, so that an open interchange takes a place in the booking. */
  is_inside: boolean;
  /** The gate by which the truck came in. */
  gate: GateOfTerminal | undefined;
  other_terminal: Actor['other_terminal'];
}

/** What an update writes. */
export interface InterchangeChange {
  columns: Pick<
    Partial<Columns<Interchange>>,
    'container_id' | 'chassis_id' | 'genset_id' | 'other_terminal' | 'booking_line_id' | 'booking_release_id'
  >;
  /** The equipment that is named after the completion: it stays where it is. */
  noted: EquipmentKind[];
  /** Whether the interchange, or the container that it gets after its completion, is handed over now. */
  handsOver: boolean;
  /** The time of a hand-over that happened already; undefined for now. */
  at: Date | undefined;
}

/**
 * Decides what an update of an interchange changes. After gate-out a pick-up can still get its container (decision 79),
 * but nothing more is handed over (decision 243).
 * @throws Unknown for a reference; Refused when the state does not allow the change
 */
export function decideUpdate(loaded: LoadedUpdate, { completed }: UpdateInterchange): InterchangeChange {
  const { visit, interchange } = loaded;
  const completes = Boolean(completed) && !interchange.completed;
  if (visit.cancelled_at || (completes && visit.gated_out_at)) throw new Refused(visitOver(visit));
  if (completed !== undefined && !completed && interchange.completed)
    throw new Refused({
      code: COMMON.cannot_change,
      sentence: SAYS['cannot_change.interchange_completed'](),
      field: 'completed',
    });
  const [container_id, chassis_id, genset_id] = allOf(...loaded.references);
  const place = container_id === undefined ? undefined : refuseContainer(loaded, container_id);
  const isTakenLater = interchange.completed && Boolean(container_id);
  const at = isTakenLater ? (interchange.completed_at ?? visit.gated_out_at ?? undefined) : undefined;
  const tooLate = at && refusalOfDate(at, new Date(), 'container');
  if (tooLate) throw new Refused(tooLate);
  const isNamedLater = (id: number | null | undefined, before: number | null) =>
    interchange.completed && id !== undefined && id !== before;
  return {
    columns: {
      container_id,
      chassis_id,
      genset_id,
      other_terminal: container_id === undefined ? undefined : isMarked(loaded, container_id),
      ...(place && {
        booking_line_id: place.line?.id ?? null,
        booking_release_id: place.release?.id ?? null,
      }),
    },
    noted: [
      ...(isNamedLater(chassis_id, interchange.chassis_id) ? (['chassis'] as const) : []),
      ...(isNamedLater(genset_id, interchange.genset_id) ? (['genset'] as const) : []),
    ],
    handsOver: isTakenLater || completes,
    at,
  };
}

/**
 * Only a pick-up by booking leaves the choice of the container to the terminal, which must name an empty that is here. It
 * may name it after gate-out, too (decision 79). The container decides which line of the booking it counts for.
 * @returns its place in the booking; undefined without a container
 */
function refuseContainer(loaded: LoadedUpdate, id: number | null): Place | undefined {
  const { interchange, ofVisit } = loaded;
  const field = 'container';
  const { type, booking_id, completed, container_id } = interchange;
  if (type !== 'interchange_out' || !booking_id)
    throw new Refused({
      code: GATE.not_by_booking,
      sentence: SAYS.not_by_booking(),
      field,
    });
  if (completed && container_id)
    throw new Refused({
      code: COMMON.cannot_change,
      sentence: SAYS['cannot_change.interchange_container'](),
      field,
    });
  if (id === null) return undefined;
  const container = loaded.container!;
  const refusal =
    refusalOfState(container) ??
    refusalOfTwice(ofVisit, id, field, interchange.id) ??
    (container.on_visit ? refusalOfVisit(container.number, container.on_visit) : undefined) ??
    refusalOfPlace(loaded, container);
  if (refusal) throw new Refused({ ...refusal, field });
  if (!loaded.booking) return undefined;
  const place = placeOfChosen(loaded, loaded.booking, container);
  const [other] = [
    ...otherLine(loaded.booking, container),
    ...(place.reason
      ? [gateReason(GATE[place.reason.code as keyof typeof GATE], place.reason.sentence)]
      : []),
  ];
  if (other)
    throw new RefusedAtGate([other], {
      code: other.code,
      sentence: other.sentence,
      field,
      records: naming('container', container.number),
    });
  return place;
}

/** The place of a chosen container: its interchange has one already, which it keeps where the container fits. */
function placeOfChosen(
  { interchange, is_inside, company_id }: LoadedUpdate,
  booking: BookingNow,
  { container_type_id, container_type }: ChosenContainer,
): Place {
  const { booking_line_id, booking_release_id, completed } = interchange;
  const counts = completed || is_inside;
  const own = completed ? 'done' : 'inside';
  const freed = {
    ...booking,
    lines: booking.lines.map((line) =>
      counts && line.id === booking_line_id
        ? { ...line, released: { ...line.released, [own]: line.released[own] - 1 } }
        : line,
    ),
    releases: booking.releases.map((release) =>
      counts && release.id === booking_release_id ? { ...release, left: release.left + 1 } : release,
    ),
  };
  return placeIn(
    freed,
    {
      container_type_id,
      container_type,
      direction: 'released',
      counts: true,
      kept_line_id: booking_line_id,
      kept_release_id: booking_release_id,
      // what went before there were releases asks for none
      company: completed && !booking_release_id ? undefined : company_id,
    },
    nothingTaken(),
  );
}

function refusalOfPlace(
  { gate, other_terminal }: LoadedUpdate,
  container: ChosenContainer,
): Refusal | undefined {
  if (other_terminal !== 'refuse' || !gate || !isOtherTerminal(gate, container)) return undefined;
  const { number } = container;
  const named = { field: 'container', records: naming('container', number) };
  return refusalOfTerminal(ofContainer(number), gate, container, named);
}

/** Whether the interchange is marked, because the container stands at another terminal than the gate (decision 365). */
function isMarked({ container, gate, other_terminal }: LoadedUpdate, id: number | null): boolean {
  return Boolean(
    id !== null && other_terminal === 'mark' && gate && container && isOtherTerminal(gate, container),
  );
}

function refusalOfState({ number, container_status, here }: ChosenContainer): Refusal | undefined {
  const records = naming('container', number);
  if (container_status !== 'empty')
    return {
      code: GATE.container_not_empty,
      sentence: SAYS.container_not_empty({ container: number }),
      records,
    };
  if (!here)
    return {
      code: CARGO.container_not_at_terminal,
      sentence: CARGO_SAYS.container_not_at_terminal({ container: number }),
      records,
    };
  return undefined;
}
