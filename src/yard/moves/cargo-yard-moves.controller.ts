import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BreakbulkMovement, VehicleMovement } from '../../cargo/cargo-movements/cargo-movement.view';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { one } from '../../common/endpoint/returns';
import { CargoYardMovesService } from './cargo-yard-moves.service';
import { BreakbulkYardMove, YardMove } from './yard-move.dto';

@ApiTags('Yard')
@Controller()
export class CargoYardMovesController {
  constructor(private readonly moves: CargoYardMovesService) {}

  @Post('vehicles/:id/moves')
  @Endpoint({
    summary: 'Move a vehicle at the terminal',
    operationId: 'moveVehicle',
    description: 'From where it is to a slot, an area or the terminal itself, also while it is held.',
    returns: one('movement', VehicleMovement),
    status: 201,
    errors: [404, 422],
  })
  vehicle(
    @PathText('id', 'The id, or the VIN in any case', 'WHFX220L8FB031906') id: string,
    @Body() body: YardMove,
  ) {
    return this.moves.move('vehicle', id, body);
  }

  @Post('breakbulks/:reference_number/moves')
  @Endpoint({
    summary: 'Move breakbulk at the terminal',
    operationId: 'moveBreakbulk',
    description: 'All pieces that are there, or some; the place of the lot is where the last ones went.',
    returns: one('movement', BreakbulkMovement),
    status: 201,
    errors: [404, 422],
  })
  breakbulk(
    @PathText('reference_number', 'The id or the reference number', 'BB-4401') reference: string,
    @Body() body: BreakbulkYardMove,
  ) {
    return this.moves.move('breakbulk', reference, body);
  }
}
