import { kindModel } from '../../common/setup/kind-model';
import { LocatedLine } from '../../parties/consignees/consignee-reference';
import { location } from '../../places/locations/location.write';
import { Chassis } from './chassis.kind';

export const chassisModel = kindModel(Chassis, {
  input: [LocatedLine],
  compares: true,
  maps: { ...location },
});
