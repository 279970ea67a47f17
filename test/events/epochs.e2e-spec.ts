import { randomUUID } from 'node:crypto';
import { aTruck, aTruckingCompany, limitedTo } from '../factories/parties';
import { Client } from '../setup/client';
import { databasePrefix, onServer } from '../setup/database';
import { allPublished, eventOf, Follower } from '../setup/events';
import { eventually } from '../setup/eventually';
import { Receiver } from '../setup/receiver';
import { Service, useService } from '../setup/service';
import { StreamReader } from '../setup/stream';

jest.setTimeout(120_000);

/** The oldest time at which an epoch of these tests can begin. */
const BEGAN = Date.now();

const ids = (events: { id: number }[]) => events.map(({ id }) => id);

/** What a reader is shown whose event was lost. */
const LOST = {
  status: 410,
  body: {
    error: expect.stringMatching(/^Event \d+ was lost .* go on behind \d+\.$/),
    code: 'events_lost',
    after: expect.any(Number),
  },
};

describe('a database that is restored to an earlier moment', () => {
  const env = { WEBHOOK_ALLOW_PRIVATE: 'true' };
  const services: Service[] = [];
  const on = async (database: string) => {
    const service = await Service.on(database, env);
    services.push(service);
    return service;
  };
  /** The same client at another service. */
  const at = (service: Service, { organization_id, user_id, tokens }: Client, limited = false) =>
    new Client(service, organization_id, user_id, tokens, limited ? 'write' : 'admin', limited);
  const copy = `${databasePrefix()}${randomUUID().replaceAll('-', '')}`;

  let client: Client;
  let party: Client;
  let quiet: Client;
  let receiver: Receiver;
  /** Readers, and what each had read of the history that is lost. */
  let feed: Follower;
  let lost: { id: number; key: string }[];
  let lostOfParty: number[];
  const webhookIds = () => receiver.received.map(({ headers }) => String(headers['webhook-id']));

  beforeAll(async () => {
    const first = await Service.start(env);
    client = await first.organization();
    quiet = await first.organization();
    receiver = await Receiver.start();
    await aTruckingCompany(client, { code: 'EST' });
    party = await limitedTo(client, { type: 'trucking_company', key: 'EST' });
    await aTruck(client, { license_plate: 'KEPT-1', trucking_company: 'EST' });
    // an endpoint is sent what is published from now on
    await allPublished(client);
    await client.create('/webhook_endpoints', { url: receiver.url, types: ['truck.*'] });
    await allPublished(client);
    await first.close();
    await onServer((server) => server.query(`CREATE DATABASE ${copy} TEMPLATE ${first.database}`));

    const before = await on(first.database);
    const there = at(before, client);
    for (const license_plate of ['LOST-1', 'LOST-2'])
      await aTruck(there, { license_plate, trucking_company: 'EST' });
    await aTruck(at(before, quiet), { license_plate: 'LOST-3' });
    const [endpoint] = (await there.get('/webhook_endpoints')).body.webhook_endpoints;
    await there.post(`/webhook_endpoints/${endpoint.id}/test`);
    await eventually('all are sent', () => receiver.received.length === 3);
    feed = new Follower(there);
    lost = (await feed.read()).slice(-2).map(({ id, subject }) => ({ id, key: subject.key }));
    lostOfParty = ids(await new Follower(at(before, party, true)).read()).slice(-2);
    await before.app.close();

    const restored = await on(copy);
    [client, party, quiet] = [at(restored, client), at(restored, party, true), at(restored, quiet)];
    await aTruck(client, { license_plate: 'NEW-1', trucking_company: 'EST' });
    await aTruck(quiet, { license_plate: 'NEW-2' });
    await allPublished(client);
  });
  afterAll(async () => {
    await services.at(-1)?.app.close();
    for (const { database } of services)
      await onServer((server) => server.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`));
    await receiver.stop();
  });

  it('names no event by an id that another one had', async () => {
    expect(lost.map(({ key }) => key)).toEqual(['LOST-1', 'LOST-2']);
    const event = await eventOf(client, 'truck.created');
    expect(event.subject.key).toBe('NEW-1');
    expect(event.id).toBeGreaterThan(BEGAN);
    expect((await client.get(`/events/${event.id}`)).body.event).toEqual(event);
    for (const { id } of lost) expect((await client.get(`/events/${id}`)).status).toBe(404);
  });

  it('tells a reader whose event is lost where the feed goes on', async () => {
    for (const { id } of lost) {
      const answer = await client.get(`/events?after=${id}`);
      expect(answer).toMatchObject(LOST);
      const { events } = (await client.get(`/events?after=${answer.body.after}`)).body;
      expect(events.map(({ subject }: any) => subject.key)).toEqual(['NEW-1']);
    }
  });

  it('tells whoever is limited to parties the same', async () => {
    for (const id of lostOfParty) expect(await party.get(`/events?after=${id}`)).toMatchObject(LOST);
    const shown = await new Follower(party).read();
    expect(shown.map(({ subject }) => subject.key)).toEqual(['KEPT-1', 'NEW-1']);
  });

  it('goes on for whoever has read no lost event, without a word', async () => {
    const all = await new Follower(client).read();
    const kept = all.slice(0, -1);
    for (const { id } of [{ id: 0 }, ...kept])
      expect(ids((await client.get(`/events?after=${id}`)).body.events)).toEqual(
        ids(all).filter((each) => each > id),
      );
    const { body } = await client.get('/events?after=latest');
    expect(body.events).toEqual([]);
    expect(ids((await client.get(`/events?after=${all.at(-1).id}`)).body.events)).toEqual([]);
  });

  it('refuses a stream behind a lost event', async () => {
    const url = `${(await client.service.listen()).replace('[::1]', '127.0.0.1')}/api/v1/events/stream`;
    const authorization = `Token token=${client.tokens.read}`;
    const refused = await StreamReader.open(url, { authorization, 'last-event-id': `${lost[1]!.id}` });
    await refused.end();
    expect({ status: refused.status, body: JSON.parse(refused.text) }).toMatchObject(LOST);
    const after = await client.get(`/events/stream?after=${lost[0]!.id}`);
    expect(after).toMatchObject(LOST);
    const open = await StreamReader.open(url, { authorization, 'last-event-id': `${lost[0]!.id - 1}` });
    expect((await open.receive(1)).map(({ data }) => data.subject.key)).toEqual(['NEW-1']);
    open.close();
  });

  it('refuses Track & Trace from the place of a lost event', async () => {
    expect(await client.get(`/dcsa/v2/events?cursor=${lost[0]!.id}`)).toMatchObject(LOST);
    expect((await client.get(`/dcsa/v2/events?cursor=${lost[0]!.id - 1}`)).status).toBe(200);
  });

  it('sends no delivery by an id that another one had, also no test', async () => {
    const [endpoint] = (await client.get('/webhook_endpoints')).body.webhook_endpoints;
    await client.post(`/webhook_endpoints/${endpoint.id}/test`);
    await eventually('all are sent', () => receiver.received.length === 5);
    expect(new Set(webhookIds()).size).toBe(5);
    expect(webhookIds().filter((id) => id.includes('_test_'))).toHaveLength(2);
  });

  it('keeps the ids of an organization apart that had no event yet', async () => {
    const [event] = await new Follower(quiet).read();
    expect(event.id).toBeGreaterThan(BEGAN);
    expect(await quiet.get('/events?after=1')).toMatchObject(LOST);
  });
});

describe('a service whose database fails over', () => {
  const service = useService({});
  let base: string;
  let client: Client;
  beforeAll(async () => {
    base = `${(await service.current.listen()).replace('[::1]', '127.0.0.1')}/api/v1/events/stream`;
  });
  beforeEach(async () => {
    client = await service.current.organization();
  });

  const open = (last: number) =>
    StreamReader.open(base, {
      authorization: `Token token=${client.tokens.read}`,
      'last-event-id': String(last),
    });
  /** Leaves the feed as a standby has it that is promoted: without some of the last events, and on another timeline. */
  const failOver = (without = 0) =>
    service.current.query(
      `WITH gone AS (DELETE FROM events USING event_feeds f
         WHERE events.organization_id = $1 AND f.organization_id = $1 AND events.id > f.last_id - $2)
       UPDATE event_feeds SET last_id = last_id - $2, history = 'before' WHERE organization_id = $1`,
      [client.organization_id, without],
    );
  const resumed = () =>
    eventually('an epoch', async () => {
      const [feed] = await service.current.query<{ is_new: boolean }>(
        `SELECT history <> 'before' AS is_new FROM event_feeds WHERE organization_id = $1`,
        [client.organization_id],
      );
      return feed!.is_new;
    });
  const trucks = async (...plates: string[]) => {
    for (const license_plate of plates) await aTruck(client, { license_plate });
    await allPublished(client);
  };

  it('ends the streams that have sent what is lost, and no others', async () => {
    await trucks('T-1', 'T-2', 'T-3');
    const [behind, ahead] = [await open(0), await open(0)];
    await ahead.receive(3);
    await behind.receive(3);
    await failOver(1);
    await resumed();
    await Promise.all([ahead.end(), behind.end()]);
    expect((await open(3)).status).toBe(410);
    const kept = await open(2);
    await trucks('T-4');
    const [message] = await kept.receive(1);
    expect([message!.data.subject.key, Number(message!.id)]).toEqual(['T-4', message!.data.id]);
    kept.close();
  });

  it('tells nobody where nothing was lost', async () => {
    await trucks('T-1');
    const feed = new Follower(client);
    const stream = await open(0);
    await stream.receive(1);
    await feed.read();
    await failOver();
    await resumed();
    await trucks('T-2');
    await failOver();
    await resumed();
    await trucks('T-3');
    const keys = (await feed.read()).map(({ subject }) => subject.key);
    expect(keys).toEqual(['T-1', 'T-2', 'T-3']);
    expect((await stream.receive(3)).map(({ data }) => data.subject.key)).toEqual(keys);
    expect(stream.ended).toBe(false);
    stream.close();
  });

  it('tells of each epoch which of its events are lost', async () => {
    await trucks('T-1', 'T-2');
    await failOver(1);
    await resumed();
    await trucks('T-3', 'T-4');
    const feed = await new Follower(client).read();
    const [, third, fourth] = ids(feed) as [number, number, number];
    await failOver(1);
    await resumed();
    await trucks('T-5');
    const after = async (id: number) => (await client.get(`/events?after=${id}`)).body;
    expect(await after(2)).toMatchObject({ ...LOST.body, after: third - 1 });
    expect(await after(third - 2)).toMatchObject({ ...LOST.body, after: third - 1 });
    expect((await after(third - 1)).events.map(({ subject }: any) => subject.key)).toEqual(['T-3', 'T-5']);
    const { code, after: goesOn } = await after(fourth);
    expect([code, goesOn > fourth]).toEqual(['events_lost', true]);
    expect((await after(goesOn)).events.map(({ subject }: any) => subject.key)).toEqual(['T-5']);
  });

  it('gives no id before the epoch begins', async () => {
    await trucks('T-1', 'T-2');
    // the standby has the last event as it was written, and had not heard that it was published
    const columns = `organization_id, type, occurred_at, recorded_at, user_id, request_id, subject_id, subject_key,
      subject_path, concerns, data, changes`;
    await service.current.query(
      `WITH gone AS (DELETE FROM events WHERE organization_id = $1 AND id = 2 RETURNING ${columns}),
       written AS (INSERT INTO events_written (${columns}) SELECT * FROM gone)
       UPDATE event_feeds SET last_id = 1, history = 'before' WHERE organization_id = $1`,
      [client.organization_id],
    );
    await allPublished(client);
    const [, event] = await new Follower(client).read();
    expect([event.subject.key, event.id > BEGAN]).toEqual(['T-2', true]);
    expect(await client.get('/events?after=2')).toMatchObject(LOST);
  });

  it('moves ids on also where they are ahead of the clock', async () => {
    await trucks('T-1');
    const ahead = Date.now() + 86_400_000;
    await service.current.query('UPDATE event_feeds SET last_id = $2 WHERE organization_id = $1', [
      client.organization_id,
      ahead,
    ]);
    await failOver();
    await resumed();
    await trucks('T-2');
    const [, second] = await new Follower(client).read();
    expect(second.id).toBe(ahead + 1_000_001);
  });

  it('says of pruned events that they were pruned', async () => {
    await trucks('T-1', 'T-2');
    await failOver(1);
    await resumed();
    await trucks('T-3');
    await service.current.query('UPDATE event_feeds SET pruned_id = last_id WHERE organization_id = $1', [
      client.organization_id,
    ]);
    expect((await client.get('/events?after=2')).body.code).toBe('pruned');
    expect((await open(2)).status).toBe(204);
  });
});
