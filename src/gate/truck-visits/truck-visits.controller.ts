import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { bare, page } from '../../common/endpoint/returns';
import { GateInService } from './gate-in.service';
import { CreateTruckVisit, TruckVisitQuery } from './truck-visit.dto';
import { TruckVisitCreated, TruckVisitShow } from './truck-visit.view';
import { TruckVisitsService } from './truck-visits.service';

@ApiTags('Gate')
@Controller('truck_visits')
export class TruckVisitsController {
  constructor(
    private readonly visits: TruckVisitsService,
    private readonly gate: GateInService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List truck visits',
    returns: page('truck_visits', TruckVisitShow),
    errors: [404, 422],
  })
  list(@Query() query: TruckVisitQuery) {
    return this.visits.list(query);
  }

  @Get(':id')
  @Endpoint({ summary: 'Show a truck visit', returns: bare(TruckVisitShow), errors: [404, 422] })
  show(@PathId() id: number) {
    return this.visits.show(id);
  }

  @Post()
  @Endpoint({
    summary: 'Gate a truck in',
    description:
      'Creates the visit, from a pre-advice or an appointment together with its interchanges. Of ' +
      'simultaneous requests for one truck, or with one pre-advice, a single one succeeds.',
    returns: bare(TruckVisitCreated),
    status: 201,
    role: 'write',
    errors: [404, 422],
  })
  create(@Body() body: CreateTruckVisit) {
    return this.gate.gateIn(body);
  }
}
