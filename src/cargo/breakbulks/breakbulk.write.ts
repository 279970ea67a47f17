import { In } from '../../common/input/in';
import { kindModel } from '../../common/setup/kind-model';
import { LocatedLine } from '../../parties/consignees/consignee-reference';
import { location } from '../../places/locations/location.write';
import { billReference } from '../bills-of-lading/bill-lookup';
import { keepHeldBills, keepHeldBillsOf, keepHeldInside } from '../held/keep-held';
import { Breakbulk } from './breakbulk.kind';

/** The fields that a file states beyond those of a request. */
class BreakbulkLine extends LocatedLine {
  @In.bool() has_been_here?: boolean | null;
}

export const breakbulkModel = kindModel(Breakbulk, {
  input: [BreakbulkLine],
  compares: true,
  maps: { ...location, bill_of_lading: billReference() },
  checks: [keepHeldInside('breakbulk'), keepHeldBills('breakbulk')],
  removal: keepHeldBillsOf('breakbulk'),
});
