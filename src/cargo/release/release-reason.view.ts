import { ApiProperty } from '@nestjs/swagger';
import { type Params, paramsOf, told } from '../../common/languages/sentence';
import type { ReleaseReason } from './release-reason';

const time = { type: 'string', format: 'date-time', nullable: true } as const;

/** The parameters of a sentence. */
export const PARAMS = {
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'null'] } as object,
  description: 'What the sentence tells, so that clients can word their own; instants are ISO 8601',
  example: { container: 'WHAU4142033', hold_type: 'Customs' },
} as const;

/** The record that causes a reason. */
export class ReasonSource {
  @ApiProperty({ type: 'string', example: 'container_hold' }) type: string;
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
}

export class ReleaseReasonShow {
  // The API document lists the codes of the rules instead.
  @ApiProperty({ type: 'string', enum: ['unknown'], example: 'held' }) code: string;
  @ApiProperty({
    type: 'string',
    example: 'Container WHAU4142033 cannot leave: it has a hold of the type Customs.',
  })
  sentence: string;
  @ApiProperty(PARAMS) params: Params;
  @ApiProperty(time) since: Date | null;
  @ApiProperty({ ...time, description: 'When it ends by itself, as far as is known' }) until: Date | null;
  @ApiProperty({ type: () => ReasonSource, nullable: true }) source: ReasonSource | null;
}

/** A reason in the language of the request. */
export function toldReason<R extends ReleaseReason>(reason: R): R & { sentence: string; params: Params } {
  return { ...reason, sentence: told(reason.sentence), params: paramsOf(reason.sentence) };
}
