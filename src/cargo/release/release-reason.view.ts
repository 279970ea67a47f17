import { ApiProperty } from '@nestjs/swagger';
import { type Params, paramsOf, told } from '../../common/languages/sentence';
import { Link } from '../../common/pagination/links';
import { BIG_INTEGER } from '../../common/schema/integers';
import { currentScope } from '../../common/tenancy/scope';
import type { ReleaseReason } from './release-reason';

const time = { type: 'string', format: 'date-time', nullable: true } as const;

/** The parameters of a sentence. */
const PARAMS = {
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'null'] } as object,
  description: 'What the sentence tells, so that clients can word their own; instants are ISO 8601',
  example: { container: 'WHAU4142033', hold_type: 'Customs' },
} as const;

/** The container of a reason. */
export class ContainerOfReason {
  @ApiProperty({
    ...BIG_INTEGER,
    nullable: true,
    description: 'null for a number that is not known',
    example: 1,
  })
  id: number | null;
  @ApiProperty({ type: 'string', example: 'WHAU4142033' }) number: string;
}

/** The record that causes a reason. */
export class ReasonSource {
  @ApiProperty({ type: 'string', example: 'container_hold' }) type: string;
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
}

/** Why something is not allowed. All answers with reasons have this shape. */
export abstract class Reason {
  @ApiProperty({ type: 'string', example: 'held' }) code: string;
  @ApiProperty({
    type: 'string',
    example: 'Container WHAU4142033 cannot leave: it has a hold of the type Customs.',
  })
  sentence: string;
  @ApiProperty(PARAMS) params: Params;
  @ApiProperty({
    type: () => ContainerOfReason,
    nullable: true,
    description: 'The container that it is about; null where it is about none',
  })
  container: ContainerOfReason | null;
  @ApiProperty(time) since: Date | null;
  @ApiProperty({ ...time, description: 'When it ends by itself, as far as is known' }) until: Date | null;
  @ApiProperty({ type: () => ReasonSource, nullable: true }) source: ReasonSource | null;
  @ApiProperty({
    type: () => Link,
    nullable: true,
    description: 'The request that would remove it, such as the lift of a hold; null where none is known',
  })
  action: Link | null;
}

export class ReleaseReasonShow extends Reason {
  // The API document lists the codes of the rules instead.
  @ApiProperty({ type: 'string', enum: ['unknown'], example: 'held' }) override code: string;
}

/** A reason in the language of the request, with the address of the service in its link. */
export function toldReason<R extends ReleaseReason>(reason: R): R & { sentence: string; params: Params } {
  const { sentence, action } = reason;
  const link = action && { ...action, url: `${currentScope().base}${action.url}` };
  return { ...reason, sentence: told(sentence), params: paramsOf(sentence), action: link };
}
