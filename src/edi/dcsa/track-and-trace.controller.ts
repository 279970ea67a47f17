import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { array, bare } from '../../common/endpoint/returns';
import { DcsaEventQuery } from './dcsa-event.dto';
import { DcsaEvent } from './dcsa-event.view';
import { TrackAndTraceService } from './track-and-trace.service';

/** The version of Track & Trace. */
const VERSION = '2.2.0';

@ApiTags('Events')
@Controller('dcsa/v2/events')
export class TrackAndTraceController {
  constructor(private readonly events: TrackAndTraceService) {}

  @Get()
  @Header('API-Version', VERSION)
  @Endpoint({
    summary: 'List events as DCSA Track & Trace',
    description:
      'Track & Trace 2.2 (`API-Version`): containers that came in, went out, were discharged and loaded, and vessels that arrive and depart, from the oldest on. `Next-Page` is always there: whoever keeps following it misses no event, and sees none twice; an empty answer may still have one that leads on. Parameters that are not listed are refused. There are no subscriptions (501): webhooks tell of events as they happen.',
    operationId: 'listDcsaEvents',
    returns: array(DcsaEvent),
    strict: true,
    partners: true,
    errors: [400, 410],
  })
  list(@Query() query: DcsaEventQuery) {
    return this.events.list(query);
  }

  @Get(':eventID')
  @Header('API-Version', VERSION)
  @Endpoint({
    summary: 'Show an event as DCSA Track & Trace',
    description: 'By its `eventID`, which is the same each time. One that was pruned is 404.',
    operationId: 'showDcsaEvent',
    returns: bare(DcsaEvent),
    strict: true,
    partners: true,
    errors: [400, 404],
  })
  show(
    @PathText(
      'eventID',
      'The UUID of the event, as a list of events has it',
      '3cecb101-7a1a-53a4-9d62-e88a131651e2',
    )
    id: string,
  ) {
    return this.events.show(id);
  }
}
