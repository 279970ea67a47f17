import { codes } from '../common/errors/codes';

/** The refusals of this domain. */
export const PLACES = codes('places', {
  stack_unsuited: 'What stands in the slot does not suit it as it is to be.',
});
