import { raw } from 'sql-template-tag';
import { atTerminal } from '../../places/locations/locations';

/**
 * SQL: whether the container `c` is here in its stay `s`, as far as anybody says: one that did not leave may be here where
 * nobody said its place.
 */
export const IS_HERE_IN_STAY = raw(`CASE WHEN s.status = 'departed' OR s.id <> c.stay_id THEN false
  ELSE c.current_location_type IS NULL OR ${atTerminal('c.current_location_type')} END`);
