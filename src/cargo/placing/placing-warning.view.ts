import { ApiProperty } from '@nestjs/swagger';
import { Reason, toldReason } from '../release/release-reason.view';
import type { PlacingWarning } from './placing-rules';

/** What is warned of when a container is put into the yard. */
export class PlacingWarningShow extends Reason {
  @ApiProperty({ type: 'string', example: 'segregation' }) override code: string;
  @ApiProperty({
    type: 'string',
    example:
      "Container 'WHAU4142033' (3) may not stand in A1-02: 'WHAU4142054' (5.1) stands in A1-03; the rule is 2.",
  })
  override sentence: string;
}

/** The warnings of placings in the shape of all reasons. */
export const toldWarnings = (warnings: PlacingWarning[]) =>
  warnings.map(({ code, sentence, container }) =>
    toldReason({ code, sentence, container, since: null, until: null, source: null, action: null }),
  );
