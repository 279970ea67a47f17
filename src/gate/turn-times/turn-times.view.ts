import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** How long visits of trucks took, in minutes: those of one gate, company, hour or day. */
export class TruckTurnTime {
  @ApiPropertyOptional({
    type: 'string',
    description: 'The name of the gate, `by=gate`',
    example: 'North Gate',
  })
  gate?: string;
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: 'The code of the company, `by=trucking_company`; null for trucks of none',
    example: 'EST',
  })
  trucking_company?: string | null;
  @ApiPropertyOptional({
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: 23,
    description: 'The local hour in which the visits ended, `by=hour`, on whatever day',
    example: 14,
  })
  hour?: number;
  @ApiPropertyOptional({
    type: 'string',
    format: 'date',
    description: 'The local day on which the visits ended, `by=day`',
    example: '2026-11-20',
  })
  day?: string;
  @ApiProperty({ type: 'integer', format: 'int32', description: 'How many visits ended', example: 214 })
  count: number;
  @ApiProperty({ type: 'number', description: 'The median, in minutes', example: 24.5 }) median: number;
  @ApiProperty({
    type: 'number',
    description: 'Nine of ten visits took no longer, in minutes; interpolated between visits',
    example: 48.17,
  })
  percentile_90: number;
  @ApiProperty({ type: 'number', description: 'The longest visit, in minutes', example: 93.02 })
  longest: number;
}
