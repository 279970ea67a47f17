import { Body, Controller, Post, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare } from '../../common/endpoint/returns';
import { KeepsRefusals } from '../refusals/keeps-refusals.filter';
import { TruckVisitCreated } from '../visits/truck-visit.view';
import { CreateTruckVisit } from './gate-in.dto';
import { GateInService } from './gate-in.service';

@ApiTags('Gate')
@Controller('truck_visits')
export class GateInController {
  constructor(private readonly gate: GateInService) {}

  @UseFilters(KeepsRefusals)
  @Post()
  @Endpoint({
    summary: 'Gate a truck in',
    operationId: 'createTruckVisit',
    description:
      'Creates the visit, from a pre-advice or an appointment together with its interchanges. Of ' +
      'simultaneous requests for one truck, or with one pre-advice, a single one succeeds.',
    returns: bare(TruckVisitCreated),
    status: 201,
    errors: [404, 422],
  })
  create(@Body() body: CreateTruckVisit) {
    return this.gate.gateIn(body);
  }
}
