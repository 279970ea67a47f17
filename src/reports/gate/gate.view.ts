import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { ByDay, ByHour, ByOther, Count, Measured } from '../frame/fields';
import { GroupBy } from '../frame/group-by';
import { ReportQuery } from '../frame/report-query.dto';
import { ReportHead } from '../frame/report.view';
import { gate } from './gate.report';

export class GateReportQuery extends ReportQuery {
  @GroupBy(gate) group_by?: string | null;
}

/** What happened at the gate. */
class GateTotals {
  @Count('Visits of trucks that ended; cancelled ones do not count', 214) trucks: number;
  @Measured('How long half of them were inside at most, in minutes', 24.5) turn_time_median: number | null;
  @Measured('How long nine of ten of them were inside at most, in minutes', 48.17)
  turn_time_percentile_90: number | null;
  @Count('Gate-ins and gate-outs that a rule refused', 9) refusals: number;
  @Count('Appointments whose truck came and did what it came for, or is still inside', 120)
  appointments_kept: number;
  @Count('Appointments whose truck did not come', 7) appointments_missed: number;
  @Count('Visits whose truck came before its slot or behind it', 11) off_slot: number;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'How many refusals have a reason with this code; one may have several',
    example: { container_held: 6, not_active: 3 },
  })
  refusals_by_code: Record<string, number>;
}

/** What the rows are by. */
class GateGroups {
  @ByDay() day?: string;
  @ByHour() hour?: number;
  @ByOther('gate', 'The gate that trucks came in by, or of the slot', 'North Gate') gate?: string | null;
  @ByOther('trucking_company', 'The code of the company of the truck', 'EST') trucking_company?:
    string | null;
}

/** What happened at the gate in a time, or of a group. */
class GateRow extends IntersectionType(GateGroups, GateTotals) {}

/** Trucks, how long they took, and what was refused. */
export class GateReport extends ReportHead {
  @ApiProperty({ type: () => GateRow, isArray: true, description: 'In the order of what they are by' })
  rows: GateRow[];
  @ApiProperty({ type: () => GateTotals, description: 'The same of all rows' }) totals: GateTotals;
}
