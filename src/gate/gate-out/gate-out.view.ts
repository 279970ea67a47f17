import { ApiProperty } from '@nestjs/swagger';
import { ReleaseReasonShow } from '../../cargo/release/release-reason.view';
import { TruckVisitSummary } from '../visits/truck-visit.view';

/** The visit of a truck that was let out. */
export class GatedOut extends TruckVisitSummary {
  @ApiProperty({
    type: () => ReleaseReasonShow,
    isArray: true,
    description: 'What is only told and kept nothing, such as a credit limit; none for limited tokens',
  })
  warnings: ReleaseReasonShow[];
}
