import { raw } from 'sql-template-tag';
import { atTerminal } from '../../places/locations/locations';

/**
 * SQL: whether the container `c` is at the terminal in its stay `s`. A container without a place counts as being there
 * until it departs.
 */
export const IS_HERE_IN_STAY = raw(`CASE WHEN s.status = 'departed' OR s.id <> c.stay_id THEN false
  ELSE c.current_location_type IS NULL OR ${atTerminal('c.current_location_type')} END`);
