import { view } from '../../common/view/view';
import { PLUG_ACTIONS, ReeferPlugMovement } from './reefer-plug-movement.entity';

const Out = view(ReeferPlugMovement);

/** A plug movement as it is answered. */
export class ReeferPlugMovementShow {
  @Out.oneOf(PLUG_ACTIONS) plug_action: string;
  @Out.time() plug_action_at: string;
}
