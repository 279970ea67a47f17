import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TicketsService } from '../../common/auth/tickets.service';
import { Db } from '../../common/database/db';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare, stream } from '../../common/endpoint/returns';
import { Gone, Invalid } from '../../common/errors/errors';
import { In } from '../../common/input/in';
import { OPEN_FILTERS, PlaceQuery } from '../feed/event.dto';
import { FeedService } from '../feed/feed.service';
import { StreamsService } from './streams.service';

class StreamQuery extends PlaceQuery {
  @In.text({ description: 'Stands for a token, where no headers can be sent: POST /events/stream_tickets' })
  ticket?: string | null;
}

/** A ticket opens a stream without a token. */
class StreamTicketShow {
  @ApiProperty({ type: 'string', example: 'Yq3kXJ9sVb6mLr0ZtHc2Wd8uEa5oFg1iTn7pKx4lQyM' }) ticket: string;
  @ApiProperty({ type: 'string', format: 'date-time', description: 'When it ends, whatever happens' })
  expires_at: string;
}

@ApiTags('Events')
@Controller('events')
export class StreamsController {
  constructor(
    private readonly db: Db,
    private readonly feed: FeedService,
    private readonly streams: StreamsService,
    private readonly tickets: TicketsService,
  ) {}

  @Get('stream')
  @ApiHeader({
    name: 'Last-Event-ID',
    schema: { type: 'string', maxLength: 20 },
    required: false,
    description: 'The event that came last: the stream goes on behind it, whatever `after` says',
  })
  @ApiResponse({ status: 204, description: 'Events behind that were pruned; it ends an EventSource' })
  @Endpoint({
    summary: 'Hear what happens',
    description:
      'Server-sent events: `id` is the id of the event, `event` its type, `data` the event. Without `after` and `Last-Event-ID` it begins now, as with `after=latest`. It is answered 204 when events behind that were pruned, and 410 when the event that it names was lost.',
    operationId: 'streamEvents',
    returns: stream(),
    takesTicket: true,
    parties: { filters: [...OPEN_FILTERS, 'ticket'] },
    errors: [400, 410, 429],
  })
  async open(
    @Query() { after, ticket: _ticket, ...filter }: StreamQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const last = request.headers['last-event-id'];
    const place = placeOf(last) ?? after ?? undefined;
    const from = typeof place === 'number' ? place : await this.feed.end();
    if (request.method === 'HEAD') return void reply.send();
    try {
      await this.feed.slice(filter, from, 1);
    } catch (error) {
      if (error instanceof Gone) return void reply.status(204).send();
      throw error;
    }
    await this.streams.answer(reply, { actor: this.db.actor, filter, after: from }, request.ticket);
  }

  @Post('stream_tickets')
  @Endpoint({
    summary: 'Get a ticket for a stream',
    description:
      'For browsers, whose EventSource sends no headers: `?ticket=` opens one stream at a time: another one with it ends the one before. It is good for 60 seconds, while its stream is open, and for 60 seconds after; for 12 hours at most, and no longer than its token, which has 100 at a time.',
    operationId: 'createStreamTicket',
    returns: bare(StreamTicketShow),
    status: 201,
    role: 'read',
    parties: { filters: [] },
    repeats: 'carried out',
    errors: [],
  })
  create() {
    return this.tickets.create();
  }
}

/**
 * The id in `Last-Event-ID`; undefined without the header.
 * @throws Invalid when it is not an id
 */
function placeOf(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header);
  throw new Invalid({}, 'Last-Event-ID must be the id of an event.');
}
