import { codes } from '../common/errors/codes';

/** The refusals of this domain. */
export const VOYAGES = codes('voyages', {
  voyage_cancelled: 'The voyage was cancelled: nothing is booked on it, and nothing tallied.',
});
