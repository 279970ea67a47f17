import { ApiProperty } from '@nestjs/swagger';
import { REPORT_NAMES, type ReportName } from './report-names';

/** What each report says of itself. */
export class ReportHead {
  @ApiProperty({
    type: 'string',
    enum: REPORT_NAMES,
    description: 'What was asked for, as the end of the path names it',
    example: 'moves',
  })
  report: ReportName;
  @ApiProperty({
    type: 'string',
    format: 'date',
    description: 'The first day that counts',
    example: '2026-11-01',
  })
  from: string;
  @ApiProperty({
    type: 'string',
    format: 'date',
    description: 'The last day that counts',
    example: '2026-11-30',
  })
  until: string;
  @ApiProperty({
    type: 'string',
    description: 'The time zone of the terminal, in which its days are',
    example: 'Europe/Amsterdam',
  })
  time_zone: string;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'The time of the answer, as of which it holds',
    example: '2026-11-30T16:20:00.000Z',
  })
  as_of: string;
}

/** What a report of money says of itself. */
export class MoneyHead extends ReportHead {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The currency of its sums (ISO 4217); null where there is nothing to sum',
    example: 'EUR',
  })
  currency: string | null;
}
