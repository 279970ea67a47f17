import type { Location } from '../../cargo/containers/movements.service';
import { isAtTerminal } from '../../places/locations/locations';

/** What of a voyage says where it is discharged to. */
export interface Discharge {
  assigned_yard_area_id: number | null;
  /** The discharge terminal (decision 27). */
  terminal_id: number | null;
  berth_area_id: number | null;
}

/**
 * Where a discharged container stands: in the yard area that the voyage is assigned, else at its discharge
 * terminal, else in its berth area, else at a terminal of no name. One that the yard has found a place
 * already, before the tally was written, keeps it: that place is the newer one.
 */
export function placeAfterDischarge(before: Location, discharge: Discharge): Location {
  if (before && isAtTerminal(before.type)) return before;
  const { assigned_yard_area_id, terminal_id, berth_area_id } = discharge;
  if (assigned_yard_area_id) return { type: 'YardArea', id: assigned_yard_area_id };
  if (!terminal_id && berth_area_id) return { type: 'BerthArea', id: berth_area_id };
  return { type: 'Terminal', id: terminal_id };
}
