import type { Taken } from '../../cargo/release/release-rules.service';
import type { VoyageOfBooking } from '../bookings/booking-now';
import type { TruckVisit } from '../visits/truck-visit.entity';
import type { InterchangeState } from './interchange.rules';

/** An interchange with the numbers of its equipment. */
export interface VisitInterchange extends InterchangeState {
  id: number;
  container_id: number | null;
  container_number: string | null;
  /** The stay of the container at completion. */
  stay_id: number | null;
  /** Whether it was made of the announcement of the visit, and not added at the desk. */
  announced: boolean;
  /** Full or empty, as the purpose says. */
  status_asked: string | null;
  chassis_id: number | null;
  chassis_number: string | null;
  /** Whether its purpose is a chassis without a container. */
  chassis_alone: boolean;
  genset_id: number | null;
  delivery_order_id: number | null;
  /** The line of the booking that it counts for. */
  booking_line_id: number | null;
  empty_for: (VoyageOfBooking & { booking_id: number }) | null;
}

/** The visit, as far as it decides where equipment goes. */
export type VisitAtGate = Pick<TruckVisit, 'id' | 'gate_id'>;

/**
 * Sorts interchanges that are completed at the same time: those in before those out, because a truck may take what it
 * brought.
 */
export function inTurn(interchanges: VisitInterchange[]): VisitInterchange[] {
  const of = (wanted: InterchangeState['type']) => interchanges.filter(({ type }) => type === wanted);
  return [...of('interchange_in'), ...of('interchange_out')];
}

/** The containers that these interchanges handed over, with their stays. */
export function takenBy(interchanges: Pick<VisitInterchange, 'container_id' | 'stay_id'>[]): Taken[] {
  return interchanges.flatMap(({ container_id, stay_id }) =>
    container_id && stay_id ? { container_id, stay_id } : [],
  );
}

export function idsOf(interchanges: VisitInterchange[]): number[] {
  return interchanges.flatMap(({ container_id }) => container_id ?? []);
}
