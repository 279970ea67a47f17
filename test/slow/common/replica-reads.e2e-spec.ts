import { Logger } from '@nestjs/common';
import { Db } from '../../../src/common/database/db';
import { Replica } from '../../../src/common/database/pool/replica';
import { aContainer, keyOf } from '../../factories/cargo';
import { aTally, broughtBy, itemsOf } from '../../factories/quay';
import { aPort, aVoyage } from '../../factories/voyages';
import { Pair } from '../faults/pair';
import type { Answer, Client } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { Service } from '../../setup/service';
import { StreamReader } from '../../setup/stream';

type Who = 'primary' | 'replica';

describe('reads of a service with a replica', () => {
  let pair: Pair;
  let service: Service;
  let client: Client;

  beforeAll(async () => {
    pair = await Pair.start();
    await pair.addStandby({ synchronous: false });
    service = await aService();
    client = await service.organization();
  });
  afterAll(async () => {
    await service?.app.close();
    await pair?.stop();
  });
  beforeEach(async () => {
    client = await service.organization();
    await usable();
  });

  /** A service on the pair. */
  const aService = (env: Record<string, string> = { DATABASE_READ_URL: pair.readUrl }, at = pair.url) =>
    Service.on('wharfinger', { LOG_LEVEL: 'silent', ...env }, () => at);

  const replicaOf = (of: Service) => of.app.get(Replica, { strict: false });

  /** The answers of some requests, and who answered their reads. */
  async function asking<T>(work: () => Promise<T>, of = service): Promise<[T, Who[]]> {
    const before = { ...replicaOf(of).answered };
    const result = await work();
    const { answered } = replicaOf(of);
    return [result, (['primary', 'replica'] as const).filter((each) => answered[each] > before[each])];
  }
  const whoAnswers = async (path: string, headers = {}, by = client) =>
    (await asking(() => by.send('GET', path, undefined, headers), by.service))[1].join();

  /** Waits until the replica answers somebody who wrote nothing. */
  const usable = (of = service) =>
    eventually('the replica', async () => {
      const reader = await of.organization();
      return (await whoAnswers('/ports', {}, reader)) === 'replica';
    });

  const metric = async (name: string, of = service): Promise<number | undefined> => {
    const body = await of.metrics();
    const line = body.split('\n').find((each) => each.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.split(' ')[1]);
  };

  it('are answered by the primary until the replica has what the caller wrote', async () => {
    let number = '';
    await pair.paused(async () => {
      ({ number } = await aContainer(client));
      const [{ status }, who] = await asking(() => client.get(`/containers/${number}`));
      expect([status, who]).toEqual([200, ['primary']]);
      expect(await whoAnswers('/ports', {}, client.as('read'))).toBe('replica');
    });
    await eventually('the replica', async () => {
      const [{ status }, who] = await asking(() => client.get(`/containers/${number}`));
      expect(status).toBe(200);
      return who.join() === 'replica';
    });
  });

  it('also by several statements, of lists, counts, files and HEAD', async () => {
    for (let n = 0; n < 3; n++) await aContainer(client);
    await eventually('the replica', async () => (await whoAnswers('/containers')) === 'replica');
    for (const path of [
      '/containers?per=2&page=2',
      '/containers?updated_since=2020-01-01T00:00:00Z',
      '/containers/counts?by=usage',
      '/containers?format=csv',
      '/audit_entries',
    ])
      expect([path, await whoAnswers(path)]).toEqual([path, 'replica']);
    const head = () =>
      service.app.inject({
        method: 'HEAD',
        url: '/api/v1/containers',
        headers: { authorization: `Token token=${client.tokens.read}` },
      });
    const [{ statusCode }, who] = await asking(head);
    expect([statusCode, who]).toEqual([200, ['replica']]);
  });

  it('see what was written through another instance, if they say after which position', async () => {
    const other = await aService();
    try {
      const { number } = await aContainer(client);
      await usable(other);
      await pair.paused(async () => {
        const { headers } = await service
          .clientOf(client, other)
          .patch(`/containers/${number}`, { tier: null });
        const after = headers['wharfinger-position']!;
        expect(after).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
        const reader = client.as('read');
        expect(await whoAnswers(`/containers/${number}`, {}, reader)).toBe('replica');
        for (const sent of [after, after.toLowerCase()])
          expect(await whoAnswers(`/containers/${number}`, { 'wharfinger-after': sent }, reader)).toBe(
            'primary',
          );
      });
    } finally {
      await other.app.close();
    }
  });

  it('of a batch all see what each of them has to see', async () => {
    const { id } = await aPort(client);
    await eventually('the replica', async () => (await whoAnswers(`/ports/${id}`)) === 'replica');
    await pair.paused(async () => {
      await client.patch(`/ports/${id}`, { name: 'seen' });
      const readers = Array.from({ length: 12 }, (_, n) => (n % 2 ? client : client.as('read')));
      const answers = await Promise.all(readers.map((by) => by.get(`/ports/${id}`)));
      expect(answers.map(({ status }) => status)).toEqual(readers.map(() => 200));
      const ofWriter = answers.filter((_, n) => n % 2).map(({ body }) => body.port.name);
      expect(ofWriter).toEqual(ofWriter.map(() => 'seen'));
    });
  });

  it.each(['', '0', '0/', '1/G', '0/16B3748, 0/16B3749', '123456789/0', '-1/0', `${'0'.repeat(4000)}/0`])(
    'are refused after the position %j',
    async (after) => {
      for (const path of ['/ports', '/truck_visits/1/obstacles']) {
        const { status, body } = await client.send('GET', path, undefined, { 'wharfinger-after': after });
        expect([[400, 422].includes(status), body.error]).toEqual([
          true,
          'Wharfinger-After must be what an answer told as Wharfinger-Position, such as 0/16B3748.',
        ]);
      }
    },
  );

  it('are the primary’s after a position that nothing has reached', async () => {
    const headers = { 'wharfinger-after': 'FFFFFFFF/FFFFFFFF' };
    const [{ status }, who] = await asking(() => client.send('GET', '/ports', undefined, headers));
    expect([status, who]).toEqual([200, ['primary']]);
    expect(await whoAnswers('/ports', { 'wharfinger-after': '0/0' })).toBe('replica');
  });

  it('tell no position, as writes do', async () => {
    const { headers, body } = await client.post('/ports', { locode: 'BEGNE', name: 'Ghent' });
    expect(headers['wharfinger-position']).toBeDefined();
    expect((await client.get(`/ports/${body.port.id}`)).headers).not.toHaveProperty('wharfinger-position');
  });

  it.each([
    ['obstacles', '/truck_visits/1/obstacles'],
    ['what a truck has to pay', '/truck_visits/1/due'],
    ['the feed', '/events'],
    ['an event', '/events/1'],
    ['webhooks', '/webhook_endpoints'],
    ['users', '/users'],
    ['tokens', '/tokens'],
  ])('of %s are the primary’s: %s', async (_, path) => {
    expect(await whoAnswers(path)).toBe('primary');
  });

  it.each(['if-none-match', 'if-match'])('with %s are the primary’s', async (header) => {
    expect(await whoAnswers('/ports', { [header]: '"x"' })).toBe('primary');
  });

  it('of the stream, of repeated requests and of tokens are none of the replica', async () => {
    const base = await service.listen();
    const authorization = `Token token=${client.tokens.admin}`;
    const [, who] = await asking(async () => {
      const stream = await StreamReader.open(`${base}/api/v1/events/stream`, { authorization });
      const send = () =>
        client.send('POST', '/ports', { locode: 'BEOST', name: 'Ostend' }, { 'idempotency-key': 'once' });
      expect([(await send()).status, (await send()).headers['idempotent-replayed']]).toEqual([201, 'true']);
      await eventually('the event', () => stream.messages().length > 0);
      stream.close();
      await service.query('DELETE FROM tokens WHERE hash = sha256($1::bytea)', [client.tokens.write]);
      expect((await client.as('write').get('/ports')).status).toBe(401);
    });
    expect(who).not.toContain('replica');
  });

  it('are the primary’s when the replica is more than 8 MB behind', async () => {
    await pair.paused(async () => {
      await pair.query(
        `SELECT pg_logical_emit_message(false, 'test', repeat('x', 1000000)) FROM generate_series(1, 9)`,
      );
      await eventually('the primary', async () => (await whoAnswers('/ports')) === 'primary');
      await eventually('a lag', async () => (await metric('database_lag_seconds'))! > 0);
    });
    await usable();
    await eventually('no lag', async () => (await metric('database_lag_seconds')) === 0);
  });

  it('are counted by who answered them', async () => {
    const [primary, replica] = ['primary', 'replica'].map((from) => `database_reads_total{from="${from}"}`);
    const before = [await metric(primary!), await metric(replica!)];
    await client.get('/ports');
    await client.get('/events');
    expect([await metric(primary!), await metric(replica!)]).toEqual([before[0]! + 1, before[1]! + 1]);
    expect(await metric('database_replica_available')).toBe(1);
    expect(await metric('database_replica_connections{state="idle"}')).toBeGreaterThan(0);
  });

  it('are the primary’s while the replica’s tables are those of before', async () => {
    await pair.query('ALTER TABLE ports RENAME COLUMN name TO called');
    await eventually('the new name', async () =>
      pair.queryStandby('SELECT called FROM ports LIMIT 1').then(
        () => true,
        () => false,
      ),
    );
    await pair.paused(async () => {
      await pair.query('ALTER TABLE ports RENAME COLUMN called TO name');
      const [{ status }, who] = await asking(() => client.get('/ports'));
      expect([status, who]).toEqual([200, ['primary']]);
    });
  });

  it('are the primary’s when the replica ends their statement or session', async () => {
    for (const end of ['pg_cancel_backend', 'pg_terminate_backend']) {
      await pair.locked('ports', async (release) => {
        const requested = asking(() => client.get('/ports'));
        await eventually('a read that waits', async () => {
          const ended = await pair.queryStandby(
            `SELECT ${end}(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND backend_type = 'client backend'`,
          );
          return ended.length > 0;
        });
        await release();
        const [{ status }, who] = await requested;
        expect([status, who]).toEqual([200, ['primary']]);
      });
      await usable();
    }
  });

  /** Reads one thing after another by several readers, until they are stopped. */
  function reading(readers = 8) {
    let over = false;
    const answers: Answer[] = [];
    const counts = Array<number>(readers).fill(0);
    const running = counts.map(async (_, reader) => {
      while (!over) {
        answers.push(await client.get('/ports'));
        counts[reader]!++;
      }
    });
    return {
      /** Waits until each reader has had an answer to what it requested behind now. */
      goesOn: async () => {
        const before = [...counts];
        await eventually('each reader goes on', () => counts.every((count, at) => count > before[at]! + 1));
      },
      end: async () => {
        over = true;
        await Promise.all(running);
        return [...new Set(answers.map(({ status }) => status))];
      },
    };
  }

  const isAway = () => eventually('the replica is out', () => replicaOf(service).pool!.probe.isAway);

  it('go on while the replica is frozen', async () => {
    const { goesOn, end } = reading();
    pair.freezeStandby();
    try {
      await isAway();
      await goesOn();
      expect(await metric('database_replica_available')).toBe(0);
      const [{ status }, who] = await asking(() => client.get('/containers'));
      expect([status, who]).toEqual([200, ['primary']]);
    } finally {
      pair.thawStandby();
    }
    expect(await end()).toEqual([200]);
    await usable();
  });

  it('go on when the replica dies, and one that takes its place is used', async () => {
    const { end } = reading();
    await pair.killStandby();
    await isAway();
    expect(await end()).toEqual([200]);
    await pair.addStandby({ synchronous: false });
    await usable();
  });

  it('are answered without a replica from the start', async () => {
    const alone = await aService({ DATABASE_READ_URL: 'postgres://wharfinger@127.0.0.1:1/wharfinger' });
    const uncertified = await aService({ DATABASE_READ_URL: `${pair.readUrl}?sslrootcert=/missing.pem` });
    const none = await aService({});
    try {
      await eventually('a look', async () => (await metric('database_replica_available', uncertified)) === 0);
      for (const one of [alone, uncertified, none]) {
        const [{ status }, who] = await asking(() => service.clientOf(client, one).get('/ports'), one);
        expect([status, who]).toEqual([200, ['primary']]);
      }
      expect(await metric('database_lag_seconds', none)).toBeUndefined();
      const { headers } = await service
        .clientOf(client, none)
        .post('/ports', { locode: 'BEBGS', name: 'Bruges' });
      expect(headers).not.toHaveProperty('wharfinger-position');
    } finally {
      for (const one of [alone, uncertified, none]) await one.app.close();
    }
  });

  it('are all that an instance on a standby does, until that is promoted', async () => {
    const stated = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await aContainer(client);
    // an item of the tally that nobody has read
    const voyage = await aVoyage(client);
    const bill = await broughtBy(client, voyage, ['WHAU4142033']);
    const tally = await aTally(client, voyage);
    await aContainer(client, { bill_of_ladings: [keyOf(bill)] });
    await usable();
    const on = await aService({}, pair.standbyUrl);
    const at = service.clientOf(client, on);
    // what the other instance says of its replica is not meant, nor what Nest says of two in a process, nor closed services of other
    // files
    const about = () =>
      stated.mock.calls
        .map(([line]) => String(line))
        .filter((line) => !/replica|data source|db\.pool/.test(line));
    const health = async (path: string) => {
      const { statusCode, body } = await on.app.inject(path);
      return [
        statusCode,
        statusCode === 503 && path.endsWith('writable') ? JSON.parse(body).error : undefined,
      ];
    };
    try {
      const requested = jest.spyOn(on.app.get(Db, { strict: false }).pool.probe, 'ask');
      await eventually('tasks that wait', () => requested.mock.calls.length > 30);
      expect(about()).toEqual([
        'The database is a standby: the work beside requests waits until it is promoted.',
      ]);
      expect(await health('/health/ready')).toEqual([200, undefined]);
      expect(await health('/health/writable')).toEqual([
        503,
        'The database only lets read: it is a standby.',
      ]);
      expect((await at.get('/containers')).body.containers.length).toBeGreaterThan(0);
      expect(await itemsOf(at, tally)).toHaveLength(1);
      expect((await at.get(`/voyages/${voyage.number}/progress`)).status).toBe(200);
      expect((await at.post('/ports', { locode: 'BEZEE', name: 'Zeebrugge' })).status).toBe(503);
      expect((await at.get('/events/stream')).status).toBe(503);
      expect((await on.app.inject('/metrics')).statusCode).toBe(200);

      await pair.promoteStandby();
      await eventually('a promotion', async () => (await health('/health/writable'))[0] === 200);
      await eventually(
        'a write',
        async () => (await at.post('/ports', { locode: 'BEZEE', name: 'Zeebrugge' })).status === 201,
      );
      await eventually('its event', async () => {
        const { events } = (await at.get('/events')).body;
        return events.some(({ type }: { type: string }) => type === 'port.created');
      });
      expect(about()).toContain('The database lets write now: the work beside requests begins.');
      // what was promoted is no replica any more
      expect(await whoAnswers('/containers')).toBe('primary');
    } finally {
      stated.mockRestore();
      await on.app.close();
      await pair.killStandby();
      await pair.addStandby({ synchronous: false });
    }
  });
});
