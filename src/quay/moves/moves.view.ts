import { ApiProperty } from '@nestjs/swagger';
import { Reason, toldReason } from '../../cargo/release/release-reason.view';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { TallyMove } from '../tallies/tally-move.kind';
import type { Counted } from './counting.service';

const { Show } = kindClasses(kindOf(TallyMove));

/** What the quay is warned of when a container is loaded, or put into the yard. */
export class LoadingWarning extends Reason {
  @ApiProperty({ type: 'string', example: 'vgm_missing' }) override code: string;
  @ApiProperty({ type: 'string', example: "Container 'WHAU4142033' has no verified gross mass." })
  override sentence: string;
}

/** Moves of cranes that were counted. */
export class MovesCounted {
  @ApiProperty({ type: () => Show, isArray: true, description: 'In the order in which they were sent' })
  tally_moves: object[];
  @ApiProperty({
    type: () => LoadingWarning,
    isArray: true,
    description:
      'What stood against loading some of the containers or against their places in the yard, and was not enough to refuse it',
  })
  warnings: LoadingWarning[];
}

/** The warnings of moves in the shape of all reasons. */
export const warningsOf = (warnings: Counted['warnings']) =>
  warnings.map((warning) => toldReason({ ...warning, since: null, until: null, source: null, action: null }));
