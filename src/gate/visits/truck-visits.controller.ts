import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { bare, page } from '../../common/endpoint/returns';
import { TruckVisitQuery } from './truck-visit.dto';
import { TruckVisitShow } from './truck-visit.view';
import { TruckVisitsService } from './truck-visits.service';

@ApiTags('Gate')
@Controller('truck_visits')
export class TruckVisitsController {
  constructor(private readonly visits: TruckVisitsService) {}

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
}
