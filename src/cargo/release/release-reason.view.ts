import { ApiProperty } from '@nestjs/swagger';

const time = { type: 'string', format: 'date-time', nullable: true } as const;

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
  @ApiProperty(time) since: Date | null;
  @ApiProperty({ ...time, description: 'When it ends by itself, as far as is known' }) until: Date | null;
  @ApiProperty({ type: () => ReasonSource, nullable: true }) source: ReasonSource | null;
}
