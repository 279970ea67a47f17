import type { ImdgGoods } from '../../cargo/imdg-goods';
import { imdgOfWords } from '../../cargo/imdg-words';
import type { Dangerous } from './reading/equipment';
import { stored } from './reading/words';

/** Dangerous goods of a message by the IMDG code, with a name as long as it may be. */
export const imdgOf = ({ proper_shipping_name: name, ...goods }: Dangerous): ImdgGoods =>
  imdgOfWords({ ...goods, proper_shipping_name: name && stored(name) });
