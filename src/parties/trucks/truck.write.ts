import { reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import { TruckDriver } from '../setup/truck-driver.kind';
import { COMPANY } from '../setup/trucking-company-reference';
import { ownCompany } from '../setup/own-company';
import { refuseOfOthers } from '../setup/of-others';
import { plateKey, plateParting } from './plate';
import { CreateTruck } from './truck.dto';
import { Truck } from './truck.entity';

export const truckModel = new WriteModel({
  entity: Truck,
  input: [CreateTruck],
  key: ['license_plate'],
  match: ['license_plate_key', 'license_plate_parting'],
  loose: ['license_plate_parting'],
  maps: {
    trucking_company: ownCompany(reference('trucking_company', COMPANY, { blank: true })),
    truck_driver_license_number: reference(
      'truck_driver_license_number',
      lookupOf(TruckDriver, 'license_number'),
      { column: 'truck_driver_id' },
    ),
  },
  closed: { always: ['number', 'active', 'is_mule', 'allowed_until'], later: ['trucking_company'] },
  checks: [refuseOfOthers(Truck, 'license_plate_key', 'license_plate', 'truck', 'license_plate_parting')],
  derived: {
    columns: ['license_plate_key', 'license_plate_parting'],
    fill: ({ columns }) => {
      if (!columns.license_plate) return;
      columns.license_plate_key = plateKey(columns.license_plate);
      columns.license_plate_parting = plateParting(columns.license_plate);
    },
  },
});
