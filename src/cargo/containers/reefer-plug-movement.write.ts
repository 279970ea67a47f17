import { WriteModel } from '../../common/write/write-model';
import { CreateReeferPlugMovement } from './reefer-plug-movement.dto';
import { ReeferPlugMovement } from './reefer-plug-movement.entity';

/** A plug movement: a part of its container. */
export const plugMovementModel = new WriteModel({
  entity: ReeferPlugMovement,
  input: [CreateReeferPlugMovement],
  key: ['plug_action_at'],
  match: ['id'],
  internal: ['container_id', 'id'],
});
