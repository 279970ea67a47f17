import { codes } from '../common/errors/codes';

/** Why the quay refuses. */
export const QUAY = codes('quay', {
  nothing_to_tally: 'The voyage has no manifest, or no load list, whose cargo could be counted.',
});
