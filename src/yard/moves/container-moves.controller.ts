import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathContainer } from '../../cargo/containers/path-container';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare } from '../../common/endpoint/returns';
import { ContainerMoved } from './container-move.view';
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
      'From where it is to a slot, an area or the terminal itself, also while it is held. Those above it come down when `dig` is true, each by a movement `restow`. What is dangerous in it is held against `dangerous_goods_check`: it is refused (`segregation`, `class_not_accepted`, `direct_delivery`), or `warnings` tell it.',
    returns: bare(ContainerMoved),
    speaks: true,
    status: 201,
    errors: [404, 422],
  })
  move(@PathContainer() number: string, @Body() body: ContainerYardMove) {
    return this.moves.move(number, body);
  }
}
