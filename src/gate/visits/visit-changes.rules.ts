import { Invalid, naming, Refused, together } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import type { Actor } from '../../common/tenancy/actor';
import type { TruckDriver } from '../../parties/setup/truck-driver.kind';
import type { Truck } from '../../parties/trucks/truck.entity';
import { refusalOfCompanies, refusalsOfArrival } from '../visitors/admission.rules';
import {
  type GateOfTerminal,
  isOtherTerminal,
  ofOutGate,
  type OfTerminal,
  refusalOfTerminal,
} from '../visitors/other-terminal.rules';
import { driverField, otherDriver, requireGate } from '../visitors/visitors.service';
import type { TruckVisit } from './truck-visit.entity';
import type { UpdateTruckVisit } from './visit-changes.dto';

const DRIVER = ['truck_driver_id', 'truck_driver_number', 'truck_driver_license'] as const;

/**
 * The id of the driver that the request names; undefined when it has no driver field.
 * @param today `YYYY-MM-DD` at the terminal
 * @throws Invalid; Refused for a driver who may not enter, or of another company
 */
export function driverOf(
  visit: Columns<TruckVisit>,
  truck: Columns<Truck>,
  driver: Columns<TruckDriver> | null,
  input: UpdateTruckVisit,
  today: string,
): number | null | undefined {
  if (DRIVER.every((field) => input[field] === undefined)) return undefined;
  const otherwise = driver ? otherDriver(driver, input) : {};
  if (Object.keys(otherwise).length) throw new Invalid(otherwise);
  if (!driver || driver.id === visit.truck_driver_id) return driver?.id ?? null;
  const field = driverField(input);
  const { trucking_company_id } = visit;
  // After gate-out, only the companies must match: the driver may have been allowed in at the time of the visit.
  const refusals = visit.gated_out_at
    ? (refusalOfCompanies(truck, driver, trucking_company_id, field) ?? [])
    : refusalsOfArrival({
        truck,
        truck_driver: driver,
        trucking_company_id,
        today,
        fields: { truck: field, truck_driver: field },
      });
  const failure = together([refusals].flat().map((refusal) => new Refused(refusal)));
  if (failure) throw failure;
  return driver.id;
}

/**
 * The out gate that a request names.
 * @throws Unknown; Refused where it is of another terminal than the gate, and the organization refuses that (decision
 *   365)
 */
export function requireOutGate(
  found: GateOfTerminal | undefined,
  named: string,
  gate: GateOfTerminal,
  { other_terminal }: Pick<Actor, 'other_terminal'>,
): GateOfTerminal {
  const field = 'out_gate';
  const out = requireGate(found, named, field);
  if (other_terminal === 'refuse' && isOtherTerminal(gate, out)) {
    const records = naming('gate', out.name);
    throw new Refused(refusalOfTerminal(ofOutGate(out), gate, out, { field, records }));
  }
  return out;
}

/** Whether a visit is marked, because its appointment or its out gate is of another terminal than the gate. */
export function isMarked(
  gate: GateOfTerminal,
  others: (OfTerminal | null | undefined)[],
  { other_terminal }: Pick<Actor, 'other_terminal'>,
): boolean {
  return other_terminal === 'mark' && others.some((other) => other && isOtherTerminal(gate, other));
}
