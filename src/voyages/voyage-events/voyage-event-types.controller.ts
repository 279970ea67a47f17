import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { page } from '../../common/endpoint/returns';
import { VoyageEventTypeQuery } from './voyage-event.dto';
import { VoyageEventTypeItem } from './voyage-event.view';
import { VoyageEventsService } from './voyage-events.service';

@ApiTags('Voyages')
@Controller('voyage_event_types')
export class VoyageEventTypesController {
  constructor(private readonly events: VoyageEventsService) {}

  @Get()
  @Endpoint({
    summary: 'List voyage event types',
    description: 'What can be noted of a voyage: forms are made from what each type asks for.',
    returns: page('voyage_event_types', VoyageEventTypeItem),
    errors: [404, 422],
  })
  list(@Query() query: VoyageEventTypeQuery) {
    return this.events.listTypes(query);
  }
}
