import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { Served, useDatabase, wharfinger } from './process';

describe('wharfinger serve', () => {
  let client: Client;
  afterAll(() => client.end());
  const database = useDatabase({ migrated: false });
  beforeAll(async () => {
    client = new Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
  });

  /** Waits for something that another process brings about. */
  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await new Promise(setImmediate);
  }

  /** Holds up every request that reads freight forwarders, until the returned function is called. */
  async function holdUp(): Promise<() => Promise<unknown>> {
    await client.query('BEGIN');
    await client.query('LOCK TABLE freight_forwarders');
    return () => client.query('COMMIT');
  }

  /** Whether so many requests are held up; tables of other databases on the server have the same numbers. */
  const areWaiting = async (count: number) => {
    const { rowCount } = await client.query(
      `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database AND datname = current_database()
       WHERE NOT granted AND relation = 'freight_forwarders'::regclass`,
    );
    return rowCount === count;
  };

  const isRefused = ({ base }: Served) =>
    fetch(`${base}/health/live`).then(
      ({ status }) => status === 503,
      () => true,
    );

  async function aToken(): Promise<string> {
    const who = ['--organization', 'Harbour Demo', '--user', 'femke.dijk@harbour.example', '--role', 'read'];
    return (await wharfinger(database.env, 'token', 'create', ...who)).stdout.trim();
  }

  it('migrates an empty database and loads the demonstration, once for two processes that start together', async () => {
    const served = await Promise.all([Served.start(database.env), Served.start(database.env)]);
    const stated = await Promise.all(
      served.map((each) => each.get('/containers', 'none').then(() => each.stop())),
    );
    for (const { code, stderr } of stated) expect([code, stderr]).toEqual([0, '']);
    const tokens = stated.flatMap(({ stdout }) => /A token to try it with: (\S+)\n/.exec(stdout)?.[1] ?? []);
    expect(tokens).toHaveLength(1);
    expect(stated.filter(({ stdout }) => stdout.includes('npx wharfinger token create'))).toHaveLength(1);
    for (const { stdout } of stated) {
      const lines = stdout.split('\n');
      const base = /listens at (\S+)/.exec(stdout)![1]!;
      for (const where of ['/docs', '/scalar', '/guides/', '/demo/gate'])
        expect(stdout).toMatch(new RegExp(`${base}${where}(,|\n)`));
      const folder = join(__dirname, '../../../examples');
      const examples = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package.json')));
      for (const named of [
        'Database: postgres://',
        'clients/typescript',
        ...examples.map((name) => `examples/${name}`),
      ])
        expect(lines).toContainEqual(expect.stringContaining(named));
    }
    const { rows } = await client.query('SELECT name FROM organizations');
    expect(rows).toEqual([{ name: 'Harbour Demo' }]);

    const again = await Served.start(database.env);
    const answer = await again.get('/truck_visits', tokens[0]!);
    // what the demonstration tells of the gate: a truck that nobody announced, and that left without its container
    const { truck_visits } = (await answer.json()) as { truck_visits: object[] };
    expect([answer.status, truck_visits]).toEqual([
      200,
      expect.arrayContaining([
        expect.objectContaining({
          truck: expect.objectContaining({ license_plate: 'PT-263-V' }),
          pre_advice_number: null,
          appointment_number: null,
          reason_for_incomplete: 'Container TDKU7315825 is held for a damage survey',
        }),
      ]),
    ]);
    // the page of the gate asks for its token as whoever opens it does
    const page = await fetch(`${again.base}/demo/gate/token`);
    const { token: forAnybody } = (await page.json()) as { token: string };
    expect([page.status, (await again.get('/truck_visits', forAnybody)).status]).toEqual([200, 200]);
    const { stdout } = await again.stop();
    expect(stdout).toContain(`The API document: ${again.base}/docs, `);
    expect(stdout).not.toContain('A token to try it with');
  });

  it('finishes the requests under way after SIGTERM, and accepts no more', async () => {
    const token = await aToken();
    const served = await Served.start({ ...database.env, LOG_LEVEL: 'info' });
    const release = await holdUp();
    const answer = served.get('/freight_forwarders', token);
    await until(() => areWaiting(1));
    served.signal();
    await until(() => isRefused(served));
    await release();
    expect((await answer).status).toBe(200);
    // lines of the log are written some at a time, the last ones at the end
    expect(await served.done).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('"path":"/api/v1/freight_forwarders"'),
    });
  });

  it('waits no longer than SHUTDOWN_TIMEOUT_MS, and not at all after a second signal', async () => {
    const token = await aToken();
    const patient = {
      ...database.env,
      DATABASE_LOCK_TIMEOUT_MS: '60000',
      DATABASE_STATEMENT_TIMEOUT_MS: '60000',
    };
    const [timely, hasty] = await Promise.all([
      Served.start({ ...patient, SHUTDOWN_TIMEOUT_MS: '50' }),
      Served.start({ ...patient, SHUTDOWN_TIMEOUT_MS: '600000' }),
    ]);
    const release = await holdUp();
    const answers = [timely, hasty].map((served) =>
      served.get('/freight_forwarders', token).catch(() => 'cut off'),
    );
    await until(() => areWaiting(2));
    timely.signal();
    hasty.signal('SIGINT');
    await until(() => isRefused(hasty));
    hasty.signal('SIGINT');
    expect([(await timely.done).code, (await hasty.done).code]).toEqual([1, 1]);
    expect(await Promise.all(answers)).toEqual(['cut off', 'cut off']);
    await release();
  });

  it('exits with 1 after an uncaught error, in the same way as after a signal', async () => {
    const defect = join(mkdtempSync(join(tmpdir(), 'wharfinger-defect-')), 'defect.cjs');
    writeFileSync(defect, `process.on('SIGUSR2', () => { throw new Error('a defect'); })`);
    const served = await Served.start({
      ...database.env,
      NODE_OPTIONS: `--require ${defect}`,
      LOG_LEVEL: 'fatal',
      SHUTDOWN_DELAY_MS: '1000',
    });
    const statusOf = async (path: string) => (await fetch(`${served.base}${path}`)).status;
    expect(await statusOf('/health/ready')).toBe(200);
    served.signal('SIGUSR2');
    await until(async () => (await statusOf('/health/ready')) === 503);
    expect(await statusOf('/health/live')).toBe(200);
    const { code, stdout } = await served.done;
    expect([code, stdout]).toEqual([1, expect.stringContaining('a defect')]);
    rmSync(dirname(defect), { recursive: true });
  });

  it('does not start in production without PUBLIC_URL', async () => {
    const { code, stderr } = await wharfinger({ ...database.env, NODE_ENV: 'production' }, 'serve');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^PUBLIC_URL must be set where [^\n]*\n$/)]);
  });

  it('reports a used port in one sentence', async () => {
    const other = createServer().listen(0);
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr } = await wharfinger({ ...database.env, PORT: String(port) }, 'serve');
    other.close();
    // what takes long is reported
    expect([code, stdout]).toEqual([1, expect.not.stringContaining('listens')]);
    expect(stderr).toBe(`Port ${port} is in use: choose another one in PORT.\n`);
  });

  it('does not start where the port for its measurements is in use', async () => {
    const other = createServer().listen(0);
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await wharfinger(
      { ...database.env, PORT: '0', METRICS_PORT: String(port) },
      'serve',
    );
    other.close();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`^METRICS_PORT ${port} cannot be listened on: [^\\n]*EADDRINUSE[^\\n]*\\n$`),
      ),
    ]);
  });
});
