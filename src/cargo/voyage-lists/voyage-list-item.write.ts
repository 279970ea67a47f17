import { reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { Port } from '../../places/setup/port.kind';
import { dangerousGoods } from '../dangerous-goods';

export const PORT = lookupOf(Port, 'locode');

/** How the fields of every item of a list are kept. */
export const ITEM_MAPS = {
  port_of_loading: reference('port_of_loading', PORT),
  port_of_discharge: reference('port_of_discharge', PORT),
  dangerous: dangerousGoods,
};
