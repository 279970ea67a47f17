import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { ByOther, Count, Measured } from '../frame/fields';
import { GroupBy } from '../frame/group-by';
import { ReportQuery } from '../frame/report-query.dto';
import { ReportHead } from '../frame/report.view';
import { vessels } from './vessels.report';

export class VesselsQuery extends ReportQuery {
  @GroupBy(vessels) group_by?: string | null;
}

/** What calls of vessels took. */
class VesselsTotals {
  @Count('Calls that ended, or began and go on', 1) calls: number;
  @Measured('Hours from berth to leaving it, of all calls together', 18.5) berth_hours: number | null;
  @Count('What cranes moved: no gear, and nothing that was stowed again', 144) moves: number;
  @Measured('Moves by the hours of each crane from its first lift to its last', 24.1)
  gross_crane_rate: number | null;
  @Measured('The same without pauses of more than 15 minutes between two lifts', 27.6)
  net_crane_rate: number | null;
  @Count('What was stowed again on the vessel', 4) restows: number;
  @Count('Pieces that closed tallies counted beyond what they expected', 1) over: number;
  @Count('Pieces that closed tallies expected and did not count', 2) short: number;
  @Measured('Hours from the estimated time of berth to the actual one, on average; below 0 for early', 1.25)
  berth_delay_hours: number | null;
  @Measured('Hours from the estimated time of departure to leaving the berth, on average', 0.5)
  departure_delay_hours: number | null;
}

/** What the rows are by. */
class VesselsGroups {
  @ByOther('voyage', 'The number of the voyage', 'WP2611') voyage?: string;
  @ByOther('vessel', 'The name of the vessel', 'Westhaven Petrel') vessel?: string;
  @ByOther('berth_area', 'The name of the berth area', 'Berth 1') berth_area?: string | null;
}

/** What a call took, or those of a group. */
class VesselsRow extends IntersectionType(VesselsGroups, VesselsTotals) {}

/** Calls of vessels, and how fast the cranes were. */
export class VesselsReport extends ReportHead {
  @ApiProperty({ type: () => VesselsRow, isArray: true, description: 'In the order of what they are by' })
  rows: VesselsRow[];
  @ApiProperty({ type: () => VesselsTotals, description: 'The same of all rows' }) totals: VesselsTotals;
}
