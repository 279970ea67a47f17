import { Webhook } from 'standardwebhooks';
import { WebhookMetrics } from '../../src/events/webhooks/webhook-metrics';
import { aTruck } from '../factories/parties';
import { importFiles } from '../factories/transfer';
import { aPort } from '../factories/voyages';
import type { Client } from '../setup/client';
import { eventOf } from '../setup/events';
import { eventually } from '../setup/eventually';
import { Received, Receiver } from '../setup/receiver';
import { Service, useService } from '../setup/service';
import { backgroundStatements } from '../setup/statements';

jest.setTimeout(90_000);

describe('a webhook', () => {
  const service = useService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  let client: Client;
  let receiver: Receiver;
  beforeEach(async () => {
    client = await service.current.organization();
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    // what waits is not sent to whoever gets the port next
    await service.current.query('UPDATE webhook_endpoints SET active = false');
    await receiver.stop();
  });

  const anEndpoint = async (body: object = {}) =>
    (await client.create('/webhook_endpoints', { url: receiver.url, ...body })).webhook_endpoint;
  const deliveries = async (id: number, query = ''): Promise<any[]> =>
    (await client.get(`/webhook_endpoints/${id}/deliveries?per=100&${query}`)).body.webhook_deliveries;
  const received = (count: number) =>
    eventually(`${count} deliveries`, () => receiver.received.length >= count && receiver.received);
  const settled = (id: number, status: string) =>
    eventually(`a delivery that is ${status}`, async () => (await deliveries(id, `status=${status}`))[0]);
  /** Lets the time pass until the next try. */
  const letWaitPass = (id: number) =>
    service.current.query(
      `UPDATE webhook_deliveries SET next_try_at = now() WHERE webhook_endpoint_id = $1 AND status = 'pending' AND NOT claimed`,
      [id],
    );
  /** An endpoint that something was delivered to already: it has all its slots. */
  const aKnownEndpoint = async (body: { url?: string; types: string[] }) => {
    const endpoint = await anEndpoint(body);
    await client.post(`/webhook_endpoints/${endpoint.id}/test`);
    await settled(endpoint.id, 'delivered');
    receiver.received.length = 0;
    return endpoint;
  };
  const verified = (secret: string, { text, headers }: Received) =>
    new Webhook(secret).verify(text, headers as Record<string, string>);

  it('is signed, and says what happened as the feed does', async () => {
    const { id, secret } = await anEndpoint({ types: ['truck.created'] });
    await aTruck(client);
    const event = await eventOf(client, 'truck.created');
    const [first] = await received(1);
    expect(verified(secret, first!)).toEqual({
      type: 'truck.created',
      timestamp: event.occurred_at,
      data: event,
    });
    expect(first!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(new RegExp(`^evt_[0-9a-f-]{36}_${event.id}$`)),
    });
    expect(await settled(id, 'delivered')).toMatchObject({
      event_id: event.id,
      type: 'truck.created',
      tries: 1,
      last_status: 204,
      last_error: null,
      next_try_at: null,
    });
  });

  it('shows its secret once, and nowhere else', async () => {
    const { id, secret } = await anEndpoint();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await client.patch(`/webhook_endpoints/${id}`, { description: 'x' });
    await eventOf(client, 'webhook_endpoint.updated');
    for (const path of [`/webhook_endpoints/${id}`, '/webhook_endpoints', '/events', '/audit_entries'])
      expect(JSON.stringify((await client.get(path)).body)).not.toContain(secret);
  });

  it('is set up by an admin alone, also to read', async () => {
    for (const role of ['read', 'write'] as const) {
      expect((await client.as(role).get('/webhook_endpoints')).status).toBe(403);
      expect((await client.as(role).post('/webhook_endpoints', { url: receiver.url })).status).toBe(403);
    }
  });

  it('has an address without surrounding blanks', async () => {
    const { url } = await anEndpoint({ url: ` ${receiver.url}\n` });
    expect(url).toBe(receiver.url);
  });

  it('is sent its types', async () => {
    await anEndpoint({ types: ['truck.*', 'port.created'] });
    await aPort(client);
    await client.create('/terminals', { name: 'T' });
    await aTruck(client);
    await received(2);
    expect(receiver.types().sort()).toEqual(['port.created', 'truck.created']);
    const { status, body } = await client.post('/webhook_endpoints', {
      url: receiver.url,
      types: ['truck.vanished'],
    });
    expect([status, body.error]).toEqual([422, "'truck.vanished' is no type of event."]);
  });

  it('is sent nothing at an address of a file that no request may state', async () => {
    const types = ['port.created'];
    await importFiles(client, {
      'webhook_endpoints.ndjson': [
        { url: 'not a url', types },
        { url: 'https://user:word@planner.example/', types },
        { url: receiver.url, types: ['nope.nothing'] },
      ],
    });
    const { webhook_endpoints } = (await client.get('/webhook_endpoints')).body;
    const answers = [];
    for (const { id } of webhook_endpoints) {
      await client.post(`/webhook_endpoints/${id}/rotate_secret`, {});
      const { status, body } = await client.patch(`/webhook_endpoints/${id}`, { active: true });
      answers.push([status, ...Object.keys(body.errors)]);
    }
    expect(answers).toEqual([
      [422, 'url'],
      [422, 'url'],
      [422, 'types'],
    ]);
  });

  it('signs with both secrets for a day, or with the new one alone', async () => {
    const { id, secret } = await anEndpoint({ types: ['port.created'] });
    const rotated = (await client.post(`/webhook_endpoints/${id}/rotate_secret`, {})).body.webhook_endpoint;
    expect(Date.parse(rotated.previous_secret_until)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await aPort(client);
    const [first] = await received(1);
    expect(verified(secret, first!)).toEqual(verified(rotated.secret, first!));
    const last = (await client.post(`/webhook_endpoints/${id}/rotate_secret`, { expire_previous: true })).body
      .webhook_endpoint;
    await aPort(client);
    const [, second] = await received(2);
    expect(verified(last.secret, second!)).toBeDefined();
    expect(() => verified(rotated.secret, second!)).toThrow();
  });

  it('signs with each secret for a day from when it was replaced', async () => {
    const { id, secret } = await anEndpoint({ types: ['port.created'] });
    const rotate = async (body = {}) => client.post(`/webhook_endpoints/${id}/rotate_secret`, body);
    const secrets = [secret];
    for (let i = 0; i < 9; i++) secrets.push((await rotate()).body.webhook_endpoint.secret);
    await aPort(client);
    const [first] = await received(1);
    for (const each of secrets) expect(verified(each, first!)).toBeDefined();
    const { status, body } = await rotate();
    expect([status, body.code]).toEqual([422, 'too_many']);
    // the day of the first one is over
    await service.current.query(
      `UPDATE webhook_endpoints SET older_secrets = older_secrets || jsonb_build_object($2::text, now() - interval '1 second')
       WHERE id = $1`,
      [id, secret],
    );
    await aPort(client);
    const [, second] = await received(2);
    expect(() => verified(secret, second!)).toThrow();
    for (const each of secrets.slice(1)) expect(verified(each, second!)).toBeDefined();
    secrets.push((await rotate()).body.webhook_endpoint.secret);
    expect((await rotate()).status).toBe(422);
    const last = (await rotate({ expire_previous: true })).body.webhook_endpoint;
    expect(last.previous_secret_until).toBeNull();
    await aPort(client);
    const [, , third] = await received(3);
    expect(third!.headers['webhook-signature']).not.toContain(' ');
    expect(verified(last.secret, third!)).toBeDefined();
  });

  it('is known by its address in every trace', async () => {
    const { id } = await anEndpoint();
    await client.patch(`/webhook_endpoints/${id}`, { description: 'Planner' });
    await client.post(`/webhook_endpoints/${id}/replay`, { after: 0, until: 1 });
    await client.delete(`/webhook_endpoints/${id}`);
    const { body } = await client.get('/audit_entries?record_type=webhook_endpoints');
    expect(body.audit_entries.map(({ action, record_key }: any) => [action, record_key])).toEqual(
      ['create', 'update', 'update', 'delete'].map((action) => [action, receiver.url]),
    );
  });

  it('is found by its address, however long that is', async () => {
    const url = `${receiver.url}/${'x'.repeat(1900)}`;
    await client.create('/webhook_endpoints', { url, active: false });
    await eventOf(client, 'webhook_endpoint.created');
    for (const query of [`about=webhook_endpoint:${url}`, `subject_type=webhook_endpoint&subject=${url}`])
      expect((await client.get(`/events?${query}`)).body.events).toHaveLength(1);
    expect((await client.get(`/audit_entries?record_key=${url}`)).body.audit_entries).toHaveLength(1);
  });

  it('takes null for all types, and for active', async () => {
    const { id, active, types } = await anEndpoint({ types: null, active: null });
    expect([types, active]).toEqual([[], true]);
    const update = async (body: object) =>
      (await client.patch(`/webhook_endpoints/${id}`, body)).body.webhook_endpoint;
    await update({ types: ['port.*'], active: false });
    expect(await update({ types: null })).toMatchObject({ types: [], active: false });
    expect(await update({ active: null })).toMatchObject({ types: [], active: true });
    expect((await client.patch(`/webhook_endpoints/${id}`, { url: null })).status).toBe(400);
  });

  it('is tried again after some seconds, with the same id', async () => {
    const { id } = await anEndpoint({ types: ['port.created'] });
    receiver.answer = (response) => response.writeHead(503).end('busy');
    await aPort(client);
    await received(1);
    const waiting = await eventually('the failure', async () =>
      (await deliveries(id)).find(({ tries }) => tries === 1),
    );
    expect(waiting).toMatchObject({
      status: 'pending',
      last_status: 503,
      last_error: 'answered 503',
      last_answer: 'busy',
    });
    const seconds = (Date.parse(waiting.next_try_at) - Date.parse(waiting.last_tried_at)) / 1000;
    expect(seconds).toBeGreaterThan(4);
    expect(seconds).toBeLessThan(6);
    receiver.answer = (response) => response.writeHead(200).end();
    await letWaitPass(id);
    const [first, second] = await received(2);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(await settled(id, 'delivered')).toMatchObject({ tries: 2 });
  });

  it('waits as the receiver asks', async () => {
    const { id } = await anEndpoint({ types: ['port.created'] });
    receiver.answer = (response) => response.writeHead(429, { 'retry-after': '120' }).end();
    await aPort(client);
    const waiting = await eventually('the failure', async () =>
      (await deliveries(id)).find(({ tries }) => tries === 1),
    );
    expect(Date.parse(waiting.next_try_at) - Date.parse(waiting.last_tried_at)).toBeGreaterThanOrEqual(
      119_000,
    );
  });

  it('is given up after the tenth failure, and the endpoint with it when nothing else came through for days', async () => {
    const { id } = await anEndpoint({ types: ['port.created'] });
    receiver.answer = (response) => response.writeHead(500).end();
    await aPort(client);
    for (let tries = 1; tries <= 10; tries++) {
      await eventually(`try ${tries}`, async () => (await deliveries(id))[0]?.tries === tries);
      if (tries === 9)
        await service.current.query(
          `UPDATE webhook_endpoints SET failing_since = now() - interval '3 days' WHERE id = $1`,
          [id],
        );
      await letWaitPass(id);
    }
    expect((await deliveries(id))[0]).toMatchObject({ status: 'failed', tries: 10 });
    const event = await eventOf(client, 'webhook_endpoint.deactivated');
    expect(event).toMatchObject({ user: null, subject: { id }, data: { active: false } });
  });

  it('is sent no more once it answered 410', async () => {
    const { id } = await anEndpoint({ types: ['port.created'] });
    receiver.answer = (response) => response.writeHead(410).end();
    await aPort(client);
    await eventOf(client, 'webhook_endpoint.deactivated');
    expect((await client.get(`/webhook_endpoints/${id}`)).body.webhook_endpoint.active).toBe(false);
    await aPort(client);
    await eventually(
      'the second port',
      async () => (await client.get('/events?types=port.created')).body.events.length === 2,
    );
    expect(await deliveries(id)).toMatchObject([{ status: 'failed', last_status: 410 }]);
  });

  it('cancels waiting deliveries when it is made inactive', async () => {
    const { id } = await anEndpoint({ types: ['port.created'] });
    receiver.answer = (response) => response.writeHead(500).end();
    await aPort(client);
    await received(1);
    await eventually('the failure', async () => (await deliveries(id))[0]?.tries === 1);
    await client.patch(`/webhook_endpoints/${id}`, { active: false });
    expect(await deliveries(id)).toMatchObject([{ status: 'cancelled' }]);
  });

  it('comes in order for one record as long as nothing fails', async () => {
    await anEndpoint({ types: ['truck.*'] });
    receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), Math.random() * 20);
    const { license_plate } = await aTruck(client, { weight: 1 });
    for (let weight = 2; weight <= 12; weight++)
      await client.patch(`/trucks/${license_plate}`, { truck: { weight } });
    await received(12);
    expect(receiver.received.map(({ body }) => body.data.data.weight)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 1),
    );
  });

  it('lets the next event of a record go ahead after a failure', async () => {
    await anEndpoint({ types: ['truck.*'] });
    receiver.answer = (response, { body }) =>
      response.writeHead(body.type === 'truck.created' ? 500 : 204).end();
    const { license_plate } = await aTruck(client, { weight: 1 });
    await client.patch(`/trucks/${license_plate}`, { truck: { weight: 2 } });
    await eventually('the update', () => receiver.types().includes('truck.updated'));
  });

  /** So many deliveries of the event of this type, of which the first has its time last. */
  const manyDeliveries = (id: number, count: number, type: string, isReplay = false) =>
    service.current.query(
      `INSERT INTO webhook_deliveries (organization_id, webhook_endpoint_id, event_id, type, subject, is_replay, next_try_at)
       SELECT d.organization_id, d.webhook_endpoint_id, d.event_id, d.type, d.subject, $4,
         now() - CASE WHEN n > 1 THEN interval '1 minute' ELSE interval '0' END
       FROM webhook_deliveries d, generate_series(1, $2::integer) n
       WHERE d.webhook_endpoint_id = $1 AND d.type = $3 ORDER BY n`,
      [id, count, type, isReplay],
    );

  it('goes on with a record that has a long queue, when the claim of the first has run out', async () => {
    const { id } = await anEndpoint({ types: ['truck.*'] });
    await aTruck(client);
    await settled(id, 'delivered');
    await manyDeliveries(id, 110, 'truck.created');
    await received(111);
  });

  it('does not wait for another record with a long queue, nor do retries', async () => {
    const { id } = await aKnownEndpoint({ types: ['truck.*', 'port.created'] });
    await aPort(client);
    const port = await eventually('the port', async () =>
      (await deliveries(id, 'status=delivered')).find(({ type }) => type === 'port.created'),
    );
    receiver.answer = (response, { body }) => {
      if (!body.type.startsWith('truck.')) response.writeHead(204).end();
    };
    await aTruck(client);
    await received(2);
    await manyDeliveries(id, 300, 'truck.created');
    await service.current.query(
      `UPDATE webhook_deliveries SET status = 'pending', next_try_at = now() WHERE webhook_endpoint_id = $1 AND id = $2`,
      [id, port.id],
    );
    await aPort(client);
    await client.post(`/webhook_endpoints/${id}/test`);
    await eventually('the others', () => receiver.received.length === 5, 10_000);
    expect(receiver.types().sort()).toEqual([
      'port.created',
      'port.created',
      'port.created',
      'truck.created',
      'webhook_endpoint.test',
    ]);
  });

  it('does not wait for what is sent again of the same record', async () => {
    const { id } = await anEndpoint({ types: ['truck.*'] });
    const { license_plate } = await aTruck(client);
    await settled(id, 'delivered');
    receiver.answer = () => undefined;
    await manyDeliveries(id, 2, 'truck.created', true);
    await received(2);
    await client.patch(`/trucks/${license_plate}`, { truck: { weight: 2 } });
    await eventually('the update', () => receiver.types().includes('truck.updated'));
  });

  it('is not followed elsewhere, and its answer is read no further than 2 KiB', async () => {
    const { id } = await anEndpoint({ types: ['port.created'] });
    receiver.answer = (response) =>
      response.writeHead(302, { location: `${receiver.url}/other` }).end('x'.repeat(100_000));
    await aPort(client);
    const failed = await eventually('the failure', async () =>
      (await deliveries(id)).find(({ tries }) => tries === 1),
    );
    expect(failed.last_status).toBe(302);
    expect(failed.last_answer).toHaveLength(2048);
    expect(receiver.received).toHaveLength(1);
  });

  it('fails when there is no status in 15 seconds, delays no other meanwhile, and needs no more than a status', async () => {
    const slow = await aKnownEndpoint({ types: ['port.created'] });
    const other = await Receiver.start();
    const quick = await anEndpoint({ url: other.url, types: ['port.created'] });
    const third = await Receiver.start();
    const partial = await anEndpoint({ url: third.url, types: ['terminal.created'] });
    // an answer whose rest never comes
    third.answer = (response) => response.writeHead(200).write('o');
    await client.create('/terminals', { name: 'T' });
    // a header that never ends, byte by byte
    receiver.answer = (response) => {
      const { socket } = response;
      socket!.write('HTTP/1.1 200 OK\r\nX-Long: ');
      const drip = setInterval(() => socket!.write('x'), 100);
      socket!.on('close', () => clearInterval(drip));
    };
    for (let at = 0; at < 8; at++) await aPort(client);
    await eventually(
      'the quick one has all',
      async () => (await deliveries(quick.id, 'status=delivered')).length === 8,
    );
    expect(receiver.most).toBe(5);
    const waiting = await eventually(
      'the failures',
      async () => {
        const pending = await deliveries(slow.id, 'status=pending');
        return pending.filter(({ tries }) => tries === 1).length === 5 && pending;
      },
      30_000,
    );
    expect(waiting.map(({ last_error }) => last_error)).toEqual([
      ...Array(5).fill('no answer in 15 seconds'),
      // those that were claimed ahead are not sent
      ...Array(3).fill(null),
    ]);
    expect(receiver.received).toHaveLength(5);
    expect(await settled(partial.id, 'delivered')).toMatchObject({ last_answer: 'o' });
    await other.stop();
    await third.stop();
  });

  const failureOf = (id: number) =>
    eventually('the failure', async () =>
      (await deliveries(id, 'status=pending')).find(({ tries }) => tries === 1),
    );

  it('fails when informational answers come without end, and works after a few', async () => {
    const { id } = await anEndpoint({ types: ['port.created'] });
    const early = 'HTTP/1.1 103 Early Hints\r\n\r\n';
    receiver.answer = ({ socket }) =>
      socket!.write(`${early.repeat(8)}HTTP/1.1 204 OK\r\nConnection: close\r\n\r\n`);
    await aPort(client);
    expect(await settled(id, 'delivered')).toMatchObject({ last_status: 204 });
    receiver.answer = ({ socket }) => socket!.write(early.repeat(9));
    await aPort(client);
    expect((await failureOf(id)).last_error).toBe('more than 8 informational answers');
  });

  it('reports a failed connection without an address', async () => {
    const gone = await Receiver.start();
    const { id } = await anEndpoint({ url: gone.url, types: ['port.created'] });
    await gone.stop();
    await aPort(client);
    expect((await failureOf(id)).last_error).toBe('connect ECONNREFUSED');
  });

  it('keeps its connection for the next one, and makes another when the receiver had closed it', async () => {
    const { id } = await aKnownEndpoint({ types: ['port.created'] });
    const ports = new Set<number>();
    receiver.answer = (response) => {
      ports.add(response.socket!.remotePort!);
      response.writeHead(204).end();
    };
    for (let at = 1; at <= 5; at++) {
      await aPort(client);
      await received(at);
      await eventually('the note', async () => (await deliveries(id, 'status=pending')).length === 0);
    }
    expect(ports.size).toBe(1);
    // as if it had closed it just when the next one was sent
    receiver.answer = (response) =>
      ports.has(response.socket!.remotePort!) ? response.socket!.destroy() : response.writeHead(204).end();
    await aPort(client);
    await received(7);
    await eventually('the note', async () => (await deliveries(id, 'status=delivered')).length === 7);
    expect((await deliveries(id)).map(({ tries }) => tries)).toEqual(Array(7).fill(1));
  });

  it('fails when the receiver switches to another protocol', async () => {
    const { id } = await anEndpoint({ types: ['port.created'] });
    receiver.answer = ({ socket }) =>
      void socket!.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    await aPort(client);
    const failed = await eventually('the failure', async () =>
      (await deliveries(id)).find(({ tries }) => tries === 1),
    );
    expect(failed.last_error).toBe('the connection was closed without an answer');
  });

  it('leaves one slot to an endpoint whose last try failed', async () => {
    const { id } = await anEndpoint({ types: ['port.created'] });
    receiver.answer = (response) => response.writeHead(500).end();
    await aPort(client);
    await eventually('the failure', async () => (await deliveries(id))[0]?.tries === 1);
    receiver.answer = (response) => void setTimeout(() => response.writeHead(500).end(), 30);
    receiver.most = 0;
    for (let at = 0; at < 6; at++) await aPort(client);
    await received(7);
    expect(receiver.most).toBe(1);
  });

  it('can be sent again, tested and replayed', async () => {
    const { id } = await anEndpoint({ types: ['port.created'] });
    for (let at = 0; at < 3; at++) await aPort(client);
    await received(3);
    await eventually('all are noted', async () => (await deliveries(id, 'status=delivered')).length === 3);
    const [first] = await deliveries(id);
    expect((await client.post(`/webhook_endpoints/${id}/deliveries/${first.id}/redeliver`)).status).toBe(200);
    const again = (await received(4))[3]!;
    expect(again.headers['webhook-id']).toBe(
      receiver.received.find(({ body }) => body.data.id === first.event_id)!.headers['webhook-id'],
    );
    expect((await client.post(`/webhook_endpoints/${id}/test`)).status).toBe(201);
    expect((await received(5))[4]!.body).toMatchObject({
      type: 'webhook_endpoint.test',
      data: { id: null, subject: { id } },
    });
    expect(
      (await client.get('/events?types=webhook_endpoint.*')).body.events.map(({ type }: any) => type),
    ).toEqual(['webhook_endpoint.created']);
    const until = (await client.get('/events?types=port.created')).body.events.at(-1).id;
    const { status, body } = await client.post(`/webhook_endpoints/${id}/replay`, { after: 0, until });
    expect([status, body.webhook_replay.deliveries]).toEqual([201, 3]);
    await received(8);
    expect((await deliveries(id, `event_id=${until}`)).length).toBe(2);

    const { body: traces } = await client.get('/audit_entries?per=100');
    const path = 'POST /api/v1/webhook_endpoints/:id';
    expect(
      traces.audit_entries
        .filter(({ operation }: any) => operation.startsWith(path))
        .map(({ user, request_id, operation, ...trace }: any) => {
          expect([user.id, request_id]).toEqual([client.user_id, expect.any(String)]);
          const { action, record_type, record_key, before, after } = trace;
          return [operation.replace(path, ''), action, record_type, record_key, before, after];
        }),
    ).toEqual([
      [
        '/deliveries/:delivery_id/redeliver',
        'update',
        'webhook_deliveries',
        receiver.url,
        { status: 'delivered' },
        { status: 'pending' },
      ],
      [
        '/test',
        'create',
        'webhook_deliveries',
        receiver.url,
        null,
        { type: 'webhook_endpoint.test', webhook_endpoint_id: id },
      ],
      [
        '/replay',
        'update',
        'webhook_endpoints',
        receiver.url,
        { replay: null },
        { replay: { after: 0, until, deliveries: 3 } },
      ],
    ]);
  });

  it('waits while its organization is suspended, and comes when it is taken up again', async () => {
    const { id } = await anEndpoint({ types: ['port.created'] });
    const suspend = (to: string) =>
      service.current.query(`UPDATE organizations SET suspended_at = ${to} WHERE id = $1`, [
        client.organization_id,
      ]);
    await aPort(client);
    const [first] = await received(1);
    await settled(id, 'delivered');
    await suspend('now()');
    await service.current.query(
      `UPDATE webhook_deliveries SET status = 'pending', next_try_at = now() WHERE webhook_endpoint_id = $1`,
      [id],
    );
    // an endpoint of somebody else is looked for behind it
    const other = await service.current.organization();
    await other.create('/webhook_endpoints', { url: receiver.url, types: ['port.created'] });
    await aPort(other);
    await received(2);
    await aPort(other);
    const [, ...others] = await received(3);
    expect(others.map(({ body }) => body.data.subject.id)).not.toContain(first!.body.data.subject.id);
    await suspend('NULL');
    const again = (await received(4))[3]!;
    expect(again.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  });

  it('can be tested before anything was published', async () => {
    const [made] = await service.current.query<{ id: number }>(
      `INSERT INTO webhook_endpoints (organization_id, url, active, secret) VALUES ($1, $2, true, 'whsec_AAAA') RETURNING id`,
      [client.organization_id, receiver.url],
    );
    const { id } = made!;
    await client.post(`/webhook_endpoints/${id}/test`);
    expect(await settled(id, 'delivered')).toMatchObject({ type: 'webhook_endpoint.test' });
  });

  it('comes once while nothing fails, though two services share the work', async () => {
    const second = await Service.on(service.current.database, { WEBHOOK_ALLOW_PRIVATE: 'true' });
    const { id } = await anEndpoint({ types: ['port.created'] });
    for (let at = 0; at < 40; at++) await aPort(at % 2 ? client : second.clientOf(client));
    await eventually(
      'all are delivered',
      async () => (await deliveries(id, 'status=delivered')).length === 40,
    );
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
    await second.app.close();
  });

  it('is tried again when a claim has run out, and the late result is dropped', async () => {
    const { id } = await aKnownEndpoint({ types: ['port.created'] });
    const late = async () => {
      const { values } = await service.current.app.get(WebhookMetrics, { strict: false }).deliveries.get();
      return values.find(({ labels }) => labels.result === 'late')?.value ?? 0;
    };
    const before = await late();
    const answers: ((status: number) => void)[] = [];
    receiver.answer = (response) => void answers.push((status) => response.writeHead(status).end());
    const runOut = () =>
      service.current.query(
        `UPDATE webhook_deliveries SET next_try_at = now() WHERE webhook_endpoint_id = $1 AND claimed`,
        [id],
      );
    await aPort(client);
    await received(1);
    await runOut();
    await received(2);
    // somebody else has the delivery by now, and is not done
    answers[0]!(204);
    await eventually('the late result', async () => (await late()) === before + 1);
    expect(await settled(id, 'pending')).toMatchObject({ tries: 0, last_status: null });
    answers[1]!(500);
    await eventually('the failure', async () => (await settled(id, 'pending')).tries === 1);
  });

  it('is sent though it could not be read for a while', async () => {
    const { id } = await aKnownEndpoint({ types: ['port.created'] });
    const rename = (from: string, to: string) =>
      service.current.query(`ALTER TABLE webhook_endpoints RENAME ${from} TO ${to}`);
    await rename('secret', 'secret_elsewhere');
    try {
      await aPort(client);
      await settled(id, 'pending');
    } finally {
      await rename('secret_elsewhere', 'secret');
    }
    await received(1);
  });

  it('is claimed and stored together with others: in half as many transactions at most', async () => {
    const { id } = await aKnownEndpoint({ types: ['truck.*'] });
    await aTruck(client);
    await settled(id, 'delivered');
    await received(1);
    const statements = await backgroundStatements(async () => {
      await service.current.query(
        `INSERT INTO webhook_deliveries (organization_id, webhook_endpoint_id, event_id, type, subject, next_try_at)
         SELECT d.organization_id, d.webhook_endpoint_id, d.event_id, d.type, 'truck:-' || n, now()
         FROM webhook_deliveries d, generate_series(1, 200) n WHERE d.webhook_endpoint_id = $1 AND d.event_id IS NOT NULL`,
        [id],
      );
      await received(201);
    });
    expect(receiver.most).toBeLessThanOrEqual(5);
    expect(statements.filter(({ text }) => text === 'COMMIT').length).toBeLessThan(100);
  });

  it('is not sent again when its event was pruned: 409, and a waiting one fails without blame', async () => {
    const { id } = await anEndpoint({ types: ['port.created'] });
    await aPort(client);
    const delivery = await settled(id, 'delivered');
    await service.current.query('DELETE FROM events WHERE organization_id = $1 AND id = $2', [
      client.organization_id,
      delivery.event_id,
    ]);
    const path = `/webhook_endpoints/${id}/deliveries/${delivery.id}`;
    const { status, body } = await client.post(`${path}/redeliver`);
    expect([status, body]).toEqual([
      409,
      { error: `Event ${delivery.event_id} was pruned.`, code: 'event_pruned' },
    ]);
    await service.current.query(
      `UPDATE webhook_deliveries SET status = 'pending', tries = 0, next_try_at = now() WHERE webhook_endpoint_id = $1`,
      [id],
    );
    expect(await settled(id, 'failed')).toMatchObject({ tries: 0, last_error: 'the event was pruned' });
    const { webhook_endpoint } = (await client.get(`/webhook_endpoints/${id}`)).body;
    expect(webhook_endpoint).toMatchObject({ active: true, failing_since: null });
    expect(receiver.received).toHaveLength(1);
  });

  it('is of its organization alone', async () => {
    const { id } = await anEndpoint();
    const other = await service.current.organization();
    expect((await other.get(`/webhook_endpoints/${id}`)).status).toBe(404);
    expect((await other.get(`/webhook_endpoints/${id}/deliveries`)).status).toBe(404);
    expect((await other.post(`/webhook_endpoints/${id}/test`)).status).toBe(404);
  });
});
