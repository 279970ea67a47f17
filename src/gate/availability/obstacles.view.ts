import { ApiProperty } from '@nestjs/swagger';
import { ReleaseReasonShow } from '../../cargo/release/release-reason.view';
import { RecordById } from '../../common/view/view';
import { Link } from '../../common/pagination/links';

class DeliveryOrderOfObstacle {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'DO-3001' }) number: string;
}

class ObstacleActions {
  @ApiProperty({ type: () => Link, nullable: true, description: 'Lifts the hold that it comes from' })
  lift: Link | null;
}

/** A reason for which a gate-out would be refused now. */
export class Obstacle extends ReleaseReasonShow {
  @ApiProperty({
    type: 'string',
    enum: [
      'already_here',
      'expected_by_voyage',
      'container_status_differs',
      'chassis_elsewhere',
      'genset_elsewhere',
      'voyage_cancelled',
      'voyage_departed',
      'nomination_missing',
      'inspection_missing',
    ],
    example: 'held',
    description: 'Why; `already_here` of a container or chassis that has arrived otherwise meanwhile',
  })
  override code: string;
  @ApiProperty({
    type: () => DeliveryOrderOfObstacle,
    nullable: true,
    description: 'The delivery order whose goods are held by its bill',
  })
  delivery_order: DeliveryOrderOfObstacle | null;
  @ApiProperty({ type: () => ObstacleActions, deprecated: true, description: 'The action, as its lift' })
  actions: ObstacleActions;
}

/** All obstacles to the gate-out of a visit. */
export class Obstacles {
  @ApiProperty({ type: () => RecordById }) truck_visit: RecordById;
  @ApiProperty({ type: 'boolean', description: 'Whether a gate-out would succeed now' }) may_leave: boolean;
  @ApiProperty({ type: () => Obstacle, isArray: true }) reasons: Obstacle[];
}
