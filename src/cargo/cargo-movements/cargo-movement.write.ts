import { User } from '../../common/auth/user.kind';
import { In } from '../../common/input/in';
import { reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { namedConsignee } from '../../parties/consignees/consignee-reference';
import { placeBefore } from '../../places/locations/location.write';
import { LOCATION_TYPES } from '../../places/locations/locations';
import { Breakbulk } from '../breakbulks/breakbulk.kind';
import { MOVEMENT_TYPES } from '../containers/container-movement.entity';
import { Vehicle } from '../vehicles/vehicle.kind';
import { CargoMovement } from './cargo-movement.entity';

class CargoMovementLine {
  @In.text() vehicle?: string | null;
  @In.text() breakbulk?: string | null;
  @In.oneOf(MOVEMENT_TYPES, { required: true }) movement_type: string;
  /** The type and name of a place; together they may be longer than a name. */
  @In.note() from?: string | null;
  @In.note() to?: string | null;
  @In.oneOf(LOCATION_TYPES) from_location_type?: string | null;
  @namedConsignee() from_location?: unknown;
  @In.oneOf(LOCATION_TYPES) to_location_type?: string | null;
  @namedConsignee() to_location?: unknown;
  @In.int({ min: 1 }) quantity?: number | null;
  @In.time({ required: true }) moved_at: string;
  @In.text() reason?: string | null;
  @In.text() user?: string | null;
}

/** A movement of a vehicle or of breakbulk. Only files state movements. */
export const cargoMovementModel = new WriteModel({
  entity: CargoMovement,
  input: [CargoMovementLine],
  key: ['vehicle', 'breakbulk', 'moved_at', 'movement_type'],
  several: true,
  maps: {
    vehicle: reference('vehicle', lookupOf(Vehicle, 'vin_number')),
    breakbulk: reference('breakbulk', lookupOf(Breakbulk, 'reference_number')),
    ...placeBefore('from_location'),
    ...placeBefore('to_location'),
    user: reference('user', lookupOf(User, 'email'), { byId: 'plain' }),
  },
  checks: [requireCargo],
});

function requireCargo(rows: RowOf<CargoMovement>[]): void {
  for (const row of rows)
    if (!row.columns.vehicle_id === !row.columns.breakbulk_id)
      row.invalid('vehicle', 'is required, unless breakbulk is given');
}
