import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import { DISCHARGE_LIST_GROUPS, DischargeListCountQuery } from './discharge-list-counts';
import { DischargeListsService } from './discharge-lists.service';

const DischargeListCounts = countsOf('DischargeList', DISCHARGE_LIST_GROUPS);

@ApiTags('Cargo')
@Controller('discharge_lists')
export class DischargeListCountsController {
  constructor(private readonly lists: DischargeListsService) {}

  @Get('counts')
  @Endpoint({
    summary: 'Count discharge lists',
    description: 'By what `by` says, of the discharge lists that the filters of the list leave.',
    returns: bare(DischargeListCounts),
    errors: [400, 404, 422],
  })
  count(@Query() query: DischargeListCountQuery) {
    return this.lists.counts(query);
  }
}
