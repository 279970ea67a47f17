import { In } from '../../common/input/in';
import { Lift, liftUntil } from '../applied-holds/lift';

export class LiftContainerHold implements Lift {
  @In.text({ identifier: 'visible', description: 'The release that lifts it', example: 'CUS-2026-11-0417' })
  reference_number?: string | null;
  @liftUntil() lift_until?: string | null;
  @In.note() notes?: string | null;
}

/** The body of a lift; every field is optional. */
export class LiftContainerHoldBody {
  @In.object(() => LiftContainerHold) hold?: LiftContainerHold | null;
}
