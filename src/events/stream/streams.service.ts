import { Injectable, Logger, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import sql from 'sql-template-tag';
import { TicketsService } from '../../common/auth/tickets.service';
import { Background } from '../../common/database/background';
import { Db } from '../../common/database/db';
import { Conflict, TooManyStreams } from '../../common/errors/errors';
import { Connections } from '../../common/http/connections';
import { FeedService, Slice } from '../feed/feed.service';
import { PUBLISHED } from '../publishing/publisher';
import { EventStream, StreamRequest } from './event-stream';
import { EVENTS } from '../events.codes';

/** How often a stream says that it is alive, looks whether a notification was lost, and whether its token is good. */
const COMMENT_MS = 15_000;
const LOOK_MS = 5_000;
const CHECK_MS = 20_000;

/** How many streams a token may have open in one process. */
const MOST_OF_TOKEN = 20;

/** How many parts of feeds are read at a time. */
const READERS = 4;

/** How many events are read at a time. */
const BATCH = 100;

/** The streams that are open in this process. */
@Injectable()
export class StreamsService implements OnApplicationBootstrap, OnModuleDestroy {
  /** How long a reader may take nothing before it is cut off, in milliseconds. Tests wait for less. */
  patience = 30_000;
  private readonly logger = new Logger('Streams');
  private readonly open = new Set<EventStream>();
  /** What several streams read at the same place, they read together. */
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
    this.comments = setInterval(() => {
      for (const stream of this.open) stream.comment();
    }, COMMENT_MS).unref();
    this.connections.whenStopping(() => this.endAll());
  }

  onModuleDestroy(): void {
    clearInterval(this.comments);
    this.endAll();
  }

  /**
   * Answers a request with a stream, which goes on after the handler.
   * @throws Conflict when one is open with the same ticket, and TooManyStreams
   */
  async answer(reply: FastifyReply, request: StreamRequest): Promise<void> {
    const { actor, ticket } = request;
    if (ticket && !(await this.tickets.open(actor, ticket)))
      throw new Conflict({
        code: EVENTS.ticket_in_use,
        sentence: 'A stream is open with this ticket already.',
      });
    // nothing is waited for between this and the opening, so that no other one is opened meanwhile
    const ofToken = [...this.open].filter((each) => each.request.actor.token_id === actor.token_id);
    if (ofToken.length >= MOST_OF_TOKEN) {
      this.letGo(request);
      void reply.header('Retry-After', '60');
      throw new TooManyStreams(MOST_OF_TOKEN);
    }
    const headers = { ...reply.getHeaders(), ...HEADERS };
    reply.hijack();
    const { raw } = reply;
    // whoever hung up meanwhile is not told of again
    if (raw.destroyed) return this.letGo(request);
    // a stream on which nothing happens is still for long
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

  /** Ends the streams whose token or ticket is good no more. */
  async check(): Promise<void> {
    if (!this.open.size) return;
    const ids = [...new Set([...this.open].flatMap(({ request }) => request.actor.token_id ?? []))];
    const good = await this.background.query<{ id: number }>(sql`
      SELECT k.id FROM tokens k
      JOIN users u ON u.organization_id = k.organization_id AND u.id = k.user_id
      JOIN organizations o ON o.id = k.organization_id
      WHERE k.id = ANY(${ids}::bigint[]) AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
        AND u.active AND o.suspended_at IS NULL`);
    const known = new Set(good.map(({ id }) => id));
    for (const stream of this.open) {
      const { actor, ticket } = stream.request;
      const isGood = known.has(actor.token_id!) && (!ticket || (await this.tickets.renew(actor, ticket)));
      if (!isGood) stream.end();
    }
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

  /** Something was published for this organization. */
  private wake(organization: string): void {
    for (const stream of this.open)
      if (stream.request.actor.organization_id === Number(organization)) stream.wake();
  }

  /** Wakes the streams that are behind the end of their feed, in case a notification was lost. */
  private async look(): Promise<void> {
    if (!this.open.size) return;
    const ids = [...new Set([...this.open].map(({ request }) => request.actor.organization_id))];
    const feeds = await this.background.query<{ organization_id: number; last_id: number }>(sql`
      SELECT organization_id, last_id FROM event_feeds WHERE organization_id = ANY(${ids}::bigint[])`);
    const ends = new Map(feeds.map(({ organization_id, last_id }) => [organization_id, last_id]));
    for (const stream of this.open)
      if (stream.after < (ends.get(stream.request.actor.organization_id) ?? 0)) stream.wake();
  }

  /** The next events of a stream; streams that ask for the same are answered together. */
  private read({ actor, filter }: StreamRequest, after: number): Promise<Slice> {
    const key = JSON.stringify([actor.organization_id, filter, after]);
    const known = this.reading.get(key);
    if (known) return known;
    const slice = this.inTurn(() =>
      this.db.reading(actor, '', () => this.feed.slice(filter, after, BATCH)),
    ).finally(() => this.reading.delete(key));
    this.reading.set(key, slice);
    return slice;
  }

  /** Some at a time, so that many streams leave the connections to others. */
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

/** Some milliseconds, so that readers do not all come again at once. */
function soon(): number {
  return 1_000 + Math.floor(Math.random() * 4_000);
}
