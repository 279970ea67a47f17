import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { ListedHoldQuery, ShowHoldQuery } from './listed-hold.dto';
import { ListedHoldShow } from './listed-hold.view';
import { ListedHoldsService } from './listed-holds.service';

@ApiTags('Holds')
@Controller('holds')
export class ListedHoldsController {
  constructor(private readonly holds: ListedHoldsService) {}

  @Get()
  @Endpoint({
    summary: 'List holds of containers and bills of lading',
    description:
      'What is held, why, since when and by whom: those in force, those lifted for a time and those of the past, in one list.',
    returns: page('holds', ListedHoldShow),
    errors: [422],
  })
  list(@Query() query: ListedHoldQuery) {
    return this.holds.list(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a hold of a container or a bill of lading',
    description: 'By the id that lists of holds, reasons and events name it by.',
    operationId: 'showHold',
    returns: one('hold', ListedHoldShow),
    errors: [404, 422],
  })
  show(@PathId('Hold') id: number, @Query() query: ShowHoldQuery) {
    return this.holds.show(id, query);
  }
}
