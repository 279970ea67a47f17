import { counting } from '../../common/pagination/counts';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { DischargeList } from './discharge-list.kind';

/** What discharge lists are counted by. */
export const DISCHARGE_LIST_GROUPS = {
  shipping_line: 'The code of the shipping line',
  voyage: 'The number of the voyage',
};

export class DischargeListCountQuery extends counting(
  kindClasses(kindOf(DischargeList)).Query,
  DISCHARGE_LIST_GROUPS,
) {}
