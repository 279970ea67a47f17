import { codes } from '../common/errors/codes';

/** The refusals of this domain. */
export const QUAY = codes('quay', {
  nothing_to_tally: 'The voyage has no manifest, or no load list, whose cargo could be counted.',
});
