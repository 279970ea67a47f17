import { COMMON } from '../../common/errors/codes';
import { naming, Refusal } from '../../common/errors/errors';
import { nameOfDriver, NamedDriver } from '../../parties/setup/driver-name';
import { GATE } from '../gate.codes';

/** A truck or driver that the gate admits while active and until its last day. */
interface Admitted {
  active: boolean;
  /** `YYYY-MM-DD`, the last day of admission; null for no end. */
  allowed_until: string | null;
  trucking_company_id: number | null;
}

/** A truck and its driver at the gate. */
export interface Arrival {
  truck: Admitted & { license_plate: string };
  truck_driver: (Admitted & NamedDriver) | null;
  /** The company of the announcement. */
  trucking_company_id: number | null;
  /** `YYYY-MM-DD` at the terminal. */
  today: string;
  /** The request fields that name truck and driver. */
  fields: { truck: string; truck_driver: string };
}

/** A refusal of a truck or driver. Its sentence names a driver by the licence, as the request does. */
export interface ArrivalRefusal extends Refusal {
  /**
   * The same sentence with the name of the driver, for stored refusals and events, because these hide the licence
   * (decision 244).
   */
  kept: string;
}

/** The reasons against a truck and its driver; empty when the gate admits them (decision 41). */
export function refusalsOfArrival(arrival: Arrival): ArrivalRefusal[] {
  const { truck, truck_driver, trucking_company_id, today, fields } = arrival;
  const ofTruck = refusalOfOne(truck, calledTruck(truck), today, fields.truck);
  const ofDriver =
    truck_driver && refusalOfOne(truck_driver, calledDriver(truck_driver), today, fields.truck_driver);
  const ofCompanies = refusalOfCompanies(truck, truck_driver, trucking_company_id, fields.truck_driver);
  return [ofTruck, ofDriver, ofCompanies].flatMap((each) => each ?? []);
}

/**
 * The refusal when truck, driver and company do not belong together; undefined when they do. Each of them may be
 * missing.
 * @param field the request field to correct
 */
export function refusalOfCompanies(
  truck: Pick<Arrival['truck'], 'license_plate' | 'trucking_company_id'> | null,
  truck_driver: (NamedDriver & Pick<Admitted, 'trucking_company_id'>) | null,
  trucking_company_id: number | null,
  field = 'trucking_company',
): ArrivalRefusal | undefined {
  const ofTruck = truck && calledTruck(truck);
  const ofDriver = truck_driver && calledDriver(truck_driver);
  const named = 'does not belong to the trucking company that is named.';
  if (ofTruck && differ(truck.trucking_company_id, trucking_company_id))
    return refusal(COMMON.mismatch, ofTruck, named, field);
  if (ofDriver && differ(truck_driver.trucking_company_id, trucking_company_id))
    return refusal(COMMON.mismatch, ofDriver, named, field);
  if (ofTruck && ofDriver && differ(truck.trucking_company_id, truck_driver.trucking_company_id)) {
    const than = `belongs to another trucking company than truck '${truck.license_plate}'.`;
    const { records, ...of } = refusal(COMMON.mismatch, ofDriver, than, field);
    return { ...of, records: [...records!, ...ofTruck.records] };
  }
  return undefined;
}

/** How sentences begin that are about a truck or driver: for the client, in stored refusals, and the record. */
interface Called {
  sentence: string;
  kept: string;
  records: NonNullable<Refusal['records']>;
}

function calledTruck({ license_plate }: Pick<Arrival['truck'], 'license_plate'>): Called {
  const sentence = `Truck '${license_plate}'`;
  return { sentence, kept: sentence, records: naming('truck', license_plate) };
}

function calledDriver(driver: NamedDriver): Called {
  const { license_number } = driver;
  return {
    sentence: `Truck driver '${license_number}'`,
    kept: `Truck driver '${nameOfDriver(driver)}'`,
    records: naming('truck_driver', license_number),
  };
}

function refusal(code: Refusal['code'], who: Called, why: string, field: string): ArrivalRefusal {
  const { sentence, kept, records } = who;
  return { code, sentence: `${sentence} ${why}`, kept: `${kept} ${why}`, field, records };
}

function refusalOfOne(one: Admitted, who: Called, today: string, field: string): ArrivalRefusal | undefined {
  if (!one.active) return refusal(COMMON.not_active, who, 'is not active.', field);
  if (one.allowed_until && one.allowed_until < today)
    return refusal(GATE.admission_ended, who, `was allowed in until ${one.allowed_until}.`, field);
  return undefined;
}

function differ(one: number | null | undefined, other: number | null | undefined): boolean {
  return Boolean(one && other && one !== other);
}
