import { ApiProperty } from '@nestjs/swagger';
import { INTEGER } from '../../common/schema/integers';
import type { Fault } from '../edifact/fault';

const place = { ...INTEGER, nullable: true } as const;

/** What is wrong with an interchange or message, or only looks odd, by its place. */
export class EdiFault implements Fault {
  @ApiProperty({ ...place, description: 'The number of the segment: UNB is 1', example: 7 })
  segment: number | null;
  @ApiProperty({ type: 'string', nullable: true, example: 'EQD' }) tag: string | null;
  @ApiProperty({ ...place, description: 'The element, counted from 1 behind the tag', example: 2 })
  element: number | null;
  @ApiProperty({ ...place, description: 'The component of the element, counted from 1', example: 1 })
  component: number | null;
  @ApiProperty({ ...place, description: 'The byte of the interchange', example: 311 }) at: number | null;
  @ApiProperty({ type: 'string', example: 'container_invalid' }) code: string;
  @ApiProperty({
    type: 'string',
    example: "Segment 7 (EQD): container 'WHAU414203' is no number of ISO 6346.",
  })
  sentence: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'The container of which the segment speaks' })
  container: string | null;
}
