import { codes } from '../common/errors/codes';
import { naming, type Refusal } from '../common/errors/errors';
import { VOYAGES, VOYAGES_SAY } from '../voyages/voyages.codes';

/** The refusals of this domain. */
export const QUAY = codes('quay', {
  nothing_to_tally: 'The voyage has no manifest, or no load list, whose cargo could be counted.',
  not_expected: 'The cargo is not on the lists that the tally counts by, so it needs `over`.',
  counted: 'The cargo was counted in this tally already.',
  tally_closed: 'The tally is closed, so it takes no moves and none of it is undone.',
  not_here: 'The cargo is not at the terminal, so it cannot be loaded.',
  is_here: 'The cargo is at the terminal already, so it cannot be discharged.',
  undone: 'The move was undone already.',
});

/** A cancelled voyage takes no tally and no tally move. */
export const refusalOfCancelled = (voyage_number: string): Refusal => ({
  code: VOYAGES.voyage_cancelled,
  sentence: VOYAGES_SAY.voyage_cancelled({ voyage: voyage_number }),
  records: naming('voyage', voyage_number),
});
