import { humanize } from '../../common/errors/constraints';
import { COMMON } from '../../common/errors/codes';
import { GATE } from '../gate.codes';
import { NamedRecord, naming, Refusal } from '../../common/errors/errors';

/** Someone or something that the gate lets in while active, and until a day. */
interface Admitted {
  active: boolean;
  /** `YYYY-MM-DD`, the last day; null for no end. */
  allowed_until: string | null;
  trucking_company_id: number | null;
}

/** Who comes to the gate. */
export interface Arrival {
  truck: Admitted & { license_plate: string };
  truck_driver: (Admitted & { license_number: string }) | null;
  /** The company that was named beforehand. */
  trucking_company_id: number | null;
  /** `YYYY-MM-DD` at the terminal. */
  today: string;
  /** The fields of the request that name truck and driver. */
  fields: { truck: string; truck_driver: string };
}

/** Why the gate does not let a truck and its driver in: each reason, and none when it does (decision 41). */
export function refusalsOfArrival(arrival: Arrival): Refusal[] {
  const { truck, truck_driver, trucking_company_id, today, fields } = arrival;
  const ofTruck = refusalOfOne(truck, today, { type: 'truck', key: truck.license_plate }, fields.truck);
  const ofDriver =
    truck_driver &&
    refusalOfOne(
      truck_driver,
      today,
      { type: 'truck_driver', key: truck_driver.license_number },
      fields.truck_driver,
    );
  const ofCompanies = refusalOfCompanies(truck, truck_driver, trucking_company_id, fields.truck_driver);
  return [ofTruck, ofDriver, ofCompanies].flatMap((each) => each ?? []);
}

/**
 * Why a truck, a driver and a company do not go together; undefined when they do. Any of them may be missing.
 * @param field the one of the request to correct
 */
export function refusalOfCompanies(
  truck: Pick<Arrival['truck'], 'license_plate' | 'trucking_company_id'> | null,
  truck_driver: Pick<NonNullable<Arrival['truck_driver']>, 'license_number' | 'trucking_company_id'> | null,
  trucking_company_id: number | null,
  field = 'trucking_company',
): Refusal | undefined {
  const truckName = `Truck '${truck?.license_plate}'`;
  const ofTruck = truck ? naming('truck', truck.license_plate) : [];
  const ofDriver = truck_driver ? naming('truck_driver', truck_driver.license_number) : [];
  const driverName = `Truck driver '${truck_driver?.license_number}'`;
  if (differ(truck?.trucking_company_id, trucking_company_id))
    return {
      code: COMMON.mismatch,
      sentence: `${truckName} does not belong to the trucking company that is named.`,
      field,
      records: ofTruck,
    };
  if (differ(truck_driver?.trucking_company_id, trucking_company_id))
    return {
      code: COMMON.mismatch,
      sentence: `${driverName} does not belong to the trucking company that is named.`,
      field,
      records: ofDriver,
    };
  if (differ(truck?.trucking_company_id, truck_driver?.trucking_company_id))
    return {
      code: COMMON.mismatch,
      sentence: `${driverName} belongs to another trucking company than truck '${truck?.license_plate}'.`,
      field,
      records: [...ofDriver, ...ofTruck],
    };
  return undefined;
}

function refusalOfOne(
  one: Admitted,
  today: string,
  { type, key }: NamedRecord,
  field: string,
): Refusal | undefined {
  const name = `${humanize(type)} '${key}'`;
  const records = naming(type, key);
  if (!one.active) return { code: COMMON.not_active, sentence: `${name} is not active.`, field, records };
  if (one.allowed_until && one.allowed_until < today)
    return {
      code: GATE.admission_ended,
      sentence: `${name} was allowed in until ${one.allowed_until}.`,
      field,
      records,
    };
  return undefined;
}

function differ(one: number | null | undefined, other: number | null | undefined): boolean {
  return Boolean(one && other && one !== other);
}
