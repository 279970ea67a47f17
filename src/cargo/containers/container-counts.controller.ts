import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import { CONTAINER_GROUPS, ContainerCountQuery } from './container-counts';
import { ContainersService } from './containers.service';

const ContainerCounts = countsOf('Container', CONTAINER_GROUPS);

@ApiTags('Cargo')
@Controller('containers')
export class ContainerCountsController {
  constructor(private readonly containers: ContainersService) {}

  @Get('counts')
  @Endpoint({
    summary: 'Count containers',
    description: 'By what `by` says, of the containers that the filters of the list leave.',
    returns: bare(ContainerCounts),
    errors: [400, 404, 422],
  })
  count(@Query() query: ContainerCountQuery) {
    return this.containers.counts(query);
  }
}
