import { PartialType } from '@nestjs/swagger';
import { In } from '../../common/input/in';
import { OrderedBy } from '../../common/pagination/order';
import { PageQuery } from '../../common/pagination/page-query';
import { announcementFilters } from './announcement-filters';
import { CreatePurpose } from '../purposes/purpose.dto';

const adviceNumber = {
  identifier: 'visible',
  min: 4,
  pattern: /\S/,
  must: 'must not be blank',
  example: 'PA-1001',
} as const;

export class CreatePreAdvice {
  @In.text({ ...adviceNumber, description: 'Made when left out: PA and 8 digits' })
  advice_number?: string | null;
  @In.text({
    description: 'The license plate; required when the organization requires it',
    example: 'LN-905-F',
  })
  truck?: string | null;
  @In.id({ description: 'Who drives, by id, instead of a number or a license' }) truck_driver_id?:
    number | null;
  @In.text({
    description: "The driver's license number; ignored when truck_driver_id is given",
    example: 'DL-5531762',
  })
  truck_driver?: string | null;
  @In.text({
    description: 'The name or code of the company; must be the one of the truck and of the driver',
    example: 'Tollgate Container Trucking',
  })
  trucking_company?: string | null;
  @In.note({ example: 'Weighed at the maltings' }) comments?: string | null;
  @In.time() expected_at?: string | null;
  @In.objects(() => CreatePurpose, { description: 'What the truck comes for' }) purposes?:
    CreatePurpose[] | null;
}

export class UpdatePreAdvice extends PartialType(CreatePreAdvice) {
  @In.text({ ...adviceNumber, notNull: true, description: 'Another number for it; the same when left out' })
  override advice_number?: string;
}

@OrderedBy('expected_at')
export class PreAdviceQuery extends PageQuery {
  @announcementFilters.expected_from expected_from?: string | null;
  @announcementFilters.expected_until expected_until?: string | null;
  @announcementFilters.used used?: boolean | null;
  @announcementFilters.truck truck?: string | null;
  @announcementFilters.container_number container_number?: string | null;
  @announcementFilters.trucking_company trucking_company?: string[] | null;
}
