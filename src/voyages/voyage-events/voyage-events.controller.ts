import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId, PathText } from '../../common/endpoint/path-param';
import { message, one, page } from '../../common/endpoint/returns';
import { CreateVoyageEventBody, UpdateVoyageEventBody, VoyageEventQuery } from './voyage-event.dto';
import { VoyageEventShow, VoyageOfEvents } from './voyage-event.view';
import { VoyageEventsService } from './voyage-events.service';

const VoyageNumber = () => PathText('voyage_number', 'The number of the voyage', 'WP2611');

@ApiTags('Voyages')
@Controller('voyages/:voyage_number/voyage_events')
export class VoyageEventsController {
  constructor(private readonly events: VoyageEventsService) {}

  @Get()
  @Endpoint({
    summary: 'List the events of a voyage',
    returns: page('voyage_events', VoyageEventShow, { beside: { voyage: VoyageOfEvents } }),
    errors: [404, 422],
  })
  list(@VoyageNumber() number: string, @Query() query: VoyageEventQuery) {
    return this.events.list(number, query);
  }

  @Post()
  @Endpoint({
    summary: 'Note an event of a voyage',
    returns: one('voyage_event', VoyageEventShow),
    status: 201,
    errors: [404, 422],
  })
  create(@VoyageNumber() number: string, @Body() body: CreateVoyageEventBody) {
    return this.events.create(number, body);
  }

  @Patch(':id')
  @Endpoint({
    summary: 'Update an event of a voyage',
    returns: one('voyage_event', VoyageEventShow),
    errors: [404, 422],
  })
  update(@VoyageNumber() number: string, @PathId() id: number, @Body() body: UpdateVoyageEventBody) {
    return this.events.update(number, id, body.voyage_event);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Delete an event of a voyage',
    returns: message(),
    errors: [404, 422],
  })
  remove(@VoyageNumber() number: string, @PathId() id: number) {
    return this.events.remove(number, id);
  }
}
