import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';
import { ITEM_STATUSES, TALLY_TYPES } from './tally-words';
import type { TallyType } from './tally-words';

export class CreateTally {
  @In.oneOf(TALLY_TYPES, { description: 'Both unless given, as far as there is something to count' })
  tally_type?: TallyType | null;
}

export class CreateTallyBody {
  @In.object(() => CreateTally) tally?: CreateTally | null;
}

export class UpdateTally {
  @In.int({ min: 0, description: 'How many handsets count for it', example: 2 }) handsets?: number;
  @In.time({ description: 'Closes the tally, as `POST /tallies/{id}/close` does' }) closed_at?: string | null;
}

export class TallyQuery {
  @In.oneOf(TALLY_TYPES, { description: 'The tally that was worked last, else the newest, unless given' })
  tally_type?: TallyType;
}

export class TalliesQuery extends PageQuery {
  @In.text({ description: 'The whole number of the voyage', example: 'WP2611' }) voyage_number?: string;
  @In.oneOf(TALLY_TYPES, { description: 'Tallies of this type only' }) tally_type?: TallyType;
  @In.bool({ description: 'Closed ones only, or open ones only' }) closed?: boolean;
}

/** What `status` takes beside the states themselves: all that a tally expects. */
export const EXPECTED = 'expected';

export class TallyItemQuery extends PageQuery {
  @In.oneOf([...ITEM_STATUSES, EXPECTED], {
    description: 'Items in this state only; `expected` are all but those that are over',
  })
  status?: (typeof ITEM_STATUSES)[number] | typeof EXPECTED;
}
