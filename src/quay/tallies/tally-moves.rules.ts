import type { Location } from '../../cargo/containers/movements.service';
import { isAtTerminal } from '../../places/locations/locations';

/** The columns of a voyage that decide where it discharges to. */
export interface Discharge {
  assigned_yard_area_id: number | null;
  /** The discharge terminal (decision 27). */
  terminal_id: number | null;
  berth_area_id: number | null;
}

/**
 * Where a discharged container goes: the yard area assigned to the voyage, or else its discharge terminal, its berth
 * area, or a terminal without a name. A container that is at the terminal already keeps its place, because the yard
 * recorded that later than the crane worked.
 */
export function placeAfterDischarge(before: Location, discharge: Discharge): Location {
  if (before && isAtTerminal(before.type)) return before;
  const { assigned_yard_area_id, terminal_id, berth_area_id } = discharge;
  if (assigned_yard_area_id) return { type: 'YardArea', id: assigned_yard_area_id };
  if (!terminal_id && berth_area_id) return { type: 'BerthArea', id: berth_area_id };
  return { type: 'Terminal', id: terminal_id };
}
