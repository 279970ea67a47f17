import { COMMON } from '../../common/errors/codes';
import { naming, Refusal } from '../../common/errors/errors';
import { nameOfDriver, NamedDriver } from '../../parties/setup/driver-name';
import { GATE } from '../gate.codes';

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
  truck_driver: (Admitted & NamedDriver) | null;
  /** The company that was named beforehand. */
  trucking_company_id: number | null;
  /** `YYYY-MM-DD` at the terminal. */
  today: string;
  /** The fields of the request that name truck and driver. */
  fields: { truck: string; truck_driver: string };
}

/** Why somebody is not let in. The sentence names a driver by the licence, as the request does. */
export interface ArrivalRefusal extends Refusal {
  /** The same by the name, for what is kept and told: events do not tell the licence (decision 244). */
  kept: string;
}

/** Why the gate does not let a truck and its driver in: each reason, and none when it does (decision 41). */
export function refusalsOfArrival(arrival: Arrival): ArrivalRefusal[] {
  const { truck, truck_driver, trucking_company_id, today, fields } = arrival;
  const ofTruck = refusalOfOne(truck, calledTruck(truck), today, fields.truck);
  const ofDriver =
    truck_driver && refusalOfOne(truck_driver, calledDriver(truck_driver), today, fields.truck_driver);
  const ofCompanies = refusalOfCompanies(truck, truck_driver, trucking_company_id, fields.truck_driver);
  return [ofTruck, ofDriver, ofCompanies].flatMap((each) => each ?? []);
}

/**
 * Why a truck, a driver and a company do not go together; undefined when they do. Any of them may be missing.
 * @param field the one of the request to correct
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

/** Who a sentence is about: as it begins, as it begins in what is kept, and the record. */
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
