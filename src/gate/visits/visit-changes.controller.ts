import { Body, Controller, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { bare } from '../../common/endpoint/returns';
import { Withdrawal } from './withdrawal.dto';
import { TruckVisitShow } from './truck-visit.view';
import { UpdateTruckVisit } from './visit-changes.dto';
import { VisitChangesService } from './visit-changes.service';

@ApiTags('Gate')
@Controller('truck_visits')
export class VisitChangesController {
  constructor(private readonly visits: VisitChangesService) {}

  @Patch(':id')
  @Endpoint({
    summary: 'Update a truck visit',
    description: 'Of a visit that is over driver and comment can still be corrected.',
    operationId: 'updateTruckVisit',
    returns: bare(TruckVisitShow),
    errors: [404, 422],
  })
  update(@PathId('Truck visit') id: number, @Body() body: UpdateTruckVisit) {
    return this.visits.update(id, body);
  }

  @Post(':id/cancel')
  @Endpoint({
    summary: 'Cancel a truck visit',
    description:
      'Takes a gate-in back in which nothing was handed over. The visit is over then, and its pre-advice or appointment can be used again.',
    operationId: 'cancelTruckVisit',
    returns: bare(TruckVisitShow),
    errors: [404, 422],
  })
  cancel(@PathId('Truck visit') id: number, @Body() { reason }: Withdrawal) {
    return this.visits.cancel(id, reason);
  }
}
