import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { message, one, page } from '../../common/endpoint/returns';
import { PathVoyage } from '../voyages/path-voyage';
import { CreateVoyageEventBody, UpdateVoyageEventBody, VoyageEventQuery } from './voyage-event.dto';
import { VoyageEventShow, VoyageOfEvents } from './voyage-event.view';
import { VoyageEventsService } from './voyage-events.service';

@ApiTags('Voyages')
@Controller('voyages/:voyage_number/voyage_events')
export class VoyageEventsController {
  constructor(private readonly events: VoyageEventsService) {}

  @Get()
  @Endpoint({
    summary: 'List the events of a voyage',
    description: 'In the order in which they were noted, 25 on a page, with the voyage beside them.',
    returns: page('voyage_events', VoyageEventShow, { beside: { voyage: VoyageOfEvents } }),
    errors: [404, 422],
  })
  list(@PathVoyage() number: string, @Query() query: VoyageEventQuery) {
    return this.events.list(number, query);
  }

  @Post()
  @Endpoint({
    summary: 'Note an event of a voyage',
    description:
      'Its type says what is noted with it: times, a boat, a pilot, berths, or a value of its own.',
    returns: one('voyage_event', VoyageEventShow),
    status: 201,
    errors: [404, 422],
  })
  create(@PathVoyage() number: string, @Body() body: CreateVoyageEventBody) {
    return this.events.create(number, body);
  }

  @Patch(':id')
  @Endpoint({
    summary: 'Update an event of a voyage',
    description: 'Only the fields that are sent change; the type of an event stays.',
    returns: one('voyage_event', VoyageEventShow),
    errors: [404, 422],
  })
  update(
    @PathVoyage() number: string,
    @PathId('Voyage event') id: number,
    @Body() body: UpdateVoyageEventBody,
  ) {
    return this.events.update(number, id, body.voyage_event);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Remove an event of a voyage',
    description: 'It is gone for good; the traces of writes and the feed of events still tell of it.',
    returns: message(),
    errors: [404, 422],
  })
  remove(@PathVoyage() number: string, @PathId('Voyage event') id: number) {
    return this.events.remove(number, id);
  }
}
