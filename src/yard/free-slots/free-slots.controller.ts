import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { page } from '../../common/endpoint/returns';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { YardSlot } from '../../places/setup/yard-slot.kind';
import { FreeSlotsQuery } from './free-slots.dto';
import { FreeSlotsService } from './free-slots.service';

@ApiTags('Yard')
@Controller('yard_slots')
export class FreeSlotsController {
  constructor(private readonly slots: FreeSlotsService) {}

  @Get('free')
  @Endpoint({
    summary: 'List slots with a free tier',
    operationId: 'listFreeYardSlots',
    description:
      'Those with the fewest containers first, then by area, bay, row and name. Slots without tiers are not among them.',
    returns: page('yard_slots', kindClasses(kindOf(YardSlot)).Show),
    errors: [404, 422],
  })
  list(@Query() query: FreeSlotsQuery) {
    return this.slots.list(query);
  }
}
