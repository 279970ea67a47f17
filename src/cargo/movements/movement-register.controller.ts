import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare, page } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import { MOVEMENT_GROUPS, MovementCountQuery, MovementQuery } from './movement.dto';
import { MovementShow } from './movement.view';
import { MovementRegisterService } from './movement-register.service';

const MovementCounts = countsOf('Movement', MOVEMENT_GROUPS);

@ApiTags('Cargo')
@Controller('movements')
export class MovementRegisterController {
  constructor(private readonly movements: MovementRegisterService) {}

  @Get()
  @Endpoint({
    summary: 'List the movements of all containers',
    description:
      'The register: what came, went and was moved, each with its container and its stay, narrowed by time, type, voyage or truck.',
    returns: page('movements', MovementShow),
    parties: {
      filters: [
        'moved_from',
        'moved_until',
        'from',
        'until',
        'movement_type',
        'container_number',
        'voyage_number',
      ],
    },
    errors: [422],
  })
  list(@Query() query: MovementQuery) {
    return this.movements.list(query);
  }

  @Get('counts')
  @Endpoint({
    summary: 'Count the movements of all containers',
    description: 'By what `by` says, of the movements that the filters of the list leave.',
    operationId: 'countMovements',
    returns: bare(MovementCounts),
    errors: [422],
  })
  count(@Query() query: MovementCountQuery) {
    return this.movements.counts(query);
  }
}
