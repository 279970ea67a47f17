import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { page } from '../../common/endpoint/returns';
import { HistoryQuery } from '../../common/pagination/page-query';
import { ContainerMovementItem } from './container-movement.view';
import { ContainersService } from './containers.service';

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
  list(
    @PathText('number', 'The id or the number', 'WHAU4142033') number: string,
    @Query() query: HistoryQuery,
  ) {
    return this.containers.movements(number, query);
  }
}
