import { parts, PartRow } from '../../common/write/parts';
import { refuseFutureTimes } from '../../common/write/future-times';
import { daily, WriteModel } from '../../common/write/write-model';
import { CreateReeferPlugMovement } from './reefer-plug-movement.dto';
import { ReeferPlugMovement } from './reefer-plug-movement.entity';

/** The refusal of a plug movement in the future. */
export const PLUG_TO_COME = 'A plug is not moved at a time to come.';

const FIELD = 'reefer_plug_movements';
const MODEL = {
  entity: ReeferPlugMovement,
  input: [CreateReeferPlugMovement],
  key: ['plug_action_at'],
  match: ['id'],
  checks: [daily(refuseFutureTimes(['plug_action_at'], PLUG_TO_COME))],
};

/** SQL: the plug movements `t` of the stay that their container shows, or those before its first stay. */
const OF_SHOWN_STAY = `t.stay_id IS NOT DISTINCT FROM (
  SELECT c.stay_id FROM containers c WHERE c.organization_id = t.organization_id AND c.id = t.container_id)`;

const plugOfContainer = new WriteModel({ ...MODEL, internal: ['container_id', 'id'] });
const plugOfStay = new WriteModel({
  ...MODEL,
  internal: ['stay_id', 'id'],
  derived: {
    columns: ['container_id'],
    fill: (row) => row.set('container_id', (row as PartRow).whole.after('container_id')),
  },
});

/** The plug movements of the stay that a container shows, as parts of the container. */
export const plugsOfShownStay = parts(FIELD, plugOfContainer, 'container_id', 'id', OF_SHOWN_STAY);
/** The plug movements of any stay, as parts of the stay. */
export const plugsOfStay = parts(FIELD, plugOfStay, 'stay_id', 'id');
