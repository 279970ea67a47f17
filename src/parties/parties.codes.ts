import { codes } from '../common/errors/codes';

/** Why parties refuse. */
export const PARTIES = codes('parties', {
  own_ancestor: 'A shipping line would stand below itself.',
});
