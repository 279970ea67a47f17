import { ApiProperty, ApiPropertyOptional, IntersectionType, PartialType } from '@nestjs/swagger';
import { ByLine, ByMonth, ByOther, BySize, ByUsage, Count, Measured } from '../frame/fields';
import { ReportHead } from '../frame/report.view';
import { Dwell } from './dwell-now.view';

/** How long containers were here. */
class DwellTotals {
  @Count('How many containers left', 83) stays: number;
  @Measured('How long half of them were here at most, in days', 4.25) median_days: number | null;
  @Measured('How long nine of ten of them were here at most, in days', 9.8) percentile_90_days: number | null;
  @Count('How many of them were charged storage, because they were here beyond their free time', 12)
  over_free_time: number;
}

/** What the rows are by. */
class DwellGroups {
  @ByMonth() month?: string;
  @ByLine() shipping_line?: string | null;
  @ByUsage() usage?: string | null;
  @BySize() size?: number | null;
  @ByOther('status', '`full` or `empty`, as the container left', 'full') status?: string | null;
}

/** How long the containers were here that left in a month, or those of a group. */
class DwellRow extends IntersectionType(DwellGroups, DwellTotals) {}

/** How long containers were here that left. */
export class DwellReport extends ReportHead {
  @ApiProperty({ type: () => DwellRow, isArray: true, description: 'In the order of what they are by' })
  rows: DwellRow[];
  @ApiProperty({ type: () => DwellTotals, description: 'The same of all rows' }) totals: DwellTotals;
}

/** The report of what left, or with `by` that of what is here now, as `dwell` alone. */
export class DwellAnswer extends PartialType(DwellReport) {
  @ApiPropertyOptional({
    type: () => Dwell,
    isArray: true,
    description: 'How long what is here has been here, with `by`; nothing else is answered then',
  })
  dwell?: Dwell[];
}
