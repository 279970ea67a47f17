import { ApiProperty } from '@nestjs/swagger';
import { ContainerMovementItem } from '../../cargo/containers/container-movement.view';
import { PlacingWarningShow } from '../../cargo/placing/placing-warning.view';

/** A container that was moved in the yard. */
export class ContainerMoved {
  @ApiProperty({ type: () => ContainerMovementItem }) movement: object;
  @ApiProperty({
    type: () => PlacingWarningShow,
    isArray: true,
    description: 'What stands against its place, and was not enough to refuse it',
  })
  warnings: PlacingWarningShow[];
}
