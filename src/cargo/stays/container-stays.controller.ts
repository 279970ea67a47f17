import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { bare, one, page } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import { PageQuery } from '../../common/pagination/page-query';
import { PathContainer } from '../containers/path-container';
import {
  ContainerStayCountQuery,
  ContainerStayQuery,
  STAY_GROUPS,
  UpdateContainerStay,
} from './container-stay.dto';
import { ContainerStayShow } from './container-stay.view';
import { ContainerStaysService } from './container-stays.service';

const ContainerStayCounts = countsOf('ContainerStay', STAY_GROUPS);

const ERRORS = [404, 422];
const PathStay = () => PathText('id', 'The id of the stay', '1');

@ApiTags('Cargo')
@Controller()
export class ContainerStaysController {
  constructor(private readonly stays: ContainerStaysService) {}

  @Get('containers/:number/stays')
  @Endpoint({
    summary: 'List the stays of a container',
    description: 'Each is one time that the container is here, from being announced to having left.',
    operationId: 'listStaysOfContainer',
    returns: page('stays', ContainerStayShow),
    errors: ERRORS,
  })
  ofContainer(@PathContainer() number: string, @Query() query: PageQuery) {
    return this.stays.ofContainer(number, query);
  }

  @Get('container_stays')
  @Endpoint({
    summary: 'List stays of containers',
    description:
      'What is, was or will be at the terminal: narrowed by how far stays have come, by voyage, booking, bill or time.',
    returns: page('container_stays', ContainerStayShow),
    parties: {
      filters: [
        'status',
        'usage',
        'container_status',
        'shipping_line',
        'container_type',
        'size',
        'is_reefer',
        'terminal',
        'voyage_number',
        'booking_number',
        'in_from',
        'in_until',
        'out_from',
        'out_until',
        'here_since_before',
      ],
    },
    errors: ERRORS,
  })
  list(@Query() query: ContainerStayQuery) {
    return this.stays.list(query);
  }

  @Get('container_stays/counts')
  @Endpoint({
    summary: 'Count stays of containers',
    description: 'By what `by` says, of the stays that the filters of the list leave.',
    returns: bare(ContainerStayCounts),
    errors: ERRORS,
  })
  count(@Query() query: ContainerStayCountQuery) {
    return this.stays.counts(query);
  }

  @Get('container_stays/:id')
  @Endpoint({
    summary: 'Show a stay of a container',
    description: 'By its id: how it came and left, for how long it was here, and what it was here for.',
    returns: one('container_stay', ContainerStayShow, 'dwell_seconds'),
    parties: { filters: [] },
    errors: ERRORS,
  })
  show(@PathStay() id: string) {
    return this.stays.show(id);
  }

  @Patch('container_stays/:id')
  @Endpoint({
    summary: 'Correct a stay of a container',
    description:
      'Its times, and what the container was here for. The container says the same while it shows this stay. The reason is kept in the traces.',
    returns: one('container_stay', ContainerStayShow),
    role: 'admin',
    errors: ERRORS,
  })
  update(@PathStay() id: string, @Body() body: UpdateContainerStay) {
    return this.stays.update(id, body);
  }
}
