import { COMMON } from '../../common/errors/codes';
import type { Sentence } from '../../common/languages/sentence';
import { naming, Refusal } from '../../common/errors/errors';
import { nameOfDriver, NamedDriver } from '../../parties/setup/driver-name';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';

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
  kept: Sentence;
}

/** The reasons against a truck and its driver; empty when the gate admits them (decision 41). */
export function refusalsOfArrival(arrival: Arrival): ArrivalRefusal[] {
  const { truck, truck_driver, trucking_company_id, today, fields } = arrival;
  const ofTruck = refusalOfOne('truck', truck, calledTruck(truck), today, fields.truck);
  const ofDriver =
    truck_driver &&
    refusalOfOne('truck_driver', truck_driver, calledDriver(truck_driver), today, fields.truck_driver);
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
  if (ofTruck && differ(truck.trucking_company_id, trucking_company_id))
    return refusal(COMMON.mismatch, ofTruck, SAYS['mismatch.truck'], field);
  if (ofDriver && differ(truck_driver.trucking_company_id, trucking_company_id))
    return refusal(COMMON.mismatch, ofDriver, SAYS['mismatch.truck_driver'], field);
  if (ofTruck && ofDriver && differ(truck.trucking_company_id, truck_driver.trucking_company_id)) {
    const says = (of: Name) => SAYS['mismatch.truck_of_driver']({ ...of, truck: truck.license_plate });
    const { records, ...of } = refusal(COMMON.mismatch, ofDriver, says, field);
    return { ...of, records: [...records!, ...ofTruck.records] };
  }
  return undefined;
}

/** The parameters of sentences about a truck or driver. */
type Name = Record<'truck' | 'truck_driver', string>;

/** A truck or driver as the client knows it, as stored refusals name it, and the record. */
interface Called {
  named: Name;
  kept: Name;
  records: NonNullable<Refusal['records']>;
}

function calledTruck({ license_plate }: Pick<Arrival['truck'], 'license_plate'>): Called {
  const named = { truck: license_plate } as Name;
  return { named, kept: named, records: naming('truck', license_plate) };
}

function calledDriver(driver: NamedDriver): Called {
  const { license_number } = driver;
  return {
    named: { truck_driver: license_number } as Name,
    kept: { truck_driver: nameOfDriver(driver) } as Name,
    records: naming('truck_driver', license_number),
  };
}

function refusal(
  code: Refusal['code'],
  { named, kept, records }: Called,
  says: (who: Name) => Sentence,
  field: string,
): ArrivalRefusal {
  return { code, sentence: says(named), kept: says(kept), field, records };
}

function refusalOfOne(
  kind: 'truck' | 'truck_driver',
  { active, allowed_until }: Admitted,
  who: Called,
  today: string,
  field: string,
): ArrivalRefusal | undefined {
  if (!active) return refusal(COMMON.not_active, who, SAYS[`not_active.${kind}`], field);
  const ended = (name: Name) => SAYS[`admission_ended.${kind}`]({ ...name, allowed_until });
  return allowed_until && allowed_until < today
    ? refusal(GATE.admission_ended, who, ended, field)
    : undefined;
}

function differ(one: number | null | undefined, other: number | null | undefined): boolean {
  return Boolean(one && other && one !== other);
}
