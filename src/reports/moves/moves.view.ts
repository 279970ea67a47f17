import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { ByDay, ByHour, ByLine, ByMonth, BySize, ByStatus, ByTerminal, ByWeek, Count } from '../frame/fields';
import { GroupBy } from '../frame/group-by';
import { ReportQuery } from '../frame/report-query.dto';
import { ReportHead } from '../frame/report.view';
import { moves } from './moves.report';

export class MovesQuery extends ReportQuery {
  @GroupBy(moves) group_by?: string | null;
}

/** How many containers were moved. */
class MovesTotals {
  @Count('Moves of all kinds', 412) moves: number;
  @Count('The same in TEU: 1 up to 20 feet, 2 beyond, 0 where nobody knows the length', 633) teu: number;
  @Count('Brought by truck', 96) gate_in: number;
  @Count('The same in TEU', 150) gate_in_teu: number;
  @Count('Fetched by truck', 102) gate_out: number;
  @Count('The same in TEU', 161) gate_out_teu: number;
  @Count('Discharged from vessels', 80) discharge: number;
  @Count('The same in TEU', 126) discharge_teu: number;
  @Count('Loaded on vessels', 64) load: number;
  @Count('The same in TEU', 99) load_teu: number;
  @Count('Moved on the vessel', 4) shift: number;
  @Count('The same in TEU', 7) shift_teu: number;
  @Count('Moved to reach those below', 18) restow: number;
  @Count('The same in TEU', 25) restow_teu: number;
  @Count('Moved in the yard', 48) yard: number;
  @Count('The same in TEU', 65) yard_teu: number;
}

/** What the rows are by. */
class MovesGroups {
  @ByDay() day?: string;
  @ByWeek() week?: string;
  @ByMonth() month?: string;
  @ByHour() hour?: number;
  @ByLine() shipping_line?: string | null;
  @ByTerminal() terminal?: string | null;
  @BySize() size?: number | null;
  @ByStatus() status?: string | null;
}

/** How many containers were moved in a time, or of a group. */
class MovesRow extends IntersectionType(MovesGroups, MovesTotals) {}

/** What was moved. */
export class MovesReport extends ReportHead {
  @ApiProperty({ type: () => MovesRow, isArray: true, description: 'In the order of what they are by' })
  rows: MovesRow[];
  @ApiProperty({ type: () => MovesTotals, description: 'The same of all rows' }) totals: MovesTotals;
}
