import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { page } from '../../common/endpoint/returns';
import { MovementQuery } from './movement.dto';
import { MovementShow } from './movement.view';
import { MovementRegisterService } from './movement-register.service';

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
}
