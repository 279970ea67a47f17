import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';

/** What may be held by a hold of the list. */
export const HOLD_SUBJECTS = ['container', 'bill_of_lading'] as const;

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
  @In.time({ description: 'Applied at this time or later' }) applied_from?: string | null;
  @In.endTime({ from: 'applied_from', description: 'Applied at this time or earlier, or on this day' })
  applied_until?: string | null;
}

export class ShowHoldQuery {
  @In.oneOf(HOLD_SUBJECTS, {
    description:
      'What it holds. A container and a bill of lading may have a hold of one id each from before all holds were one list; that of the container is meant then, unless this says so',
  })
  subject_type?: string;
}
