import { Controller, Get, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { ReeferWatchShow } from '../../condition/reefers/reefer.view';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { feed, one } from '../../common/endpoint/returns';
import { BillOfLadingHoldItem } from '../../holds/bill-of-lading-holds/bill-of-lading-hold.view';
import { EventQuery, OPEN_FILTERS } from './event.dto';
import { EventShow, FeedEvent } from './event.view';
import { FeedService } from './feed.service';

@ApiTags('Events')
@ApiExtraModels(BillOfLadingHoldItem, ReeferWatchShow) // only events show it
@Controller('events')
export class EventsController {
  constructor(private readonly events: FeedService) {}

  @Get()
  @Endpoint({
    summary: 'List what happened',
    description:
      'From the oldest on, or behind the event that `after` names. `next` is always there: whoever keeps following it misses no event, and sees none twice. Events of records that the token may not read are left out.',
    returns: feed('events', FeedEvent),
    parties: { filters: OPEN_FILTERS },
    errors: [400, 410],
  })
  list(@Query() query: EventQuery) {
    return this.events.list(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show an event',
    description: 'By its id, which is its place in the feed. One that was pruned is 404.',
    returns: one('event', EventShow),
    parties: { filters: [] },
    errors: [400, 404],
  })
  show(@PathId('Event', 'id', 'The id of the event') id: number) {
    return this.events.show(id);
  }
}
