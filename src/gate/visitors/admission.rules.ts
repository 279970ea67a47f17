import type { Refusal } from '../../common/errors/constraints';

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

/** Why the gate does not let a truck and its driver in; undefined when it does (decision 41). */
export function refusalOfArrival(arrival: Arrival): Refusal | undefined {
  const { truck, truck_driver, today, fields } = arrival;
  return (
    refusalOfOne(truck, today, `Truck '${truck.license_plate}'`, fields.truck) ??
    (truck_driver &&
      refusalOfOne(
        truck_driver,
        today,
        `Truck driver '${truck_driver.license_number}'`,
        fields.truck_driver,
      )) ??
    refusalOfCompanies(truck, truck_driver, arrival.trucking_company_id, fields.truck_driver)
  );
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
  const driverName = `Truck driver '${truck_driver?.license_number}'`;
  if (differ(truck?.trucking_company_id, trucking_company_id))
    return { sentence: `${truckName} does not belong to the trucking company that is named.`, field };
  if (differ(truck_driver?.trucking_company_id, trucking_company_id))
    return { sentence: `${driverName} does not belong to the trucking company that is named.`, field };
  if (differ(truck?.trucking_company_id, truck_driver?.trucking_company_id))
    return {
      sentence: `${driverName} belongs to another trucking company than truck '${truck?.license_plate}'.`,
      field,
    };
  return undefined;
}

function refusalOfOne(one: Admitted, today: string, name: string, field: string): Refusal | undefined {
  if (!one.active) return { sentence: `${name} is not active.`, field };
  if (one.allowed_until && one.allowed_until < today)
    return { sentence: `${name} was allowed in until ${one.allowed_until}.`, field };
  return undefined;
}

function differ(one: number | null | undefined, other: number | null | undefined): boolean {
  return Boolean(one && other && one !== other);
}
