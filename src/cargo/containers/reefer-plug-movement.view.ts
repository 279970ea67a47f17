import { asTime, Of, view } from '../../common/view/view';
import { PLUG_ACTIONS, ReeferPlugMovement } from './reefer-plug-movement.entity';
import { jsonArray, jsonObject } from '../../common/view/json-sql';

const Out = view(ReeferPlugMovement);

export class ReeferPlugMovementShow {
  @Out.oneOf(PLUG_ACTIONS) plug_action: string;
  @Out.time() plug_action_at: string;
}

/** SQL: the plug movements of the stay that a container shows, or those before its first stay. */
export const plugMovements = (of: Of) => `(
  SELECT ${jsonArray(`${jsonObject({ plug_action: 'p.plug_action', plug_action_at: asTime('p.plug_action_at') })}
    ORDER BY p.plug_action_at, p.id`)}
  FROM reefer_plug_movements p
  WHERE p.organization_id = ${of('organization_id')} AND p.container_id = ${of('id')}
    AND p.stay_id IS NOT DISTINCT FROM ${of('stay_id')})`;
