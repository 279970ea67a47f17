import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { Served, wharfingerProcess } from '../cli/process';
import { eventually } from '../../setup/eventually';
import { FaultyDatabase } from './database';
import { Load, others } from './load';
import { within } from './pace';

const HANDLER_TIMEOUT_MS = 5_000;

describe('a service whose database', () => {
  let database: FaultyDatabase;
  let served: Served;
  let token: string;
  beforeAll(async () => {
    database = await FaultyDatabase.start();
    token = await database.token(randomUUID());
    served = await Served.start({
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '10',
      HANDLER_TIMEOUT_MS: String(HANDLER_TIMEOUT_MS),
    });
  });
  afterEach(() => Load.endAll());
  afterAll(async () => {
    await served?.stop();
    await database?.stop();
  });

  /** Runs clients while something goes wrong and comes right again, prints what became of them, and judges it. */
  async function under(
    clients: number,
    what: string,
    fault: () => Promise<void>,
    longest = HANDLER_TIMEOUT_MS + within(1_000),
  ) {
    const load = await new Load(() => served.base, token, clients).connected();
    const from = performance.now();
    await fault();
    const end = performance.now();
    const back = await load.backAfter(end);
    const figures = await load.stop(database);
    console.log(
      `${what}: ${Math.round(end - from)} ms of fault, back after ${Math.round(back)} ms, ${JSON.stringify(figures)}`,
    );
    expect(others(figures.answers)).toEqual([]);
    expect(figures).toMatchObject({ lost: 0, half: 0 });
    expect(back).toBeLessThan(within(2_000));
    expect(figures.longest).toBeLessThan(longest);
    return figures;
  }

  const ready = async () => (await fetch(`${served.base}/health/ready`)).status;

  it('is frozen answers 503 in time, is not ready, and is back at once', async () => {
    await under(
      20,
      'frozen',
      () => database.freeze(within(6_000), async () => expect(await ready()).toBe(503)),
      within(5_000),
    );
    expect(await ready()).toBe(200);
  });

  it('restarts while more clients wait than there are connections', async () => {
    await under(100, 'restarted', async () => {
      for (let i = 0; i < 3; i++) await database.restart('SIGINT');
    });
  });

  it('is read-only', async () => {
    const set = (value: string) =>
      database.query(
        `ALTER DATABASE wharfinger SET default_transaction_read_only = ${value}`,
        [],
        'postgres',
      );
    await under(10, 'read-only', async () => {
      await set('on');
      await database.endSessions();
      await pause(2_000);
      await set('off');
    });
  });

  it('lets no more connections in', async () => {
    await under(30, 'exhausted', async () => {
      await database.endSessions();
      const taken: Client[] = [];
      for (let full = false; !full;) {
        const client = new Client({ connectionString: database.url });
        client.on('error', () => undefined);
        taken.push(client);
        full = await client.connect().then(
          () => false,
          () => true,
        );
      }
      await pause(1_000);
      await Promise.all(taken.map((client) => client.end()));
    });
  });

  it('is queried by 500 clients over 10 connections', async () => {
    await under(500, '500 clients', () => pause(5_000));
  });

  it('is queried while 300 sockets are silent', async () => {
    const { hostname, port } = new URL(served.base);
    const silent = Array.from({ length: 300 }, () =>
      connect(Number(port), hostname).on('error', () => undefined),
    );
    await under(20, 'silent sockets', () => pause(2_000));
    silent.forEach((socket) => socket.destroy());
  });

  it('is changed under its prepared plans', async () => {
    // a session that has prepared the same gets that error, which shows that the fault is there
    const witness = new Client({ connectionString: database.url });
    await witness.connect();
    const again = () => witness.query({ name: 'kept', text: 'SELECT name FROM organizations' });
    await again();
    const type = (name: string) => database.query(`ALTER TABLE organizations ALTER COLUMN name TYPE ${name}`);
    await under(20, 'changed plans', async () => {
      for (let round = 0; round < 3; round++)
        for (const name of ['varchar(1000)', 'text']) {
          await type(name);
          await pause(200);
        }
      await type('varchar(1000)');
      await expect(again()).rejects.toThrow('cached plan must not change result type');
      await type('text');
    });
    await witness.end();
  });

  // only root makes a disk of a few MB
  (process.getuid?.() === 0 ? it : it.skip)('has a full disk', async () => {
    const disk = mkdtempSync(join(tmpdir(), 'wharfinger-disk-'));
    const { uid, gid } = statSync(join(database.folder, 'cluster'));
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
    try {
      if (mounted.status !== 0) throw new Error(`No disk: ${String(mounted.stderr)}`);
      chownSync(disk, uid, gid);
      await database.query(`CREATE TABLESPACE small LOCATION '${disk}'`);
      await database.query('ALTER TABLE pre_advices SET TABLESPACE small');
      const filler = join(disk, 'filler');
      const { answers } = await under(20, 'full disk', async () => {
        expect(() => writeFileSync(filler, Buffer.alloc(16 * 1024 * 1024))).toThrow('ENOSPC');
        await refused('disk_or_memory');
        rmSync(filler);
      });
      expect(answers['503']).toBeGreaterThan(0);
      await database.query('ALTER TABLE pre_advices SET TABLESPACE pg_default');
      await database.query('DROP TABLESPACE small');
    } finally {
      if (mounted.status === 0) spawnSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    }
  });

  /** Waits until requests are refused for this reason, while others are answered. */
  async function refused(reason: string) {
    const count = async () => {
      const text = await (await fetch(`${served.base}/metrics`)).text();
      return Number(new RegExp(`unavailable_total{reason="${reason}"} (\\d+)`).exec(text)?.[1] ?? 0);
    };
    await eventually(`refusals for ${reason}`, async () => (await count()) > 100);
    expect((await served.get('/trucks', token)).status).toBe(200);
  }

  it('is migrated by 8 instances at once', async () => {
    await database.query('CREATE DATABASE eight', [], 'postgres');
    const env = { DATABASE_URL: database.address('eight') };
    const done = await Promise.all(Array.from({ length: 8 }, () => wharfingerProcess(env, 'migrate')));
    const ran = done.map(
      ({ stdout }) =>
        stdout.split('\n').filter((line) => /\d{13}/.test(line) && !/Waiting/.test(line)).length,
    );
    console.log(`8 migrations: ${ran.join(' ')} were run`);
    expect(done.map(({ code, stderr }) => [code, stderr])).toEqual(Array(8).fill([0, '']));
    // who waits says so, and runs none
    expect(ran.filter((count) => count > 0)).toHaveLength(1);
  });
});
