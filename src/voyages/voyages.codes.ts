import { codes } from '../common/errors/codes';
import { sentences } from '../common/languages/sentence';

/** The refusals of this domain. */
export const VOYAGES = codes('voyages', {
  voyage_cancelled: 'The voyage was cancelled: nothing is booked on it, and nothing tallied.',
});

/** The sentences of these refusals, by code. */
export const VOYAGES_SAY = sentences({ voyage_cancelled: "Voyage '{voyage}' is cancelled." });
