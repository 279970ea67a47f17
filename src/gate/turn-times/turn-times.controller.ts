import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { list } from '../../common/endpoint/returns';
import { TurnTimesQuery } from './turn-times.dto';
import { TurnTimesService } from './turn-times.service';
import { TruckTurnTime } from './turn-times.view';

@ApiTags('Reports')
@Controller('reports/truck_turn_times')
export class TurnTimesController {
  constructor(private readonly turnTimes: TurnTimesService) {}

  @Get()
  @Endpoint({
    summary: 'Report how long visits of trucks took',
    description:
      'From gate-in to gate-out, of the visits that ended in the span: in minutes, by gate, trucking company, local hour or local day, in the order of these. Cancelled visits do not count.',
    returns: list('truck_turn_times', TruckTurnTime),
    errors: [422],
  })
  report(@Query() query: TurnTimesQuery) {
    return this.turnTimes.report(query);
  }
}
