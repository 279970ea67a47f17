import type { Location } from '../../cargo/containers/movements.service';

/** The columns of a voyage that decide where it discharges to. */
export interface Discharge {
  assigned_yard_area_id: number | null;
  /** The discharge terminal (decision 27). */
  terminal_id: number | null;
  berth_area_id: number | null;
}

/**
 * Where discharged cargo goes unless the move says so: the yard area assigned to the voyage, or else its discharge
 * terminal, its berth area, or a terminal without a name (decision 59).
 */
export function placeAfterDischarge({
  assigned_yard_area_id,
  terminal_id,
  berth_area_id,
}: Discharge): Location {
  if (assigned_yard_area_id) return { type: 'YardArea', id: assigned_yard_area_id };
  if (!terminal_id && berth_area_id) return { type: 'BerthArea', id: berth_area_id };
  return { type: 'Terminal', id: terminal_id };
}
