import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Served } from '../cli/process';
import { eventually } from '../../setup/eventually';
import { FaultyDatabase, ROUNDS } from './database';
import { Load, others } from './load';
import { within } from './pace';
import { aFreePort, haproxyBefore, isInstalled } from './programs';

describe('a service that is stopped', () => {
  let database: FaultyDatabase;
  let token: string;
  const start = () => Served.start({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: '10' });
  beforeAll(async () => {
    database = await FaultyDatabase.start();
    token = await database.token(randomUUID());
  });
  afterEach(() => Load.endAll());
  afterAll(() => database?.stop());

  it('ends in time beside silent sockets and an upload that does not end', async () => {
    const served = await start();
    const { hostname, port } = new URL(served.base);
    const silent = connect(Number(port), hostname).on('error', () => undefined);
    const upload = connect(Number(port), hostname).on('error', () => undefined);
    upload.write('POST /api/v1/trucks HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
    upload.write(`Authorization: Token ${token}\r\nContent-Length: 100\r\n\r\n{`);
    await (await fetch(`${served.base}/health/live`)).text();
    const from = performance.now();
    const { code, stderr } = await served.stop();
    const took = performance.now() - from;
    console.log(`stopped beside silent sockets after ${Math.round(took)} ms`);
    expect([code, stderr]).toEqual([0, '']);
    expect(took).toBeLessThan(within(5_000));
    silent.destroy();
    upload.destroy();
  });

  // without HAProxy on this machine there is nothing to try
  (isInstalled('haproxy') ? it : it.skip)('fails nobody in rolling restarts behind HAProxy', async () => {
    const own = await Promise.all([aFreePort(), aFreePort()]);
    const instance = (at: number) =>
      Served.start({
        DATABASE_URL: database.url,
        DATABASE_POOL_SIZE: '10',
        PORT: String(own[at]),
        SHUTDOWN_DELAY_MS: '3000',
      });
    const running = await Promise.all([instance(0), instance(1)]);
    const proxy = await haproxyBefore(own);
    const load = await new Load(() => `http://127.0.0.1:${proxy.port}`, token, 8).connected();
    for (let round = 0; round < ROUNDS; round++) {
      const at = round % 2;
      expect((await running[at]!.stop()).code).toBe(0);
      running[at] = await instance(at);
      // the other goes only when the proxy knows that this one is there
      await pause(within(2_000));
    }
    const figures = await load.stop(database);
    console.log(`${ROUNDS} rolling restarts: ${JSON.stringify(figures)}`);
    await proxy.stop();
    await Promise.all(running.map((each) => each.stop()));
    expect(figures).toMatchObject({ lost: 0, half: 0 });
    expect([others(figures.answers), figures.answers['503'] ?? 0]).toEqual([[], 0]);
  });

  it('is not ready for SHUTDOWN_DELAY_MS while it goes on answering', async () => {
    const served = await Served.start({
      DATABASE_URL: database.url,
      SHUTDOWN_DELAY_MS: '1500',
    });
    served.signal();
    const statusOf = async (path: string) => (await fetch(`${served.base}${path}`)).status;
    while ((await statusOf('/health/ready')) !== 503) await pause(10);
    const answer = await fetch(`${served.base}/health/live`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect((await served.done).code).toBe(0);
  });

  it('answers the requests under way and exits with 0 while the database is frozen', async () => {
    const served = await start();
    expect((await served.get('/trucks', token)).status).toBe(200);
    await database.freeze(0, async () => {
      const requested = [1, 2, 3].map(async () => (await served.get('/trucks', token)).status);
      await eventually('requests that wait', async () => {
        const metrics = await (await fetch(`${served.base}/metrics`)).text();
        return /database_connections\{state="busy"\} [1-9]/.test(metrics);
      });
      const from = performance.now();
      const { code } = await served.stop();
      const took = performance.now() - from;
      console.log(`stopped beside a frozen database after ${Math.round(took)} ms`);
      expect([await Promise.all(requested), code]).toEqual([[503, 503, 503], 0]);
      expect(took).toBeLessThan(within(8_000));
    });
  });

  it('waits at its start for a database that is away, and says so', async () => {
    const away = new URL(database.url);
    away.hostname = `${away.hostname}${encodeURIComponent('/nowhere')}`;
    const env = { DATABASE_URL: away.href, DATABASE_START_TIMEOUT_MS: '1000' };
    const from = performance.now();
    await expect(Served.start(env)).rejects.toThrow(
      /is out of reach: .* It is waited for, 1 seconds at most\.\n.*out of reach/s,
    );
    expect(performance.now() - from).toBeGreaterThan(1_000);
  });
});
