import type { Type } from '@nestjs/common';
import { DwellQuery } from './dwell/dwell.dto';
import { dwell } from './dwell/dwell.report';
import { DwellReport } from './dwell/dwell.view';
import type { Report } from './frame/report';
import type { ReportName } from './frame/report-names';
import { gate } from './gate/gate.report';
import { GateReport, GateReportQuery } from './gate/gate.view';
import { lineCost } from './line-cost/line-cost.report';
import { LineCostQuery, LineCostReport } from './line-cost/line-cost.view';
import { moves } from './moves/moves.report';
import { MovesQuery, MovesReport } from './moves/moves.view';
import { revenue } from './revenue/revenue.report';
import { RevenueQuery, RevenueReport } from './revenue/revenue.view';
import { vessels } from './vessels/vessels.report';
import { VesselsQuery, VesselsReport } from './vessels/vessels.view';
import { yard } from './yard/yard.report';
import { YardQuery, YardReport } from './yard/yard.view';

/** Every report with its query and its answer, for who finds it by name. */
export const ALL_REPORTS: Record<ReportName, { report: Report; query: Type<object>; answer: Type }> = {
  moves: { report: moves, query: MovesQuery, answer: MovesReport },
  gate: { report: gate, query: GateReportQuery, answer: GateReport },
  vessels: { report: vessels, query: VesselsQuery, answer: VesselsReport },
  dwell: { report: dwell, query: DwellQuery, answer: DwellReport },
  yard: { report: yard, query: YardQuery, answer: YardReport },
  revenue: { report: revenue, query: RevenueQuery, answer: RevenueReport },
  line_cost: { report: lineCost, query: LineCostQuery, answer: LineCostReport },
};
