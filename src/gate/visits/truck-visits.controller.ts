import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { bare, page } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import { TruckVisitCountQuery, TruckVisitQuery, VISIT_GROUPS } from './truck-visit.dto';
import { TruckVisitShow } from './truck-visit.view';
import { TruckVisitsService } from './truck-visits.service';

const TruckVisitCounts = countsOf('TruckVisit', VISIT_GROUPS);

@ApiTags('Gate')
@Controller('truck_visits')
export class TruckVisitsController {
  constructor(private readonly visits: TruckVisitsService) {}

  @Get()
  @Endpoint({
    summary: 'List truck visits',
    description: 'Those inside and those that are over: `inside=true` is who is at the terminal now.',
    returns: page('truck_visits', TruckVisitShow),
    parties: {
      filters: [
        'inside',
        'truck_id',
        'truck_driver_id',
        'trucking_company',
        'trucking_company_id',
        'gate_ids',
        'container_id',
        'chassis_id',
        'genset_id',
        'gated_in_from',
        'gated_in_until',
      ],
    },
    errors: [404, 422],
  })
  list(@Query() query: TruckVisitQuery) {
    return this.visits.list(query);
  }

  @Get('counts')
  @Endpoint({
    summary: 'Count truck visits',
    description: 'By what `by` says, of the visits that the filters of the list leave.',
    returns: bare(TruckVisitCounts),
    errors: [404, 422],
  })
  count(@Query() query: TruckVisitCountQuery) {
    return this.visits.counts(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a truck visit',
    description: 'By its id, with everything that the truck hands over or gets.',
    returns: bare(TruckVisitShow, 'duration'),
    parties: { filters: [] },
    errors: [404, 422],
  })
  show(@PathId('Truck visit') id: number) {
    return this.visits.show(id);
  }
}
