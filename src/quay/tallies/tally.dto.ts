import { In } from '../../common/input/in';
import { TALLY_TYPES } from './tally-words';
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
  @In.time({ description: 'Closes the tally, which stays closed then' }) closed_at?: string | null;
}

export class TallyQuery {
  @In.oneOf(TALLY_TYPES, { description: 'The tally that was worked last, else the newest, unless given' })
  tally_type?: TallyType;
}
