import { PLACE_FOR_PARTIES } from '../../places/locations/place-for-parties';
import { OpenTo } from '../../common/party-wall/open-to';
import { ApiProperty } from '@nestjs/swagger';
import { BIG_INTEGER, INTEGER } from '../../common/schema/integers';
import { type Of, view } from '../../common/view/view';
import { ContainerMovement } from '../containers/container-movement.entity';
import { ContainerMovementItem } from '../containers/container-movement.view';
import { STAY_STATUSES } from '../stays/stay-words';
import { ownVisit } from './own-visit';
import { jsonObject } from '../../common/view/json-sql';

const Out = view(ContainerMovement);

class StayOfMovement {
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
  @ApiProperty({ ...INTEGER, description: 'Counts the stays of the container from 1', example: 1 })
  number: number;
  @ApiProperty({ type: 'string', enum: [...STAY_STATUSES], description: 'How far the stay has come by now' })
  status: string;
}

/** SQL: one of the two places of a movement, as parties see it. */
const place = (column: 'from_location' | 'to_location') => (of: Of) =>
  PLACE_FOR_PARTIES.location((path) => of(path.replace('current_location', column)));

/** A movement in the register of all movements: with its container and the stay that it belongs to. */
@OpenTo.parties({
  fields: ['id', 'movement_type', 'moved_at', 'voyage', 'container', 'stay'],
  instead: {
    // where a container was that a truck brings is known from the stay before
    from_location: (of) =>
      `CASE WHEN ${of('movement_type')} <> 'gate_in' THEN ${place('from_location')(of)} END`,
    to_location: place('to_location'),
    truck_visit: ownVisit,
  },
})
export class MovementShow extends ContainerMovementItem {
  @Out.reference('container', 'number', { example: 'WHAU4142033' }) container: { id: number; number: string };
  @Out.shaped(
    (of) =>
      `CASE WHEN ${of('stay_id')} IS NOT NULL THEN ${jsonObject({ id: of('stay_id'), number: of('stay.number'), status: of('stay.status') })} END`,
    () => StayOfMovement,
    { nullable: true, description: 'null for a container that was never announced' },
  )
  stay: StayOfMovement | null;
}
