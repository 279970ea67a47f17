import { In } from '../../common/input/in';
import { kindModel } from '../../common/setup/kind-model';
import { TruckDriver } from './truck-driver.kind';

/** A field that only a file states: a request can only set whether the driver is active. */
class TruckDriverLine {
  @In.time() discarded_at?: string | null;
}

export const truckDriverModel = kindModel(TruckDriver, { input: [TruckDriverLine] });
