import { In } from '../../common/input/in';
import { kindModel } from '../../common/setup/kind-model';
import { TruckDriver } from './truck-driver.kind';

/** What only a file states of a driver: a request says no more than that one is inactive. */
class TruckDriverLine {
  @In.time() discarded_at?: string | null;
}

export const truckDriverModel = kindModel(TruckDriver, { input: [TruckDriverLine] });
