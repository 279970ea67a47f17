import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { ByDay, ByLine, ByOther, ByUsage, Figure, Measured } from '../frame/fields';
import { GroupBy } from '../frame/group-by';
import { ReportQuery } from '../frame/report-query.dto';
import { ReportHead } from '../frame/report.view';
import { yard } from './yard.report';

export class YardQuery extends ReportQuery {
  @GroupBy(yard) group_by?: string | null;
}

/** What was here at the end of a day; of several days the average. */
class YardTotals {
  @Figure('How many containers were here', 812) stays: number;
  @Figure('The same in TEU: 1 up to 20 feet, 2 beyond, 0 where nobody knows the length', 1290) teu: number;
  @Measured('TEU by what the slots hold', 0.645) utilization: number | null;
  @Figure('Here for less than three days', 300) days_0_2: number;
  @Figure('Here for three to five days', 280) days_3_5: number;
  @Figure('Here for six to ten days', 160) days_6_10: number;
  @Figure('Here for eleven to twenty days', 52) days_11_20: number;
  @Figure('Here for more than twenty days', 20) days_above: number;
}

/** What the rows are by. */
class YardGroups {
  @ByDay() day?: string;
  @ByOther('yard_area', 'The name of the yard area', 'Block A') yard_area?: string | null;
  @ByLine() shipping_line?: string | null;
  @ByUsage() usage?: string | null;
}

/** What was here on a day, or of a group. */
class YardRow extends IntersectionType(YardGroups, YardTotals) {}

/** What was here, and for how long. */
export class YardReport extends ReportHead {
  @ApiProperty({ type: () => YardRow, isArray: true, description: 'In the order of what they are by' })
  rows: YardRow[];
  @ApiProperty({ type: () => YardTotals, description: 'The average of all days' }) totals: YardTotals;
}
