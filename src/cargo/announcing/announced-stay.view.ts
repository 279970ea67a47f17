import { ApiProperty } from '@nestjs/swagger';
import { jsonObject } from '../../common/view/json-sql';
import type { Of } from '../../common/view/view';
import { STAY_STATUSES } from '../stays/stay-words';

/** The stay of a container that a list or a booking names. */
export class AnnouncedStay {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', enum: STAY_STATUSES, example: 'announced' }) status: string;
}

/** SQL: the stay of a row as `AnnouncedStay`. */
export const STAY = (of: Of) => `CASE WHEN ${of('stay_id')} IS NOT NULL
  THEN ${jsonObject({ id: of('stay_id'), status: of('stay.status') })} END`;
