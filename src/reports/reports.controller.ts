import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../common/endpoint/endpoint';
import { bare, file } from '../common/endpoint/returns';
import { DwellNowService } from './dwell/dwell-now.service';
import { DwellOrNowQuery, DwellQuery } from './dwell/dwell.dto';
import { dwell } from './dwell/dwell.report';
import { DwellAnswer } from './dwell/dwell.view';
import { WithWidth } from './drawing/with-width';
import { ReportsService } from './frame/reports.service';
import { gate } from './gate/gate.report';
import { GateReport, GateReportQuery } from './gate/gate.view';
import { lineCost } from './line-cost/line-cost.report';
import { LineCostQuery, LineCostReport } from './line-cost/line-cost.view';
import { moves } from './moves/moves.report';
import { MovesQuery, MovesReport } from './moves/moves.view';
import { revenue } from './revenue/revenue.report';
import { RevenueQuery, RevenueReport } from './revenue/revenue.view';
import { yard } from './yard/yard.report';
import { YardQuery, YardReport } from './yard/yard.view';
import { vessels } from './vessels/vessels.report';
import { VesselsQuery, VesselsReport } from './vessels/vessels.view';

const PICTURE =
  'A picture in SVG of what the report answers: bars or lines by time, stacked by group, with a title for each value. Of many groups the largest have a colour each.';

class MovesPictureQuery extends WithWidth(MovesQuery) {}
class GatePictureQuery extends WithWidth(GateReportQuery) {}
class VesselsPictureQuery extends WithWidth(VesselsQuery) {}
class YardPictureQuery extends WithWidth(YardQuery) {}
class DwellPictureQuery extends WithWidth(DwellQuery) {}
class RevenuePictureQuery extends WithWidth(RevenueQuery) {}
class LineCostPictureQuery extends WithWidth(LineCostQuery) {}

@ApiTags('Reports')
@Controller('reports')
export class ReportsController {
  constructor(
    private readonly reports: ReportsService,
    private readonly dwellNow: DwellNowService,
  ) {}

  @Get('moves')
  @Endpoint({
    summary: 'Report how many containers were moved',
    operationId: 'reportMoves',
    description:
      'By truck, by crane and in the yard, in moves and in TEU. A move that was undone or reversed counts nowhere.',
    returns: bare(MovesReport),
    errors: [422],
  })
  moves(@Query() query: MovesQuery) {
    return this.reports.report(moves, query);
  }

  @Get('gate')
  @Endpoint({
    summary: 'Report what happened at the gate',
    operationId: 'reportGate',
    description:
      'Visits of trucks by when they ended, refusals by when they were, and appointments by when their slot began.',
    returns: bare(GateReport),
    errors: [422],
  })
  gate(@Query() query: GateReportQuery) {
    return this.reports.report(gate, query);
  }

  @Get('vessels')
  @Endpoint({
    summary: 'Report the calls of vessels',
    operationId: 'reportVessels',
    description:
      'Those that left the berth in the span, or came to it and are still there: how long they were there, and what the cranes did.',
    returns: bare(VesselsReport),
    errors: [422],
  })
  vessels(@Query() query: VesselsQuery) {
    return this.reports.report(vessels, query);
  }

  @Get('yard')
  @Endpoint({
    summary: 'Report what was here at the end of each day',
    operationId: 'reportYard',
    description:
      'Containers, TEU and the room that they took, by how long they had been here: of today as of now. Rows of several days are averages. Days ahead are left out.',
    returns: bare(YardReport),
    errors: [422],
  })
  yard(@Query() query: YardQuery) {
    return this.reports.report(yard, query);
  }

  @Get('dwell')
  @Endpoint({
    summary: 'Report how long containers were here that left, or have been here that are here now',
    operationId: 'reportDwell',
    description:
      'Without `by`: the stays that ended in the span, in days; a token that is limited to parties counts its own. With `by`: the containers that are here now, in classes of whole days past, by shipping line, usage or length, in the order of these.',
    returns: bare(DwellAnswer),
    parties: { filters: ['from', 'until', 'group_by'] },
    errors: [422],
  })
  dwell(@Query() { by, ...query }: DwellOrNowQuery) {
    return by ? this.dwellNow.report(by) : this.reports.report(dwell, query);
  }

  @Get('revenue')
  @Endpoint({
    summary: 'Report what was charged, invoiced, credited and paid',
    operationId: 'reportRevenue',
    description:
      'Without tax, which is a column of its own. Each is counted by its own day: charges by when they occurred, invoices and credit notes by when they got their number, payments by when they were made. A report is in one currency.',
    returns: bare(RevenueReport),
    errors: [422],
  })
  revenue(@Query() query: RevenueQuery) {
    return this.reports.report(revenue, query);
  }

  @Get('line_cost')
  @Endpoint({
    summary: 'Report what a line or another customer was charged, and why',
    operationId: 'reportLineCost',
    description:
      'A row for each charge code and price, by when it occurred, without tax. A token that is limited to parties has what is on its invoices. A report is in one currency.',
    returns: bare(LineCostReport),
    parties: {
      filters: ['from', 'until', 'group_by', 'shipping_line', 'customer_type', 'customer', 'currency'],
    },
    errors: [422],
  })
  lineCost(@Query() query: LineCostQuery) {
    return this.reports.report(lineCost, query);
  }

  @Get('moves.svg')
  @Endpoint({
    summary: 'Draw the moves of containers',
    operationId: 'showMovesPicture',
    description: PICTURE,
    returns: file('image/svg+xml'),
    errors: [422],
  })
  movesPicture(@Query() { width, ...query }: MovesPictureQuery) {
    return this.reports.picture(moves, query, width ?? undefined);
  }

  @Get('gate.svg')
  @Endpoint({
    summary: 'Draw what happened at the gate',
    operationId: 'showGatePicture',
    description: PICTURE,
    returns: file('image/svg+xml'),
    errors: [422],
  })
  gatePicture(@Query() { width, ...query }: GatePictureQuery) {
    return this.reports.picture(gate, query, width ?? undefined);
  }

  @Get('vessels.svg')
  @Endpoint({
    summary: 'Draw the calls of vessels',
    operationId: 'showVesselsPicture',
    description: PICTURE,
    returns: file('image/svg+xml'),
    errors: [422],
  })
  vesselsPicture(@Query() { width, ...query }: VesselsPictureQuery) {
    return this.reports.picture(vessels, query, width ?? undefined);
  }

  @Get('yard.svg')
  @Endpoint({
    summary: 'Draw what was here at the end of each day',
    operationId: 'showYardPicture',
    description: PICTURE,
    returns: file('image/svg+xml'),
    errors: [422],
  })
  yardPicture(@Query() { width, ...query }: YardPictureQuery) {
    return this.reports.picture(yard, query, width ?? undefined);
  }

  @Get('dwell.svg')
  @Endpoint({
    summary: 'Draw how long containers were here that left',
    operationId: 'showDwellPicture',
    description: PICTURE,
    returns: file('image/svg+xml'),
    parties: { filters: ['from', 'until', 'group_by', 'width'] },
    errors: [422],
  })
  dwellPicture(@Query() { width, ...query }: DwellPictureQuery) {
    return this.reports.picture(dwell, query, width ?? undefined);
  }

  @Get('revenue.svg')
  @Endpoint({
    summary: 'Draw what was charged, invoiced, credited and paid',
    operationId: 'showRevenuePicture',
    description: PICTURE,
    returns: file('image/svg+xml'),
    errors: [422],
  })
  revenuePicture(@Query() { width, ...query }: RevenuePictureQuery) {
    return this.reports.picture(revenue, query, width ?? undefined);
  }

  @Get('line_cost.svg')
  @Endpoint({
    summary: 'Draw what a line or another customer was charged',
    operationId: 'showLineCostPicture',
    description: `${PICTURE} Of each charge code what it comes to.`,
    returns: file('image/svg+xml'),
    parties: {
      filters: [
        'from',
        'until',
        'group_by',
        'shipping_line',
        'customer_type',
        'customer',
        'currency',
        'width',
      ],
    },
    errors: [422],
  })
  lineCostPicture(@Query() { width, ...query }: LineCostPictureQuery) {
    return this.reports.picture(lineCost, query, width ?? undefined);
  }
}
