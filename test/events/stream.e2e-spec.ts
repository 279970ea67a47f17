import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Background } from '../../src/common/database/write/background';
import { TicketsService } from '../../src/common/auth/tickets.service';
import { StreamsService } from '../../src/events/stream/streams.service';
import { Connections } from '../../src/common/http/connections';
import { aTruck } from '../factories/parties';
import { aPort } from '../factories/voyages';
import type { Client } from '../setup/client';
import { eventOf, Follower } from '../setup/events';
import { eventually } from '../setup/eventually';
import { Service, useService } from '../setup/service';
import { open as openSocket } from '../setup/socket';
import { StreamReader } from '../setup/stream';

jest.setTimeout(60_000);

/** The bytes that are in use in this process, without what is to be collected. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('the stream', () => {
  const service = useService({ HANDLER_TIMEOUT_MS: '1500' });
  let base: string;
  let client: Client;
  const readers: StreamReader[] = [];
  beforeAll(async () => {
    base = (await service.current.listen()).replace('[::1]', '127.0.0.1');
  });
  beforeEach(async () => {
    client = await service.current.organization();
  });
  afterEach(() => readers.splice(0).forEach((reader) => reader.close()));

  const open = async (query = '', headers: Record<string, string> = {}, token = client.tokens.read) => {
    const authorization = `Token token=${token}`;
    const reader = await StreamReader.open(`${base}/api/v1/events/stream?${query}`, {
      authorization,
      ...headers,
    });
    readers.push(reader);
    return reader;
  };
  const withTicket = async (ticket: string, headers: Record<string, string> = {}) => {
    const reader = await StreamReader.open(`${base}/api/v1/events/stream?ticket=${ticket}`, headers);
    readers.push(reader);
    return reader;
  };
  const aTicket = async (): Promise<string> =>
    (await client.as('read').post('/events/stream_tickets')).body.ticket;

  /** One event as it comes about, and so many large ones behind it. */
  const manyEvents = async (count: number, bytes: number) => {
    await aPort(client);
    await eventOf(client, 'port.created');
    await service.current.query(
      `INSERT INTO events (organization_id, id, type, occurred_at, recorded_at, data, bytes)
       SELECT $1, 1 + n, 'truck.updated', now(), now(), json_build_object('remarks', repeat('x', $3)), $3 + 1000
       FROM generate_series(1, $2::integer) n`,
      [client.organization_id, count, bytes],
    );
    await service.current.query(`UPDATE event_feeds SET last_id = $2 WHERE organization_id = $1`, [
      client.organization_id,
      count + 1,
    ]);
  };

  /** Waits until a socket takes no more of what it is sent. */
  const aFullSocket = async ({ app }: Service) => {
    const connections = app.get(Connections, { strict: false });
    const unread = () => [...connections.unread()].reduce((sum, [{ bytesWritten }]) => sum + bytesWritten, 0);
    let before = -1;
    await eventually('a socket that is full', () => {
      const isStill = before > 1_000_000 && unread() === before;
      before = unread();
      return isStill;
    });
  };

  it('sends events from now on, with a comment at once', async () => {
    await aPort(client);
    await eventOf(client, 'port.created');
    const reader = await open();
    expect(reader.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': expect.stringContaining('no-transform'),
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    await eventually('the comment', () => reader.text.startsWith(':\nid: 1\n\n'));
    await aTruck(client);
    const [message] = await reader.receive(1);
    const event = await eventOf(client, 'truck.created');
    expect(message).toEqual({ id: String(event.id), event: 'truck.created', data: event });
  });

  it('goes on behind Last-Event-ID, which outranks after', async () => {
    for (let at = 0; at < 4; at++) await aPort(client);
    await eventually('all', async () => (await new Follower(client).read()).length === 4);
    expect((await (await open('after=1')).receive(3)).map(({ id }) => id)).toEqual(['2', '3', '4']);
    expect((await (await open('after=1', { 'last-event-id': '3' })).receive(1)).map(({ id }) => id)).toEqual([
      '4',
    ]);
    expect((await open('', { 'last-event-id': 'x' })).status).toBe(400);
  });

  it('begins wherever the feed does', async () => {
    const { url } = (await client.get('/events')).body.actions.next;
    await aPort(client);
    await eventOf(client, 'port.created');
    const atLatest = await open('after=latest');
    expect((await (await open(new URL(url).search.slice(1))).receive(1)).map(({ id }) => id)).toEqual(['1']);
    await aPort(client);
    expect((await atLatest.receive(1)).map(({ id }) => id)).toEqual(['2']);
    expect((await (await open('after=0', { 'last-event-id': '1' })).receive(1)).map(({ id }) => id)).toEqual([
      '2',
    ]);
    for (const after of ['-1', 'first', '1.5']) expect((await open(`after=${after}`)).status).toBe(400);
  });

  it('is filtered as the feed is', async () => {
    const narrowed = await open('types[]=truck.*');
    await aPort(client);
    await aTruck(client);
    expect((await narrowed.receive(1)).map(({ event }) => event)).toEqual(['truck.created']);
    expect((await open('types[]=truck.vanished')).status).toBe(400);
  });

  it('outlasts the time that a handler has, and counts as no request under way', async () => {
    const connections = service.current.app.get(Connections, { strict: false });
    const before = connections.underWay;
    const reader = await open();
    expect(connections.underWay).toBe(before);
    await eventually('more than HANDLER_TIMEOUT_MS', () => performance.now() - began > 2_000);
    await aPort(client);
    await reader.receive(1);
  });
  let began = 0;
  beforeEach(() => (began = performance.now()));

  it('is counted when it ends, but not among what requests take', async () => {
    const measured = () => service.current.metrics();
    const reader = await open();
    reader.close();
    const counted =
      /^http_requests_total\{method="GET",route="\/api\/v1\/events\/stream",status="\w+"\} \d+$/m;
    await eventually('the stream is counted', async () => counted.test(await measured()));
    expect(await measured()).not.toMatch(/^http_request_duration_seconds_count\{route="[^"]*stream"\}/m);
  });

  it('answers 204 where the next events were pruned, which ends an EventSource', async () => {
    await aPort(client);
    await eventOf(client, 'port.created');
    await service.current.query(`UPDATE event_feeds SET pruned_id = 1 WHERE organization_id = $1`, [
      client.organization_id,
    ]);
    expect((await open('', { 'last-event-id': '0' })).status).toBe(204);
  });

  it('takes a ticket in place of a token, one stream at a time', async () => {
    const { ticket, expires_at } = (await client.as('read').post('/events/stream_tickets')).body;
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(11.9 * 3_600_000);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(12 * 3_600_000);
    const first = await withTicket(ticket);
    expect(first.status).toBe(200);
    const other = await withTicket(await aTicket());
    const second = await withTicket(ticket);
    expect(second.status).toBe(200);
    await first.end();
    expect([second.ended, other.ended]).toEqual([false, false]);
    expect((await withTicket('unknown-ticket')).status).toBe(401);
    const { status } = await fetch(`${base}/api/v1/events?ticket=${ticket}`);
    expect(status).toBe(401);
  });

  it('ends when a newer one is opened with its ticket, also at another instance', async () => {
    const elsewhere = await Service.on(service.current.database);
    const there = `${await elsewhere.listen()}/api/v1/events/stream`;
    const ticket = await aTicket();
    const first = await withTicket(ticket);
    const second = await StreamReader.open(`${there}?ticket=${ticket}`);
    expect([first.status, second.status]).toEqual([200, 200]);
    await first.end();
    const third = await withTicket(ticket);
    await second.end();
    expect([third.status, third.ended]).toEqual([200, false]);
    await elsewhere.app.close();
  });

  it('is opened anew by a reader whose connection died, also as the last that its token may have', async () => {
    const ticket = await aTicket();
    await manyEvents(200, 200_000);
    await Promise.all(Array.from({ length: 19 }, () => open()));
    const gone = await withTicket(`${ticket}&after=0`);
    gone.response.pause();
    await aFullSocket(service.current);
    expect((await withTicket(ticket)).status).toBe(200);
  });

  it.each([
    ['its minute', 'good_until'],
    ['its 12 hours', 'expires_at'],
  ])('takes no ticket beyond %s', async (_what, column) => {
    const ticket = await aTicket();
    await letPass(column);
    expect((await withTicket(ticket)).status).toBe(401);
  });

  it('takes no ticket whose 12 hours are over while it is opened', async () => {
    const ticket = await aTicket();
    const there = service.current.app.get(TicketsService, { strict: false });
    const take = there.open.bind(there);
    const opening = jest.spyOn(there, 'open').mockImplementation(async (actor, taken) => {
      await letPass('expires_at');
      return take(actor, taken);
    });
    expect((await withTicket(ticket)).status).toBe(401);
    opening.mockRestore();
  });

  it('ends with the 12 hours of its ticket, and keeps that good until then', async () => {
    const ticket = await aTicket();
    const reader = await withTicket(ticket);
    await service.current.query(
      `UPDATE stream_tickets SET good_until = now() + interval '59 seconds' WHERE organization_id = $1`,
      [client.organization_id],
    );
    await eventually('it is renewed', async () => {
      const [{ good } = {}] = await service.current.query<{ good: boolean }>(
        `SELECT good_until > now() + interval '70 seconds' AS good FROM stream_tickets WHERE organization_id = $1`,
        [client.organization_id],
      );
      return good;
    });
    await letPass('expires_at');
    await reader.end();
  });

  const letPass = (column: string) =>
    service.current.query(`UPDATE stream_tickets SET ${column} = now() WHERE organization_id = $1`, [
      client.organization_id,
    ]);

  it.each([
    ['its token is revoked', 'UPDATE tokens SET revoked_at = now() WHERE organization_id = $1'],
    ['its token expires', 'UPDATE tokens SET expires_at = now() WHERE organization_id = $1'],
    ['its user is not active any more', 'UPDATE users SET active = false WHERE organization_id = $1'],
    ['its organization is suspended', 'UPDATE organizations SET suspended_at = now() WHERE id = $1'],
  ])('ends within a second when %s, as one with a ticket does', async (_what, change) => {
    const other = await service.current.organization();
    const stays = await open('', {}, other.tokens.read);
    const ending = [await open(), await withTicket(await aTicket())];
    const requested = jest.spyOn(service.current.app.get(Background, { strict: false }), 'query');
    await service.current.own.query(change, [client.organization_id]);
    await Promise.all(ending.map((reader) => reader.end()));
    const checks = requested.mock.calls.filter(([{ sql: text }]) => text.includes('JOIN tokens k'));
    requested.mockRestore();
    expect(checks).toHaveLength(1); // the next one, and there is one each second
    expect(stays.ended).toBe(false);
  });

  it('gives a token a hundred tickets at a time, also where they are requested at once', async () => {
    const ask = () => client.as('read').post('/events/stream_tickets');
    expect((await ask()).status).toBe(201);
    await service.current.query(
      `INSERT INTO stream_tickets (organization_id, token_id, hash, expires_at, good_until)
       SELECT organization_id, token_id, sha256(n::text::bytea || hash), expires_at, good_until
       FROM stream_tickets, generate_series(1, 95) n WHERE organization_id = $1`,
      [client.organization_id],
    );
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    const refused = answers.filter(({ status }) => status === 429);
    expect([answers.filter(({ status }) => status === 201).length, refused.length]).toEqual([4, 4]);
    expect(refused[0]!.headers['retry-after']).toBe('60');
    expect(refused[0]!.body).toEqual({
      error: 'A token has at most 100 tickets at once: one without a stream is over after a minute.',
      code: 'too_many_tickets',
    });
    expect((await client.as('write').post('/events/stream_tickets')).status).toBe(201);
    for (const column of ['good_until', 'expires_at']) {
      await service.current.query(
        `UPDATE stream_tickets SET ${column} = now() WHERE organization_id = $1 AND id IN (
           SELECT id FROM stream_tickets WHERE organization_id = $1 ORDER BY id LIMIT 1)`,
        [client.organization_id],
      );
      expect([(await ask()).status, (await ask()).status]).toEqual([201, 429]);
    }
  });

  it('sends its position before any event, and with each heartbeat, without an event', async () => {
    const streams = service.current.app.get(StreamsService, { strict: false });
    await aPort(client);
    await eventOf(client, 'port.created');
    const reader = await open('types[]=truck.*');
    await eventually('the beginning', () => reader.text === ':\nid: 1\n\n');
    await aPort(client);
    await eventually('what it was not told of', () => {
      streams.sayAlive();
      return reader.text.endsWith(':\nid: 2\n\n');
    });
    await aTruck(client);
    await reader.receive(1);
    reader.text = '';
    streams.sayAlive();
    await eventually('the sign of life', () => reader.text === ':\nid: 3\n\n');
    expect(reader.messages()).toEqual([]);
  });

  it('is open twenty times at most for a token', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => open()));
    expect(all.every(({ status }) => status === 200)).toBe(true);
    const more = await open();
    expect([more.status, more.response.headers['retry-after']]).toEqual([429, '60']);
  });

  it('has no more than 20 of a token, also of those that are opened at once by tickets', async () => {
    const tickets = await Promise.all(Array.from({ length: 25 }, aTicket));
    const there = service.current.app.get(TicketsService, { strict: false });
    const take = there.open.bind(there);
    let [waiting, enter] = [0, (): void => undefined];
    const allThere = new Promise<void>((done) => (enter = done));
    const opening = jest.spyOn(there, 'open').mockImplementation(async (actor, ticket) => {
      if (++waiting === tickets.length) enter();
      await allThere;
      return take(actor, ticket);
    });
    const readers = await Promise.all(tickets.map((ticket) => withTicket(ticket)));
    opening.mockRestore();
    const statuses = readers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    // a ticket that was refused is as free as before
    readers.find(({ status }) => status === 200)!.close();
    const refused = tickets[statuses.indexOf(429)]!;
    await eventually('it is free', async () => (await withTicket(refused)).status === 200);
  });

  it('is not opened, and its ticket is free, when its reader closed before it began', async () => {
    const tickets = await Promise.all(Array.from({ length: 20 }, aTicket));
    const connections = service.current.app.get(Connections, { strict: false });
    const there = service.current.app.get(TicketsService, { strict: false });
    const take = there.open.bind(there);
    let hangUp = (): void => undefined;
    const hungUp = new Promise<void>((done) => (hangUp = done));
    const opening = jest.spyOn(there, 'open').mockImplementation(async (actor, ticket) => {
      await hungUp;
      return take(actor, ticket);
    });
    const sockets = tickets.map((ticket) =>
      openSocket(service.current, `GET /api/v1/events/stream?ticket=${ticket} HTTP/1.1\r\nHost: x\r\n\r\n`),
    );
    await eventually('all are about to be opened', () => opening.mock.calls.length === tickets.length);
    const ports = new Set(sockets.map(({ localPort }) => localPort));
    for (const socket of sockets) socket.destroy();
    await eventually(
      'the service has noticed',
      () => ![...connections.unread()].some(([{ remotePort }]) => ports.has(remotePort)),
    );
    hangUp();
    opening.mockRestore();
    for (const ticket of tickets)
      await eventually('it is free', async () => (await withTicket(ticket)).status === 200);
  });

  it('of another organization shows nothing', async () => {
    const other = await service.current.organization();
    const reader = await open();
    await aPort(other);
    await eventOf(other, 'port.created');
    await aPort(client);
    await reader.receive(1);
    expect(reader.messages()).toHaveLength(1);
  });

  it('catches up with all there is, also for a reader that is slow', async () => {
    await manyEvents(300, 100_000);
    const reader = await open('', { 'last-event-id': '0' });
    reader.response.pause();
    await aPort(client);
    reader.response.resume();
    const ids = (await reader.receive(302)).map(({ id }) => Number(id));
    expect(ids).toEqual(Array.from({ length: 302 }, (_, at) => at + 1));
  });

  it('closes the connection of a reader that stopped reading', async () => {
    const streams = service.current.app.get(StreamsService);
    const { patience } = streams;
    streams.patience = 300;
    await manyEvents(200, 200_000);
    const reader = await open('', { 'last-event-id': '0' });
    reader.response.pause();
    const connections = service.current.app.get(Connections, { strict: false });
    const { localPort } = reader.response.socket;
    const isOpen = () => [...connections.unread()].some(([{ remotePort }]) => remotePort === localPort);
    expect(isOpen()).toBe(true);
    await eventually('the end of its connection', () => !isOpen());
    streams.patience = patience;
  });

  it('ends when the service stops, with a time to reconnect after', async () => {
    const stopping = await Service.on(service.current.database);
    const there = await stopping.listen();
    const reader = await StreamReader.open(`${there}/api/v1/events/stream`, {
      authorization: `Token token=${client.tokens.read}`,
    });
    const stopped = stopping.app.get(Connections, { strict: false }).stop(0);
    await reader.end();
    const [, milliseconds] = /retry: (\d+)\n\n$/.exec(reader.text)!;
    expect(Number(milliseconds)).toBeGreaterThanOrEqual(1_000);
    expect(Number(milliseconds)).toBeLessThanOrEqual(5_000);
    await stopped;
    await stopping.app.close();
  });

  it('ends in the middle of an event without that event, which comes again', async () => {
    await manyEvents(200, 200_000);
    const stopping = await Service.on(service.current.database);
    const there = await stopping.listen();
    const reader = await StreamReader.open(`${there}/api/v1/events/stream?after=0`, {
      authorization: `Token token=${client.tokens.read}`,
    });
    reader.response.pause();
    await aFullSocket(stopping);
    const stopped = stopping.app.get(Connections, { strict: false }).stop(0);
    reader.response.resume();
    await reader.end();
    const ids = reader.messages().map(({ id }) => Number(id));
    expect(ids).toEqual(ids.map((_, at) => at + 1));
    expect(reader.text.slice(reader.text.lastIndexOf('data: '))).not.toContain('retry');
    await stopped;
    await stopping.app.close();
  });

  it('shows events that another instance has written', async () => {
    const second = await Service.on(service.current.database);
    const reader = await open();
    await aPort(second.clientOf(client));
    await reader.receive(1);
    await second.app.close();
  });

  it('takes no connection of the pool and little memory, with a thousand readers', async () => {
    const { port } = service.current.app.getHttpServer().address() as AddressInfo;
    const tokens: string[] = [];
    for (let at = 0; at < 50; at++)
      tokens.push(await service.current.token(client.organization_id, client.user_id, 'read'));
    const before = memoryInUse();
    let got = 0;
    const sockets = await Promise.all(
      Array.from(
        { length: 1000 },
        (_, at) =>
          new Promise<ReturnType<typeof connect>>((done, fail) => {
            const socket = connect(port, '127.0.0.1', () =>
              socket.write(
                `GET /api/v1/events/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Token token=${tokens[at % 50]}\r\n\r\n`,
              ),
            );
            socket.on('error', fail);
            socket.on('data', (part) => {
              const text = String(part);
              if (text.includes('event: port.created')) got++;
              if (text.includes('\r\n\r\n')) done(socket);
            });
          }),
      ),
    );
    await aPort(client);
    await eventually('all of them', () => got === 1000);
    expect(service.current.dataSource.isInitialized).toBe(true);
    const grown = (memoryInUse() - before) / 1024 / 1024;
    expect(grown).toBeLessThan(150); // both ends are in this process
    for (const socket of sockets) socket.destroy();
  });
});
