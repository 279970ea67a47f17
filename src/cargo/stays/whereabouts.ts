import { raw } from 'sql-template-tag';
import { atTerminal } from '../../places/locations/locations';

/**
 * SQL: whether the container `c` is here in its stay `s`. Without a stay, or with one that was cancelled, its place says
 * so; one of which nobody said anything may be here.
 */
export const IS_HERE_IN_STAY = raw(`CASE WHEN s.status <> 'cancelled' THEN s.status = 'here'
  ELSE c.current_location_type IS NULL OR ${atTerminal('c.current_location_type')} END`);
