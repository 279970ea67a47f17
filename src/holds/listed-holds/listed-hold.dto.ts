import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';

export class ListedHoldQuery extends PageQuery {
  @In.bool({
    description:
      'Those that keep something now, or those that do not: one that is lifted for a time is not in force',
  })
  in_force?: boolean | null;
  @In.text({ description: 'The whole name of the hold type', example: 'Customs' }) hold_type?: string | null;
  @In.text({ description: 'The whole number of the container that is held itself', example: 'WHAU4142033' })
  container_number?: string | null;
  @In.text({ description: 'The whole number of the bill that is held', example: 'WHA26110041' })
  bill_of_lading_number?: string | null;
  @In.endTime({ description: 'Applied at this time or earlier, or on this day' }) applied_until?:
    string | null;
}
