import type { Taken } from '../../cargo/release/release-rules.service';
import type { VoyageOfBooking } from '../bookings/booking-rules.service';
import type { TruckVisit } from '../visits/truck-visit.entity';
import type { InterchangeState } from './interchange.rules';

/** An interchange with the numbers of what it hands over. */
export interface VisitInterchange extends InterchangeState {
  id: number;
  container_id: number | null;
  container_number: string | null;
  /** The stay of the container that it was completed in. */
  stay_id: number | null;
  chassis_id: number | null;
  chassis_number: string | null;
  /** Whether a chassis is all that it is about. */
  chassis_alone: boolean;
  genset_id: number | null;
  delivery_order_id: number | null;
  /** The booking that an empty is to leave for. */
  empty_for: (VoyageOfBooking & { booking_id: number }) | null;
}

/** What of the visit decides where equipment goes. */
export type VisitAtGate = Pick<TruckVisit, 'id' | 'gate_id'>;

/** Interchanges that are completed at once, in the order in which they happen: a truck takes what it brought itself. */
export function inTurn(interchanges: VisitInterchange[]): VisitInterchange[] {
  const of = (wanted: InterchangeState['type']) => interchanges.filter(({ type }) => type === wanted);
  return [...of('interchange_in'), ...of('interchange_out')];
}

/** The containers that these interchanges took, with their stays. */
export function takenBy(interchanges: Pick<VisitInterchange, 'container_id' | 'stay_id'>[]): Taken[] {
  return interchanges.flatMap(({ container_id, stay_id }) =>
    container_id && stay_id ? { container_id, stay_id } : [],
  );
}

/** The ids of the containers that these interchanges hand over. */
export function idsOf(interchanges: VisitInterchange[]): number[] {
  return interchanges.flatMap(({ container_id }) => container_id ?? []);
}
