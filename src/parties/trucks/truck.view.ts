import { OpenTo } from '../../common/party-wall/open-to';
import { view } from '../../common/view/view';
import { hasOwnDriver, OWN_DRIVER_TOLD } from '../setup/own-driver';
import { driverName } from '../setup/driver-name';
import { TruckDriver } from '../setup/truck-driver.kind';
import { TruckingCompany } from '../setup/trucking-company.kind';
import { companyBy, COMPANY_OF_TRUCK } from '../setup/trucking-company-reference';
import { Truck } from './truck.entity';

const TruckingCompanyOut = view(TruckingCompany);

@OpenTo.parties({ fields: ['name', 'code'] })
export class CompanyOfTruck {
  @TruckingCompanyOut.text({ example: 'Estuary Haulage' }) name: string | null;
  @TruckingCompanyOut.text({ example: 'EST', nullable: true }) code: string | null;
}

const TruckDriverOut = view(TruckDriver);

/** The usual driver of a truck. */
@OpenTo.parties({ fields: ['id', 'fullname', 'license_number', 'number'] })
export class DriverOfTruck {
  @TruckDriverOut.id() id: number;
  @TruckDriverOut.sql(driverName, 'text', { example: 'Anneke Vroom' }) fullname: string | null;
  @TruckDriverOut.text({ example: 'DL-5520147' }) license_number: string;
  @TruckDriverOut.text({ example: 'D-101' }) number: string | null;
}

const Out = view(Truck);

const OF_TRUCK = [
  'id',
  'active',
  'license_plate',
  'number',
  'weight',
  'color',
  'is_mule',
  'allowed_until',
  'year',
  'make',
  'model',
  'created_at',
  'updated_at',
];

/** A truck in the answer to its creation or update. */
@OpenTo.parties({ fields: OF_TRUCK })
export class TruckShow {
  @Out.id() id: number;
  @Out.bool({ description: 'The gate lets in active trucks only' }) active: boolean;
  @Out.text({ example: 'WH-472-B' }) license_plate: string;
  @Out.text({ description: "The terminal's own number for the truck", example: 'T-01' })
  number: string | null;
  @Out.number({ description: "In the organization's weight unit", example: 8150 }) weight: number | null;
  @Out.text({ example: '#1f5fa8' }) color: string | null;
  @Out.bool({ description: 'Whether it stays inside, to move cargo around the yard' }) is_mule: boolean;
  @Out.date({ description: 'The last day on which the gate lets it in', example: '2027-06-30' })
  allowed_until: string | null;
  @Out.int({ example: 2022 }) year: number | null;
  @Out.text({ example: 'Norrvik' }) make: string | null;
  @Out.text({ example: 'R460' }) model: string | null;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}

/** A truck in lists and in the answer to a look-up (decision 23). */
@OpenTo.parties({
  fields: [...OF_TRUCK, 'display_name', 'trucking_company'],
  own: { truck_driver: hasOwnDriver },
  told: { truck_driver: (...record) => OWN_DRIVER_TOLD.truck_driver(...record) ?? undefined },
})
export class TruckItem extends TruckShow {
  @Out.text({ column: 'license_plate', example: 'WH-472-B' })
  display_name: string;
  @Out.shaped(
    (of) =>
      `coalesce(${companyBy(COMPANY_OF_TRUCK, ['name', 'code'])(of)}, '{"name":null,"code":null}'::json)`,
    () => CompanyOfTruck,
    { description: 'Its own, else that of its usual driver' },
  )
  trucking_company: CompanyOfTruck;
  @Out.one('truck_driver', () => DriverOfTruck, {
    omitted: true,
    description: 'Its usual driver; left out for a truck without one',
  })
  truck_driver?: DriverOfTruck;
}
