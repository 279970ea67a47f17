import { In } from '../../common/input/in';
import type { PlugAction } from './reefer-plug-movement.entity';
import { PLUG_ACTIONS } from './reefer-plug-movement.entity';

export class CreateReeferPlugMovement {
  @In.oneOf(PLUG_ACTIONS, { required: true }) plug_action: PlugAction;
  @In.time({ required: true }) plug_action_at: string;
}

/** The body of a plug-in or plug-out. */
export class PlugAt {
  @In.time({ description: 'Now unless given' }) at?: string | null;
}
