import { codes } from '../common/errors/codes';

/** The refusals of this domain. */
export const PARTIES = codes('parties', {
  own_ancestor: 'A shipping line would stand below itself.',
  truck_ambiguous: 'Several trucks have the letters and digits of the plate.',
});
