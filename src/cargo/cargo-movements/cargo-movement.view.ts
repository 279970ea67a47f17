import { UserShort } from '../../common/auth/user.view';
import { view } from '../../common/view/view';
import { locationOf, LocationShow } from '../../places/locations/place-of';
import { MOVEMENT_TYPES } from '../containers/container-movement.entity';
import { CargoMovement } from './cargo-movement.entity';

const Out = view(CargoMovement);

/** A movement of a vehicle. */
export class VehicleMovement {
  @Out.id() id: number;
  @Out.oneOf(MOVEMENT_TYPES) movement_type: (typeof MOVEMENT_TYPES)[number];
  @Out.text({ description: 'Where it was, as the place was called then', example: 'Voyage: WP2611' })
  from: string | null;
  @Out.text({ description: 'Where it went', example: 'Yard Area: Vehicle compound' }) to: string | null;
  @Out.shaped(locationOf('from_location'), () => LocationShow, {
    nullable: true,
    description: 'Where it was, as the place is called now',
  })
  from_location: LocationShow | null;
  @Out.shaped(locationOf('to_location'), () => LocationShow, {
    nullable: true,
    description: 'Where it went, as the place is called now; null for old movements too',
  })
  to_location: LocationShow | null;
  @Out.time() moved_at: string;
  @Out.text({ description: 'Why it was moved', example: 'Inspection' }) reason: string | null;
  @Out.one('user', () => UserShort) user: UserShort | null;
}

/** A movement of pieces of breakbulk. */
export class BreakbulkMovement extends VehicleMovement {
  @Out.int({ description: 'How many pieces were moved', example: 40 }) quantity: number | null;
}
