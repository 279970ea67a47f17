import { type Failure, Invalid, naming, NotFound, Refused, together } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { type MissingNomination, refusalsOfNominations } from '../nominations/missing-nominations';
import type { CreatePurpose, UpdatePurpose } from '../purposes/purpose.dto';
import type { Interchange } from '../visits/interchange.entity';
import { type TruckVisit, visitOver } from '../visits/truck-visit.entity';
import { type LoadedHandovers, type PlaceOfPurpose, placesOf, refusalsOfHandovers } from './handover.rules';
import { refusalOfTwice } from './interchange.rules';
import type { VisitInterchange } from './visit-interchange';

/** @throws NotFound for an unknown visit; Refused when it is over */
export function requireInside(visit: Columns<TruckVisit> | null, id: number): Columns<TruckVisit> {
  if (!visit) throw new NotFound('Truck visit', id);
  if (visit.gated_out_at) throw new Refused(visitOver(visit));
  return visit;
}

/**
 * The interchange, if it is open and its truck inside, so that it may be changed or deleted.
 * @throws NotFound; Refused
 */
export function requireOpen(
  visit: Columns<TruckVisit> | null,
  interchange: Columns<Interchange> | null,
  ids: { truck_visit_id: number; id: number },
): Columns<Interchange> {
  if (visit && !interchange) throw new NotFound('Interchange', ids.id);
  requireInside(visit, ids.truck_visit_id);
  if (interchange!.completed)
    throw new Refused({
      code: GATE.interchange_completed,
      sentence: SAYS.interchange_completed({ interchange_id: ids.id }),
    });
  return interchange!;
}

/** @throws NotFound; Refused when the interchange is not completed, so that nothing can be reversed */
export function requireCompleted(interchange: VisitInterchange | undefined, id: number): VisitInterchange {
  if (!interchange) throw new NotFound('Interchange', id);
  if (!interchange.completed)
    throw new Refused({
      code: GATE.interchange_open,
      sentence: SAYS.interchange_open({ interchange_id: id }),
    });
  return interchange;
}

/** The refusal of a reversal, because the equipment of the interchange has moved since. */
export function movedSince({ container_number, chassis_number }: VisitInterchange): Refused {
  return new Refused({
    code: GATE.moved_since,
    sentence: container_number
      ? SAYS.moved_since({ container: container_number })
      : SAYS['moved_since.chassis']({ chassis: chassis_number }),
    records: container_number ? naming('container', container_number) : naming('chassis', chassis_number!),
  });
}

/**
 * Merges a request into the purpose of an interchange.
 * @throws Invalid when a required field is cleared
 */
export function mergedPurpose(stored: Partial<CreatePurpose> | undefined, input: UpdatePurpose): object {
  const { interchange } = input;
  const { booking_line, release, dock_receipt, ...before } = stored ?? {};
  const isSameBooking = input.booking === undefined;
  // the line of other cargo or of another booking is chosen anew
  const isSame = isSameBooking && input.cargo === undefined && input.purpose_type === undefined;
  const said = {
    ...before,
    ...(isSame && booking_line && { booking_line }),
    ...(isSameBooking && release && { release }),
    ...(isSameBooking && dock_receipt && { dock_receipt }),
    ...input,
    cargo: { ...stored?.cargo, ...input.cargo },
    interchange: interchange === null ? null : { ...stored?.interchange, ...interchange },
  };
  for (const [field, value] of [
    ['purpose_type', said.purpose_type],
    ['cargo.cargo_type', said.cargo.cargo_type],
  ] as const)
    if (!value) throw new Invalid({ [field]: ['is required'] });
  return said;
}

/** The purpose of one interchange, with everything that decides whether the gate allows it. */
export interface LoadedPurpose extends LoadedHandovers {
  /** All interchanges of the visit. */
  ofVisit: VisitInterchange[];
  /** The haulier of the visit; null for none. */
  company_id: number | null;
  /** Its container, where it is picked up and the haulier is not nominated for it. */
  unnominated: MissingNomination[];
}

/**
 * Refuses a purpose that is added to a visit or changed: by the rules of gate-in, and when the visit brings or takes its
 * container already, or its haulier is not nominated for it.
 * @param except the id of the interchange that it changes
 * @returns the place that it gets in its booking; empty without a booking
 * @throws Refused with every reason
 */
export function refusePurpose(loaded: LoadedPurpose, except?: number): PlaceOfPurpose[] {
  const [handover] = loaded.handovers;
  const twice = refusalOfTwice(loaded.ofVisit, handover!.container_id, 'cargo.container_number', except);
  const failures: Failure[] = [
    ...(twice ? [new Refused(twice)] : []),
    ...refusalsOfHandovers(loaded),
    ...refusalsOfNominations(loaded.unnominated, 'cargo.container_number'),
  ];
  const { places, refusals } = placesOf(loaded, loaded.company_id);
  const failure = together(failures.length ? failures : refusals);
  if (failure) throw failure;
  return places;
}

/** The container and chassis that an interchange keeps where its purpose names none. */
export type KeptEquipment = Pick<Columns<Interchange>, 'container_id' | 'chassis_id'>;

/** The container and chassis that the terminal chose, unless the request changes what they are for. */
export function keptEquipment(
  before: Columns<Interchange>,
  { handovers: [handover] }: LoadedPurpose,
  { cargo }: UpdatePurpose,
): KeptEquipment {
  const type = handover!.purpose_type === 'drop off' ? 'interchange_in' : 'interchange_out';
  const isSame = type === before.type && handover!.booking_id === before.booking_id;
  return {
    container_id: isSame && cargo?.container_number === undefined ? before.container_id : null,
    chassis_id: cargo?.chassis_number === undefined ? before.chassis_id : null,
  };
}
