import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { humanize } from '../../common/errors/constraints';
import { Unknown } from '../../common/errors/errors';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { plateKey } from '../../parties/trucks/plate';
import { Truck } from '../../parties/trucks/truck.entity';
import type { Columns } from '../../common/schema/columns';

/** The ways in which a request names a driver: the first that is given counts. */
export interface DriverKeys {
  truck_driver_id?: number | null;
  truck_driver_number?: string | null;
  truck_driver_license?: string | null;
}

/** The field by which a request names the driver. */
export function driverField({ truck_driver_id, truck_driver_number }: DriverKeys): keyof DriverKeys {
  if (truck_driver_id) return 'truck_driver_id';
  return truck_driver_number?.trim() ? 'truck_driver_number' : 'truck_driver_license';
}

/** Finds the trucks and drivers that requests of the gate name; what is blank names none. */
@Injectable()
export class VisitorsService {
  constructor(private readonly db: Db) {}

  /**
   * The truck with this plate, however it is typed; null when none is named.
   * @throws Refused when there is no such truck
   */
  async truck(license_plate: string | null | undefined): Promise<Columns<Truck> | null> {
    if (!license_plate?.trim()) return null;
    const truck = await this.db.find(Truck, { license_plate_key: plateKey(license_plate) });
    return truck ?? unknown('truck', license_plate);
  }

  /**
   * The driver that is named; null when none is. Of several with one number it is the oldest record.
   * @throws Refused when there is no such driver
   */
  async driver(keys: DriverKeys): Promise<Columns<TruckDriver> | null> {
    const { truck_driver_id: id, truck_driver_number: number, truck_driver_license: license_number } = keys;
    if (id) return (await this.db.find(TruckDriver, { id })) ?? unknown('truck_driver_id', id);
    if (number?.trim()) {
      const [driver] = await this.db.query<Columns<TruckDriver>>(sql`
        SELECT * FROM truck_drivers
        WHERE organization_id = ${this.db.actor.organization_id} AND number = ${number} ORDER BY id LIMIT 1`);
      return driver ?? unknown('truck_driver_number', number);
    }
    if (!license_number?.trim()) return null;
    const driver = await this.db.find(TruckDriver, { license_number });
    return driver ?? unknown('truck_driver_license', license_number);
  }

  /**
   * The id of the gate with this name or client identifier; the name goes first.
   * @throws Refused when there is no such gate
   */
  async gateId(nameOrIdentifier: string, field: string): Promise<number> {
    const [gate] = await this.db.query<{ id: number }>(sql`
      SELECT id FROM gates
      WHERE organization_id = ${this.db.actor.organization_id}
        AND (name = ${nameOrIdentifier} OR client_identifier = ${nameOrIdentifier})
      ORDER BY name = ${nameOrIdentifier} DESC LIMIT 1`);
    if (!gate) throw new Unknown('Gate', nameOrIdentifier, field);
    return gate.id;
  }
}

function unknown(field: string, value: string | number): never {
  throw new Unknown(humanize(field), value, field);
}
