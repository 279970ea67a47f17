import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ContainerMovementItem } from '../../cargo/containers/container-movement.view';
import { PathContainer } from '../../cargo/containers/path-container';
import { Endpoint } from '../../common/endpoint/endpoint';
import { one } from '../../common/endpoint/returns';
import { ContainerMovesService } from './container-moves.service';
import { ContainerYardMove } from './yard-move.dto';

@ApiTags('Yard')
@Controller('containers')
export class ContainerMovesController {
  constructor(private readonly moves: ContainerMovesService) {}

  @Post(':number/moves')
  @Endpoint({
    summary: 'Move a container at the terminal',
    operationId: 'moveContainer',
    description:
      'From where it is to a slot, an area or the terminal itself, also while it is held. Those above it come down when `dig` is true, each by a movement `restow`.',
    returns: one('movement', ContainerMovementItem),
    status: 201,
    errors: [404, 422],
  })
  move(@PathContainer() number: string, @Body() body: ContainerYardMove) {
    return this.moves.move(number, body);
  }
}
