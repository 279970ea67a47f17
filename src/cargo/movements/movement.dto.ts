import { In } from '../../common/input/in';
import { counting } from '../../common/pagination/counts';
import { HistoryQuery } from '../../common/pagination/page-query';
import { MOVEMENT_TYPES } from '../containers/container-movement.entity';

export class MovementQuery extends HistoryQuery {
  @In.time({ description: 'Moved at this time or later' }) moved_from?: string | null;
  @In.endTime({ from: 'moved_from', description: 'Moved at this time or earlier, or on this day' })
  moved_until?: string | null;
  @In.time({ description: 'The same as moved_from', deprecated: true }) from?: string | null;
  @In.endTime({ from: 'from', description: 'The same as moved_until', deprecated: true }) until?:
    string | null;
  @In.oneOf(MOVEMENT_TYPES, { description: 'Movements of this type only' }) movement_type?: string | null;
  @In.text({ description: 'The whole number of the container', example: 'WHAU4142033' })
  container_number?: string | null;
  @In.text({ description: 'The whole number of the voyage that brought or took the container' })
  voyage_number?: string | null;
  @In.id({ description: 'The visit of the truck that brought or took the container' })
  truck_visit_id?: number | null;
}

/** What movements are counted by. */
export const MOVEMENT_GROUPS = { movement_type: 'How it was moved' };

export class MovementCountQuery extends counting(MovementQuery, MOVEMENT_GROUPS) {}
