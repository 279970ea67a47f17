import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { HistoryQuery } from '../../common/pagination/page-query';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { Breakbulk } from '../breakbulks/breakbulk.kind';
import { VehicleShow } from '../vehicles/vehicle.view';
import { BreakbulkMovement, VehicleMovement } from './cargo-movement.view';
import { DeliveriesService } from './deliveries.service';
import { BreakbulkDelivery, VehicleDelivery } from './delivery.dto';

const PathVehicle = () => PathText('id', 'The id, or the VIN in any case', 'WHFX220L8FB031906');
const PathLot = () => PathText('reference_number', 'The id or the reference number', 'BB-4401');

@ApiTags('Set-up')
@Controller()
export class CargoMovementsController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get('vehicles/:id/movements')
  @Endpoint({
    summary: 'List the movements of a vehicle',
    operationId: 'listVehicleMovements',
    description: 'From the first one on: where it was, where it went, when, and who noted it.',
    returns: page('movements', VehicleMovement),
    errors: [400, 404, 409, 422],
  })
  ofVehicle(@PathVehicle() id: string, @Query() query: HistoryQuery) {
    return this.deliveries.movements('vehicle', id, query);
  }

  @Get('breakbulks/:reference_number/movements')
  @Endpoint({
    summary: 'List the movements of a lot of breakbulk',
    operationId: 'listBreakbulkMovements',
    description: 'From the first one on: how many pieces, where they were, where they went, and when.',
    returns: page('movements', BreakbulkMovement),
    errors: [400, 404, 409, 422],
  })
  ofBreakbulk(@PathLot() reference: string, @Query() query: HistoryQuery) {
    return this.deliveries.movements('breakbulk', reference, query);
  }

  @Post('vehicles/:id/deliver')
  @Endpoint({
    summary: 'Hand a vehicle over to its receiver',
    operationId: 'deliverVehicle',
    description: 'Refused while it is held, itself or by its bills.',
    returns: one('vehicle', VehicleShow),
    alsoOf: ['quay'],
    errors: [404, 422],
  })
  deliverVehicle(@PathVehicle() id: string, @Body() body: VehicleDelivery) {
    return this.deliveries.deliver('vehicle', id, body);
  }

  @Post('breakbulks/:reference_number/deliver')
  @Endpoint({
    summary: 'Hand pieces of breakbulk over to their receiver',
    operationId: 'deliverBreakbulk',
    description:
      'At most as many as are at the terminal. The lot stays there until its last piece has left. Refused while it is held.',
    returns: one('breakbulk', kindClasses(kindOf(Breakbulk)).Show),
    alsoOf: ['quay'],
    errors: [404, 422],
  })
  deliverBreakbulk(@PathLot() reference: string, @Body() body: BreakbulkDelivery) {
    return this.deliveries.deliver('breakbulk', reference, body);
  }
}
