import { IntersectionType } from '@nestjs/swagger';
import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';
import { CreatePurpose, UpdatePurpose } from '../purposes/purpose.dto';
import { Force } from '../visits/force';
import { INTERCHANGE_TYPES } from '../visits/interchange.entity';

/** A purpose that is added to a visit. */
export class AddInterchange extends IntersectionType(CreatePurpose, Force) {}

/** A change of the purpose of an interchange: absent fields keep their values. */
export class ChangeInterchange extends IntersectionType(UpdatePurpose, Force) {}

export class UpdateInterchange {
  @In.bool({ description: 'true moves what it hands over; `POST …/reverse` takes it back' })
  completed?: boolean | null;
  @In.text({
    description: 'The number of the empty container that a pick-up by booking takes',
    example: 'WHAU4142033',
  })
  container?: string | null;
  @In.id({ description: 'The id, instead of container' }) container_id?: number | null;
  @In.text({ description: 'The number of the chassis', example: 'WHAZ4003730' }) chassis?: string | null;
  @In.id({ description: 'The id, instead of chassis' }) chassis_id?: number | null;
  @In.text({ description: 'The number of the genset' }) genset?: string | null;
  @In.id({ description: 'The id, instead of genset' }) genset_id?: number | null;
}

export class InterchangeQuery extends PageQuery {
  @In.time({ description: 'Completed at this time or later' }) completed_from?: string | null;
  @In.endTime({
    from: 'completed_from',
    description: 'Completed at this time or earlier; a date alone is the end of that day',
  })
  completed_until?: string | null;
  @In.oneOf(INTERCHANGE_TYPES, { description: 'What trucks brought, or what they took' })
  type?: string | null;
  @In.text({ description: 'The whole code of the line of the container', example: 'WHA' })
  shipping_line?: string | null;
  @In.text({ description: 'The whole number of the container', example: 'WHAU4142033' })
  container_number?: string | null;
  @In.text({ description: 'The whole number of the booking' }) booking_number?: string | null;
}
