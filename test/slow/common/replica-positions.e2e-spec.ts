import { Logger } from '@nestjs/common';
import { Replica } from '../../../src/common/database/pool/replica';
import type { Actor } from '../../../src/common/tenancy/actor';
import { Pair } from '../faults/pair';
import type { Client } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { Service } from '../../setup/service';

describe('reads that follow what a caller has seen', () => {
  let pair: Pair;
  let service: Service;
  let client: Client;

  beforeAll(async () => {
    pair = await Pair.start();
    await pair.addStandby({ synchronous: false });
    service = await aService();
  });
  afterAll(async () => {
    await service?.app.close();
    await pair?.stop();
  });
  beforeEach(async () => {
    client = await service.organization();
    await usable();
  });

  const aService = (env: Record<string, string> = {}) =>
    Service.on(
      'wharfinger',
      { LOG_LEVEL: 'silent', DATABASE_READ_URL: pair.readUrl, ...env },
      () => pair.url,
    );

  const replicaOf = (of: Service) => of.app.get(Replica, { strict: false });

  /** The status of a read, and who answered it. */
  async function read(path: string, by: Client, headers = {}): Promise<[number, string]> {
    const { answered } = replicaOf(by.service);
    const before = { ...answered };
    const { status } = await by.send('GET', path, undefined, headers);
    const who = (['primary', 'replica'] as const).filter((each) => answered[each] > before[each]);
    return [status, who.join()];
  }

  /** Waits until the replica answers this client. */
  const answeredByReplica = (by: Client) =>
    eventually('the replica', async () => (await read('/ports', by))[1] === 'replica');

  /** Waits until the replica answers somebody who wrote nothing. */
  const usable = async (of = service) => answeredByReplica(await of.organization());

  const aPort = async (): Promise<number> =>
    (await client.create('/ports', { locode: 'BEANR', name: 'Antwerp' })).port.id;

  /** Runs work while the standby holds a lock on the ports that the primary does not hold. */
  const locked = (work: () => Promise<void>) =>
    pair.locked('ports', (release) =>
      pair.paused(async () => {
        await release();
        await work();
      }),
    );

  it('of the feed have what the events tell of', async () => {
    const id = await aPort();
    const reader = client.as('read');
    await answeredByReplica(reader);
    await pair.paused(async () => {
      await client.patch(`/ports/${id}`, { name: 'Changed' });
      expect(await read(`/ports/${id}`, reader)).toEqual([200, 'replica']);
      const { headers } = await reader.get('/events');
      expect(headers['wharfinger-position']).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
      expect(await read(`/ports/${id}`, reader)).toEqual([200, 'primary']);
    });
  });

  it('of a record that is unchanged have what that was compared with', async () => {
    const id = await aPort();
    const reader = client.as('read');
    await answeredByReplica(reader);
    await pair.paused(async () => {
      await client.patch(`/ports/${id}`, { name: 'Changed' });
      const { headers } = await client.get(`/ports/${id}`);
      const unchanged = await reader.send('GET', `/ports/${id}`, undefined, {
        'if-none-match': headers.etag!,
      });
      expect(unchanged.status).toBe(304);
      expect(unchanged.headers['wharfinger-position']).toBeDefined();
      expect(await read(`/ports/${id}`, reader)).toEqual([200, 'primary']);
    });
  });

  it('do not find again what is gone at the primary', async () => {
    const id = await aPort();
    const reader = client.as('read');
    await answeredByReplica(reader);
    await pair.paused(async () => {
      await client.delete(`/ports/${id}`);
      expect(await read(`/ports/${id}`, reader)).toEqual([200, 'replica']);
      const gone = await reader.send('GET', `/ports/${id}`, undefined, { 'if-none-match': '"x"' });
      expect([gone.status, gone.headers['wharfinger-position']]).toEqual([404, expect.stringMatching(/\//)]);
      expect(await read(`/ports/${id}`, reader)).toEqual([404, 'primary']);
    });
  });

  it('have what a write was refused for', async () => {
    const id = await aPort();
    const { headers: before } = await client.get(`/ports/${id}`);
    await answeredByReplica(client);
    await pair.paused(async () => {
      await service.query(`UPDATE ports SET name = 'Changed' WHERE id = $1`, [id]);
      expect(await read(`/ports/${id}`, client)).toEqual([200, 'replica']);
      const { status, headers } = await client.send(
        'PATCH',
        `/ports/${id}`,
        { name: 'Other' },
        { 'if-match': before.etag! },
      );
      expect([status, headers['wharfinger-position']]).toEqual([412, expect.stringMatching(/^[0-9A-F]+\//)]);
      expect(await read(`/ports/${id}`, client)).toEqual([200, 'primary']);
      expect((await client.get(`/ports/${id}`)).body.port.name).toBe('Changed');
    });
  });

  it('are the primary’s after a write that may be stored, of which no position is shown', async () => {
    const [token] = await service.query<{ id: number }>(
      'SELECT id FROM tokens WHERE hash = sha256($1::bytea)',
      [client.tokens.admin],
    );
    const caller = { token_id: token!.id } as Actor;
    replicaOf(service).noteWrite(caller, undefined);
    expect(replicaOf(service).writtenBy(caller)).toBeUndefined();
    const { headers } = await client.post('/ports', { locode: 'BEGNE', name: 'Ghent' });
    expect(headers['wharfinger-position']).toMatch(/^0\//);
    expect(await read('/ports', client)).toEqual([200, 'primary']);

    const none = await aService({ DATABASE_READ_URL: '' });
    try {
      replicaOf(none).noteWrite(caller, { position: '0/10', history: '1/00000001' });
      expect(replicaOf(none).writtenBy(caller)).toBeUndefined();
      const { headers: shown } = await service.clientOf(client, none).get('/events');
      expect(shown).not.toHaveProperty('wharfinger-position');
    } finally {
      await none.app.close();
    }
  });

  it('wait half a second for a lock that replay holds', async () => {
    await locked(async () => {
      const failed = jest.spyOn(replicaOf(service) as never, 'isFinal');
      expect(await read('/ports', client)).toEqual([200, 'primary']);
      // the lock ended the wait, and not the limit of a statement
      const calls = failed.mock.calls as unknown as [{ code: string }][];
      expect(calls.map(([{ code }]) => code)).toEqual(['55P03']);
      failed.mockRestore();
    });
  });

  it('that take too long at the replica are queried again only if there is time', async () => {
    const limits = { DATABASE_STATEMENT_TIMEOUT_MS: '300', HANDLER_TIMEOUT_MS: '550' };
    const hasty = await aService(limits);
    const patient = await aService({ ...limits, HANDLER_TIMEOUT_MS: '20000' });
    try {
      await usable(hasty);
      await usable(patient);
      await locked(async () => {
        const spent = jest.spyOn(replicaOf(hasty) as never, 'isFinal');
        expect((await read('/ports', service.clientOf(client, hasty)))[0]).toBe(503);
        expect(spent.mock.results.map(({ value }) => value)).toEqual([true]);
        expect(await read('/ports', service.clientOf(client, patient))).toEqual([200, 'primary']);
      });
    } finally {
      await hasty.app.close();
      await patient.app.close();
    }
  });

  it('are the primary’s where the sessions of the replica are not as requested, which the log says once', async () => {
    const stated = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const other = await aService({
      DATABASE_READ_URL: `${pair.readUrl}?options=-c%20TimeZone%3DEurope/Paris`,
    });
    const about = () =>
      stated.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('sessions'));
    try {
      const { probe } = replicaOf(other).pool!;
      const requested = jest.spyOn(probe as never, 'answers');
      await eventually('some questions', () => requested.mock.calls.length > 5);
      expect(probe.isAway).toBe(true);
      expect(about()).toEqual([
        expect.stringMatching(/^The sessions of the replica are not as .*: TimeZone is Europe\/Paris\./),
      ]);
      expect(await read('/ports', service.clientOf(client, other))).toEqual([200, 'primary']);
    } finally {
      stated.mockRestore();
      await other.app.close();
    }
  });

  it('are no more of a replica of another database', async () => {
    const primary = replicaOf(service)['primary'];
    const looks = jest.spyOn(replicaOf(service) as never, 'look').mockResolvedValue(undefined as never);
    const { history } = primary;
    const [system, timeline] = history.split('/');
    expect(timeline).toBe('00000001');
    await eventually('a look that is the last', () => looks.mock.calls.length > 0);
    primary.follow(`${Number(system) - 1}/${timeline}`);
    primary.note({ at: performance.now(), position: 1n });
    expect(await read('/ports', client)).toEqual([200, 'primary']);
    primary.follow(history);
    primary.note({ at: performance.now(), position: 1n });
    expect(await read('/ports', client)).toEqual([200, 'replica']);
    looks.mockRestore();
  });

  it('stop at the end of the service, and look no more', async () => {
    const other = await aService();
    await usable(other);
    const replica = replicaOf(other);
    const look = replica['look']();
    await other.app.close();
    await look;
    replica['lookAgain']();
    expect(replica['timer']).toMatchObject({ _destroyed: true });
    expect(await replica.pool!.probe.ask()).toBe(false);
  });

  // the last one, because the pair has no standby afterwards
  it('after a failover follow the timeline that the first write tells', async () => {
    const replica = replicaOf(service);
    const { primary } = replica as unknown as { primary: { history: string; least?: bigint } };
    expect([primary.history.slice(-8), primary.least]).toEqual(['00000001', expect.anything()]);
    const looks = jest.spyOn(replica as never, 'look').mockResolvedValue(undefined as never);
    await eventually('a look that is the last', () => looks.mock.calls.length > 0);
    await pair.switchOver();
    await eventually(
      'a write',
      async () => (await client.post('/ports', { locode: 'BEGNE', name: 'Ghent' })).status === 201,
    );
    expect([primary.history.slice(-8), primary.least]).toEqual(['00000002', undefined]);
    expect(await read('/ports', client)).toEqual([200, 'primary']);
    looks.mockRestore();
  });
});
