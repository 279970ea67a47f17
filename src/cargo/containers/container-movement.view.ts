import { UserShort } from '../../common/auth/user.view';
import { view } from '../../common/view/view';
import { ContainerMovement, MOVEMENT_TYPES } from './container-movement.entity';

const Out = view(ContainerMovement);

export class ContainerMovementItem {
  @Out.id() id: number;
  @Out.oneOf(MOVEMENT_TYPES) movement_type: (typeof MOVEMENT_TYPES)[number];
  @Out.text({ description: 'Where it was, as the place was called then', example: 'Gate: North Gate' })
  from: string | null;
  @Out.text({ description: 'Where it went', example: 'Yard Slot: A1-01' }) to: string | null;
  @Out.int({ description: 'The tier that it left; null where it stood in none', example: 2 })
  from_tier: number | null;
  @Out.int({ description: 'The tier that it went to; null where it stands in none', example: 1 })
  to_tier: number | null;
  @Out.time() moved_at: string;
  @Out.text({ description: 'Why it was moved', example: 'Customs inspection' }) reason: string | null;
  @Out.int({ description: 'The visit of the truck that brought or took it', example: 1 })
  truck_visit_id: number | null;
  @Out.reference('voyage', 'number', {
    description: 'The voyage that brought or took it; null for a truck, and within the terminal',
    example: 'WP2611',
  })
  voyage: { id: number; number: string } | null;
  @Out.one('user', () => UserShort) user: UserShort | null;
}
