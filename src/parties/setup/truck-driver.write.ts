import { In } from '../../common/input/in';
import { kindModel } from '../../common/setup/kind-model';
import { reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { refuseOfOthers } from './of-others';
import { ownCompany } from './own-company';
import { TruckDriver } from './truck-driver.kind';
import { TruckingCompany } from './trucking-company.kind';

/** A field that only a file states: a request can only set whether the driver is active. */
class TruckDriverLine {
  @In.time() discarded_at?: string | null;
}

export const truckDriverModel = kindModel(TruckDriver, {
  input: [TruckDriverLine],
  maps: {
    trucking_company: ownCompany(
      reference('trucking_company', lookupOf(TruckingCompany, 'code'), { byId: 'checked' }),
    ),
  },
  closed: {
    always: ['number', 'active', 'allowed_until', 'remarks'],
    later: ['trucking_company', 'trucking_company_id'],
  },
  checks: [refuseOfOthers(TruckDriver, 'license_number', 'license_number', 'driver')],
});
