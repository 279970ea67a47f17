import { kindModel } from '../../common/setup/kind-model';
import { LocatedLine } from '../../parties/consignees/consignee-reference';
import { location } from '../../places/locations/location.write';
import { billReference } from '../bills-of-lading/bill-lookup';
import { Breakbulk } from './breakbulk.kind';

export const breakbulkModel = kindModel(Breakbulk, {
  input: [LocatedLine],
  compares: true,
  maps: { ...location, bill_of_lading: billReference() },
});
