import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { known, type Query, row } from '../../common/database/query';
import { humanize } from '../../common/errors/constraints';
import { type FieldErrors, Unknown } from '../../common/errors/errors';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { plateKey } from '../../parties/trucks/plate';
import { Truck } from '../../parties/trucks/truck.entity';
import type { Columns } from '../../common/schema/columns';

/** The ways to name a driver. The first that is given counts. */
export interface DriverKeys {
  truck_driver_id?: number | null;
  truck_driver_number?: string | null;
  truck_driver_license?: string | null;
}

/** The request field that names the driver. */
export function driverField({ truck_driver_id, truck_driver_number }: DriverKeys): keyof DriverKeys {
  if (truck_driver_id) return 'truck_driver_id';
  return truck_driver_number?.trim() ? 'truck_driver_number' : 'truck_driver_license';
}

/**
 * The remaining fields of the request that contradict the driver, each with the reason. The driver was found by the
 * first field that is given.
 */
export function otherDriver(
  driver: Pick<TruckDriver, 'number' | 'license_number'>,
  keys: DriverKeys,
): FieldErrors {
  const first = driverField(keys);
  const other = (['number', 'license'] as const).filter((key) => {
    const named = keys[`truck_driver_${key}`];
    return named?.trim() && named !== driver[key === 'number' ? key : 'license_number'];
  });
  return Object.fromEntries(
    other.map((key) => [`truck_driver_${key}`, [`must not name another driver than ${first}`]]),
  );
}

/** Looks up the trucks, drivers and gates that requests of the gate name. Blank counts as absent. */
@Injectable()
export class VisitorsService {
  constructor(private readonly db: Db) {}

  /** The truck with this plate in any spelling; null when the request names none or it is unknown. */
  truck(license_plate: string | null | undefined): Query<Columns<Truck> | null> {
    if (!license_plate?.trim()) return known(null);
    return this.db.queries.find(Truck, { license_plate_key: plateKey(license_plate) });
  }

  /**
   * The driver that the request names; null when it names none or the driver is unknown. Of several drivers with one
   * number, the oldest.
   */
  driver(keys: DriverKeys): Query<Columns<TruckDriver> | null> {
    const { truck_driver_id: id, truck_driver_number: number, truck_driver_license: license_number } = keys;
    if (id) return this.db.queries.find(TruckDriver, { id });
    if (number?.trim())
      return row<Columns<TruckDriver>>(sql`
        SELECT * FROM truck_drivers
        WHERE organization_id = ${this.db.actor.organization_id} AND number = ${number} ORDER BY id LIMIT 1`).map(
        (found) => found ?? null,
      );
    return license_number?.trim() ? this.db.queries.find(TruckDriver, { license_number }) : known(null);
  }

  /**
   * The id of the gate with this name, or else with this client identifier; undefined when the request names none or it
   * is unknown.
   */
  gate(nameOrIdentifier: string | null | undefined): Query<number | undefined> {
    if (!nameOrIdentifier) return known(undefined);
    return row<{ id: number }>(sql`
      SELECT id FROM gates
      WHERE organization_id = ${this.db.actor.organization_id}
        AND (name = ${nameOrIdentifier} OR client_identifier = ${nameOrIdentifier})
      ORDER BY name = ${nameOrIdentifier} DESC LIMIT 1`).map((gate) => gate?.id);
  }
}

/**
 * The driver that a request names; null when it names none.
 * @throws Unknown when the driver was not found
 */
export function requireDriver<D>(keys: DriverKeys, found: D | null): D | null {
  const field = driverField(keys);
  const named = keys[field];
  if (found || !String(named ?? '').trim()) return found;
  throw new Unknown(humanize(field), named!, field);
}

/**
 * The id of the gate that a request names.
 * @throws Unknown when the gate was not found
 */
export function requireGate(found: number | undefined, named: string, field: string): number {
  if (found === undefined) throw new Unknown('Gate', named, field);
  return found;
}
