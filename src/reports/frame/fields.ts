import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { INTEGER } from '../../common/schema/integers';

/** Fields of rows and totals of reports, each with its words. */
export const Count = (description: string, example = 12) => ApiProperty({ ...INTEGER, description, example });
export const Figure = (description: string, example: number) =>
  ApiProperty({ type: 'number', description, example });
/** A number that is null where there is nothing of which to take it. */
export const Measured = (description: string, example: number) =>
  ApiProperty({
    type: 'number',
    nullable: true,
    description: `${description}; null where there is none`,
    example,
  });
/** An amount of money with two decimals. */
export const Money = (description: string, example = '1250.00') =>
  ApiProperty({ type: 'string', description, example });

const By = (group: string, description: string, example: string) =>
  ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: `${description}, \`group_by=${group}\`; null where there is none`,
    example,
  });

export const ByDay = () =>
  ApiPropertyOptional({
    type: 'string',
    format: 'date',
    description: 'The day at the terminal, `group_by=day`',
    example: '2026-11-20',
  });
export const ByWeek = () =>
  ApiPropertyOptional({
    type: 'string',
    description: 'The week of ISO 8601, `group_by=week`',
    example: '2026-W47',
  });
export const ByMonth = () =>
  ApiPropertyOptional({ type: 'string', description: 'The month, `group_by=month`', example: '2026-11' });
export const ByHour = () =>
  ApiPropertyOptional({
    ...INTEGER,
    minimum: 0,
    maximum: 23,
    description: 'The hour of the day at the terminal, on whatever day, `group_by=hour`',
    example: 14,
  });
export const ByLine = () => By('shipping_line', 'The code of the shipping line', 'WHA');
export const ByTerminal = () => By('terminal', 'The name of the terminal', 'North Quay');
export const ByStatus = () => By('status', '`full` or `empty`, as the container was then', 'full');
export const ByUsage = () => By('usage', 'What the container was here for', 'import');
export const BySize = () =>
  ApiPropertyOptional({
    ...INTEGER,
    nullable: true,
    description: 'The length in feet, `group_by=size`; null where it is not known',
    example: 40,
  });
export const ByOther = By;
