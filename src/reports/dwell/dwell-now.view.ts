import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CONTAINER_USAGES } from '../../cargo/containers/container-words';

const count = (days: string) =>
  ({ type: 'integer', format: 'int32', description: `Containers here for ${days}`, example: 12 }) as const;

/** How many containers have been here for how long, in whole days past. */
class DwellDays {
  @ApiProperty(count('less than three days')) '0-2': number;
  @ApiProperty(count('three to five days')) '3-5': number;
  @ApiProperty(count('six to ten days')) '6-10': number;
  @ApiProperty(count('eleven to twenty days')) '11-20': number;
  @ApiProperty(count('more than twenty days')) above: number;
}

/** How long the containers have been here that are here now: those of one line, usage or length. */
export class Dwell {
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: 'The code of the line, `by=shipping_line`; null for containers of none',
    example: 'WHA',
  })
  shipping_line?: string | null;
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    enum: [...CONTAINER_USAGES, null],
    description: 'What they are here for, `by=usage`; null where nobody said',
  })
  usage?: string | null;
  @ApiPropertyOptional({
    type: 'integer',
    format: 'int32',
    nullable: true,
    description: 'The length in feet, `by=size`; null where it is not known',
    example: 40,
  })
  size?: number | null;
  @ApiProperty({ type: 'integer', format: 'int32', description: 'How many are here', example: 83 })
  count: number;
  @ApiProperty({
    type: () => DwellDays,
    description: 'How many of them have been here for so many whole days',
  })
  days: DwellDays;
  @ApiProperty({
    type: 'number',
    description: 'How long they have been here on average, in days',
    example: 6.42,
  })
  average: number;
}
