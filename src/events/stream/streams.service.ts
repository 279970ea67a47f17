import { Injectable, Logger, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import {
  type GoesOn,
  renewing,
  signedStreamsToGoOn,
  streamsToGoOn,
  TicketsService,
} from '../../common/auth/tickets.service';
import { Background } from '../../common/database/write/background';
import { Db } from '../../common/database/db';
import { COMMON } from '../../common/errors/codes';
import { Unavailable } from '../../common/errors/database-errors';
import { TooManyAtOnce, Unauthenticated } from '../../common/errors/errors';
import { Connections } from '../../common/http/connections';
import { isSameHolder } from '../../common/tenancy/actor';
import { FeedService, Slice } from '../feed/feed.service';
import { PUBLISHED } from '../publishing/channels';
import { EventStream, StreamRequest } from './event-stream';

/** Intervals in milliseconds: keep-alives, the search for lost notifications, and the check of tokens. */
const COMMENT_MS = 15_000;
const LOOK_MS = 5_000;
const CHECK_MS = 900;

/** The most open streams of a token in one process. */
const MOST_OF_TOKEN = 20;

/** The most concurrent reads of the feed. */
const READERS = 4;

/** The events per read. */
const BATCH = 100;

/** The open streams of this process. */
@Injectable()
export class StreamsService implements OnApplicationBootstrap, OnModuleDestroy {
  /** How long a reader may take nothing before it is disconnected, in milliseconds. Tests shorten it. */
  patience = 30_000;
  private readonly logger = new Logger('Streams');
  private readonly open = new Set<EventStream>();
  /** Reads in progress, shared by streams with the same rights, filter and cursor. */
  private readonly reading = new Map<string, Promise<Slice>>();
  private readonly queue: (() => void)[] = [];
  private readers = 0;
  private comments?: NodeJS.Timeout;

  constructor(
    private readonly db: Db,
    private readonly background: Background,
    private readonly feed: FeedService,
    private readonly tickets: TicketsService,
    private readonly connections: Connections,
  ) {
    background.listen(PUBLISHED, (organization) => this.wake(organization));
    background.repeat('Looking after streams', LOOK_MS, () => this.look());
    background.repeat('Checking the tokens of streams', CHECK_MS, () => this.check());
  }

  onApplicationBootstrap(): void {
    this.comments = setInterval(() => this.sayAlive(), COMMENT_MS).unref();
    this.connections.whenStopping(() => this.endAll());
  }

  onModuleDestroy(): void {
    clearInterval(this.comments);
    this.endAll();
  }

  /**
   * Answers a request with a stream, which outlives the handler.
   * @param ticket the ticket of the request, if it came with one; an older stream with the same ticket ends
   * @throws Unauthenticated when the ticket has ended; TooManyAtOnce; Unavailable at a standby, which is told of no event
   */
  async answer(reply: FastifyReply, asked: Omit<StreamRequest, 'ticket'>, ticket?: string): Promise<void> {
    const { actor } = asked;
    if (this.background.waits) throw new Unavailable('read_only');
    const used = ticket && (await this.tickets.open(actor, ticket));
    if (ticket && !used) throw new Unauthenticated('The ticket is over.');
    const request = { ...asked, ticket: used || undefined };
    this.endOlder(request);
    // No await from here until the stream is open, so that concurrent requests cannot exceed the limit.
    const ofToken = [...this.open].filter((each) => isSameHolder(each.request.actor, actor));
    if (ofToken.length >= MOST_OF_TOKEN) {
      this.letGo(request);
      throw new TooManyAtOnce(
        COMMON.too_many_streams,
        `A token has at most ${MOST_OF_TOKEN} streams open: close one of them.`,
      );
    }
    const headers = { ...reply.getHeaders(), ...HEADERS };
    reply.hijack();
    const { raw } = reply;
    // The client has disconnected, so no close event will come.
    if (raw.destroyed) return this.letGo(request);
    // A stream may be idle for long.
    raw.setTimeout(0);
    const stream = new EventStream(request, raw, (each, after) => this.read(each, after), this.patience);
    this.open.add(stream);
    this.connections.letGo(raw);
    raw.on('error', () => undefined);
    raw.once('close', () => this.close(stream));
    raw.writeHead(200, headers as Record<string, string>);
    stream.comment();
    if (this.connections.isStopping) stream.end(soon());
    else stream.wake();
  }

  /** Sends a keep-alive on each stream. */
  sayAlive(): void {
    for (const stream of this.open) stream.comment();
  }

  /** Ends streams whose token is no longer valid, and those whose ticket has ended or opened a newer stream. */
  private async check(): Promise<void> {
    // a client gets another token of its identity provider, and comes again
    for (const stream of this.open)
      if ((stream.request.actor.signed_in?.expires_at ?? Infinity) <= Date.now()) this.end(stream, soon());
    const streams = [...this.open];
    await this.endOthers(
      streams.filter(({ request }) => !request.actor.signed_in),
      streamsToGoOn,
    );
    await this.endOthers(
      streams.filter(({ request }) => request.actor.signed_in),
      signedStreamsToGoOn,
    );
  }

  /** Ends the streams that a statement does not select by their places, and renews the tickets of the others. */
  private async endOthers(streams: EventStream[], toGoOn: (streams: StreamRequest[]) => Sql): Promise<void> {
    if (!streams.length) return;
    const statement = toGoOn(streams.map(({ request }) => request));
    const good = await this.background.query<GoesOn>(statement);
    const tickets = new Map<number, number[]>();
    for (const { organization_id, ticket_id } of good)
      if (ticket_id !== null)
        tickets.set(organization_id, [...(tickets.get(organization_id) ?? []), ticket_id]);
    const places = new Set(good.map(({ place }) => place));
    for (const [index, stream] of streams.entries()) if (!places.has(index + 1)) this.end(stream);
    const found = [...tickets].map(([organization_id, ids]) => ({ organization_id, ids }));
    const find = () => Promise.resolve(found);
    await this.background.inTurns(
      'Renewing the tickets of streams',
      find,
      async ({ organization_id, ids }) => {
        await this.background.query(renewing(organization_id, ids));
        return false;
      },
    );
  }

  /** Ends the stream of this process that an older request opened with the same ticket. */
  private endOlder({ ticket }: StreamRequest): void {
    for (const stream of this.open) {
      const other = stream.request.ticket;
      if (ticket && other?.hash.equals(ticket.hash) && other.openings < ticket.openings) this.end(stream);
    }
  }

  /** Forgets the stream at once, because a client that vanished may keep its connection for long. */
  private end(stream: EventStream, retry?: number): void {
    this.open.delete(stream);
    stream.end(retry);
  }

  private close(stream: EventStream): void {
    this.open.delete(stream);
    this.letGo(stream.request);
  }

  private letGo({ actor, ticket }: StreamRequest): void {
    if (ticket)
      this.tickets
        .close(actor, ticket)
        .catch((error: unknown) => this.logger.warn(`A ticket stays open: ${String(error)}`));
  }

  private endAll(): void {
    for (const stream of this.open) stream.end(soon());
  }

  /** Wakes the streams of an organization with new events. */
  private wake(organization: string): void {
    for (const stream of this.open)
      if (stream.request.actor.organization_id === Number(organization)) stream.wake();
  }

  /** Wakes the streams whose cursor is behind their feed, in case a notification was lost. */
  private async look(): Promise<void> {
    if (!this.open.size) return;
    const ids = [...new Set([...this.open].map(({ request }) => request.actor.organization_id))];
    const feeds = await this.background.query<{ organization_id: number; last_id: number }>(sql`
      SELECT organization_id, last_id FROM event_feeds WHERE organization_id = ANY(${ids}::bigint[])`);
    const ends = new Map(feeds.map(({ organization_id, last_id }) => [organization_id, last_id]));
    for (const stream of this.open)
      if (stream.after < (ends.get(stream.request.actor.organization_id) ?? 0)) stream.wake();
  }

  /** The next events of a stream. Identical concurrent reads share one query. */
  private read({ actor, filter }: StreamRequest, after: number): Promise<Slice> {
    const { organization_id, role, domains, limited, parties } = actor;
    const own = parties.map(({ id }) => id);
    const key = JSON.stringify([organization_id, role, domains, limited, own, filter, after]);
    const known = this.reading.get(key);
    if (known) return known;
    const slice = this.inTurn(() =>
      this.db.reading(actor, '', () => this.feed.slice(filter, after, BATCH)),
    ).finally(() => this.reading.delete(key));
    this.reading.set(key, slice);
    return slice;
  }

  /** Limits concurrent reads, so that streams leave database connections to other requests. */
  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.readers >= READERS) await new Promise<void>((next) => this.queue.push(next));
    this.readers++;
    try {
      return await work();
    } finally {
      this.readers--;
      this.queue.shift()?.();
    }
  }
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** A random delay in milliseconds, so that readers do not reconnect all at once. */
function soon(): number {
  return 1_000 + Math.floor(Math.random() * 4_000);
}
