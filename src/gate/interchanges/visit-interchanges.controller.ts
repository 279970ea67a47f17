import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { message, one, page } from '../../common/endpoint/returns';
import { PageQuery } from '../../common/pagination/page-query';
import { InterchangeShow } from '../visits/interchange.view';
import { Withdrawal } from '../visits/withdrawal.dto';
import { AddInterchange, ChangeInterchange } from './interchange.dto';
import { InterchangeReversalsService } from './interchange-reversals.service';
import { VisitInterchangesService } from './visit-interchanges.service';

const PathVisit = () =>
  PathId('Truck visit', 'truck_visit_id', 'The id of the visit, as gating in answers it');

@ApiTags('Gate')
@Controller('truck_visits/:truck_visit_id/interchanges')
export class VisitInterchangesController {
  constructor(
    private readonly interchanges: VisitInterchangesService,
    private readonly reversals: InterchangeReversalsService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the interchanges of a truck visit',
    description: 'Announced ones and those that were added at the gate, completed or not.',
    returns: page('interchanges', InterchangeShow),
    parties: { filters: [] },
    errors: [404, 422],
  })
  list(@PathVisit() visit: number, @Query() query: PageQuery) {
    return this.interchanges.list(visit, query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show an interchange of a truck visit',
    description: 'With what was announced for it, when it was completed, and whether it was taken back.',
    returns: one('interchange', InterchangeShow),
    parties: { filters: [] },
    errors: [404, 422],
  })
  show(@PathVisit() visit: number, @PathId('Interchange') id: number) {
    return this.interchanges.show(visit, id);
  }

  @Post()
  @Endpoint({
    summary: 'Add an interchange to a truck visit',
    description:
      'What a truck inside brings or fetches that nobody announced: the body is a purpose of a pre-advice. It is held to the rules of pre-advice and gate-in.',
    returns: one('interchange', InterchangeShow),
    status: 201,
    errors: [404, 422],
  })
  create(@PathVisit() visit: number, @Body() body: AddInterchange) {
    return this.interchanges.create(visit, body);
  }

  @Patch(':id')
  @Endpoint({
    summary: 'Change an interchange of a truck visit',
    description:
      'While the truck is inside and the interchange open. What was announced stays as it was announced.',
    returns: one('interchange', InterchangeShow),
    errors: [404, 422],
  })
  update(@PathVisit() visit: number, @PathId('Interchange') id: number, @Body() body: ChangeInterchange) {
    return this.interchanges.update(visit, id, body);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Remove an interchange of a truck visit',
    description: 'While the truck is inside and the interchange open.',
    returns: message(),
    errors: [404, 422],
  })
  remove(@PathVisit() visit: number, @PathId('Interchange') id: number) {
    return this.interchanges.remove(visit, id);
  }

  @Post(':id/reverse')
  @Endpoint({
    summary: 'Take a completed interchange back',
    description:
      'By a movement `reversal`, while its container has moved nowhere since; also when the truck has left, and of a held container. Places, stays, counts and seals are as before.',
    returns: one('interchange', InterchangeShow),
    errors: [404, 422],
  })
  reverse(@PathVisit() visit: number, @PathId('Interchange') id: number, @Body() { reason }: Withdrawal) {
    return this.reversals.reverse(visit, id, reason);
  }
}
