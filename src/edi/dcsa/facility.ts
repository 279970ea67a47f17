/** The codes by which others know a terminal. */
export interface Facility {
  un_location_code: string | null;
  smdg_code: string | null;
  bic_code: string | null;
}

/**
 * SQL: the codes of a terminal as a `Facility`; null while terminals have none.
 * @param _terminal SQL of the id of the terminal
 */
export const facilityOf = (_terminal: string): string => 'NULL::json';
