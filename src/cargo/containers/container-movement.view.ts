import { UserShort } from '../../common/auth/user.view';
import { RecordById, recordById, view } from '../../common/view/view';
import { locationOf, LocationShow } from '../../places/locations/place-of';
import { ContainerMovement, MOVEMENT_TYPES } from './container-movement.entity';

const Out = view(ContainerMovement);

export class ContainerMovementItem {
  @Out.id() id: number;
  @Out.oneOf(MOVEMENT_TYPES) movement_type: (typeof MOVEMENT_TYPES)[number];
  @Out.text({ description: 'Where it was, as the place was called then', example: 'Gate: North Gate' })
  from: string | null;
  @Out.text({ description: 'Where it went', example: 'Yard Slot: A1-01' }) to: string | null;
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
  @Out.int({ description: 'The tier that it left; null where it stood in none', example: 2 })
  from_tier: number | null;
  @Out.int({ description: 'The tier that it went to; null where it stands in none', example: 1 })
  to_tier: number | null;
  @Out.time() moved_at: string;
  @Out.text({ description: 'Why it was moved', example: 'Customs inspection' }) reason: string | null;
  @Out.int({ description: 'Replaced by truck_visit', example: 1, deprecated: true })
  truck_visit_id: number | null;
  @Out.shaped((of) => recordById(of('truck_visit_id')), () => RecordById, {
    nullable: true,
    description: 'The visit of the truck that brought or took it',
  })
  truck_visit: RecordById | null;
  @Out.reference('voyage', 'number', {
    description: 'The voyage that brought or took it; null for a truck, and within the terminal',
    example: 'WP2611',
  })
  voyage: { id: number; number: string } | null;
  @Out.one('user', () => UserShort) user: UserShort | null;
}
