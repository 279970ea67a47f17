import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { page } from '../../common/endpoint/returns';
import { HistoryQuery } from '../../common/pagination/page-query';
import { ContainerMovementItem } from './container-movement.view';
import { ContainersService } from './containers.service';
import { PathContainer } from './path-container';

@ApiTags('Set-up')
@Controller('containers')
export class ContainerMovementsController {
  constructor(private readonly containers: ContainersService) {}

  @Get(':number/movements')
  @Endpoint({
    summary: 'List the movements of a container',
    description:
      'Of all its stays, from the first movement on: where it was, where it went, when, and who noted it.',
    returns: page('movements', ContainerMovementItem),
    errors: [400, 404, 409, 422],
  })
  list(@PathContainer() number: string, @Query() query: HistoryQuery) {
    return this.containers.movements(number, query);
  }
}
