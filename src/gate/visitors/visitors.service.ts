import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { known, type Query, row } from '../../common/database/sql/query';
import { humanize } from '../../common/errors/humanize';
import { type FieldErrors, naming, Refused, Unknown } from '../../common/errors/errors';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { isOf, plateKey, theTruck } from '../../parties/trucks/plate';
import { Truck } from '../../parties/trucks/truck.entity';
import type { Columns } from '../../common/schema/columns';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import type { GateOfTerminal } from './other-terminal.rules';

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

  /**
   * The truck with this plate; null when the request names none or it is unknown. Throws Refused for a plate that several have.
   */
  truck(license_plate: string | null | undefined): Query<Columns<Truck> | null> {
    if (!license_plate?.trim()) return known(null);
    return this.db.queries
      .findAll(Truck, { license_plate_key: plateKey(license_plate) })
      .map((found) => theTruck(found.filter(isOf(license_plate)), license_plate, 'truck') ?? null);
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
   * The gate with this name, or else with this client identifier; undefined when the request names none or it is
   * unknown.
   */
  gate(nameOrIdentifier: string | null | undefined): Query<GateOfTerminal | undefined> {
    if (!nameOrIdentifier?.trim()) return known(undefined);
    return row<GateOfTerminal>(sql`
      SELECT g.id, g.name, g.direction, g.terminal_id, t.name AS terminal FROM gates g
      LEFT JOIN terminals t ON t.organization_id = g.organization_id AND t.id = g.terminal_id
      WHERE g.organization_id = ${this.db.actor.organization_id}
        AND (g.name = ${nameOrIdentifier} OR g.client_identifier = ${nameOrIdentifier})
      ORDER BY g.name = ${nameOrIdentifier} DESC LIMIT 1`);
  }

  /** The gate by which the truck of a visit came in. */
  gateOf(truck_visit_id: number): Query<GateOfTerminal | undefined> {
    return row<GateOfTerminal>(sql`
      SELECT g.id, g.name, g.direction, g.terminal_id, t.name AS terminal FROM truck_visits v
      JOIN gates g ON g.organization_id = v.organization_id AND g.id = v.gate_id
      LEFT JOIN terminals t ON t.organization_id = g.organization_id AND t.id = g.terminal_id
      WHERE v.organization_id = ${this.db.actor.organization_id} AND v.id = ${truck_visit_id}`);
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
 * The gate that a request names.
 * @param field `out_gate` for the gate by which the truck is to leave
 * @throws Unknown when the gate was not found; Refused when it is for the other direction (decision 461)
 */
export function requireGate(found: GateOfTerminal | undefined, named: string, field: string): GateOfTerminal {
  if (!found) throw new Unknown('Gate', named, field);
  const other = field === 'out_gate' ? 'in' : 'out';
  if (found.direction === other)
    throw new Refused({
      code: GATE.gate_direction,
      sentence: SAYS[`gate_direction.${other}`]({ gate: found.name }),
      field,
      records: naming('gate', found.name),
    });
  return found;
}
