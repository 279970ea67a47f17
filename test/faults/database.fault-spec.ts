import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { Served, wharfingerProcess } from '../cli/process';
import { Load } from './load';
import { FaultyServer } from './server';

jest.setTimeout(180_000);

const HANDLER_TIMEOUT_MS = 5_000;

describe('a service whose database', () => {
  let database: FaultyServer;
  let served: Served;
  let token: string;
  const env = () => ({
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '10',
    HANDLER_TIMEOUT_MS: String(HANDLER_TIMEOUT_MS),
  });
  beforeAll(async () => {
    database = await FaultyServer.start({ migrated: true });
    token = await database.token(randomUUID());
    served = await Served.start(env());
  });
  afterAll(async () => {
    await served?.stop();
    await database?.stop();
  });

  /** Runs clients while something goes wrong and comes right again, and prints what became of them. */
  async function under(clients: number, what: string, fault: () => Promise<void>, longest: number) {
    const load = new Load(() => served.base, token, clients);
    await load.connected();
    const from = performance.now();
    await fault();
    const end = performance.now();
    await load.untilBack(10_000);
    await load.stop();
    const back = load.backAfter(end);
    const lost = await lostOf(load.acknowledged);
    console.log(
      `${what}: ${JSON.stringify(load.answers)}, ${Math.round(end - from)} ms of fault, back after ` +
        `${Math.round(back)} ms, longest ${Math.round(load.longest)} ms, ${load.acknowledged.length} acknowledged, ${lost} lost`,
    );
    expect([load.others, lost]).toEqual([[], 0]);
    expect(back).toBeLessThan(2_000);
    expect(load.longest).toBeLessThan(longest);
  }

  async function lostOf(names: string[]): Promise<number> {
    const [row] = await database.query<{ lost: number }>(
      `SELECT count(*)::int AS lost FROM unnest($1::text[]) n WHERE NOT EXISTS (SELECT FROM freight_forwarders f WHERE f.name = n)`,
      [names],
    );
    return row!.lost;
  }

  const ready = async () => (await fetch(`${served.base}/health/ready`)).status;

  it('is frozen answers 503 within 5 s, is not ready, and is back at once', async () => {
    const all = await database.processes();
    await under(
      20,
      'frozen',
      async () => {
        const running = [...all, ...(await database.processes())];
        for (const pid of new Set(running)) signal(pid, 'SIGSTOP');
        await pause(6_000);
        expect(await ready()).toBe(503);
        for (const pid of new Set(running)) signal(pid, 'SIGCONT');
      },
      5_000,
    );
    expect(await ready()).toBe(200);
  });

  it('restarts while more clients wait than there are connections', async () => {
    await under(
      100,
      'restarted',
      async () => {
        for (let i = 0; i < 3; i++) {
          const [first] = await database.processes();
          signal(first!, 'SIGINT');
          await until(() => database.query('SELECT 1'));
        }
      },
      HANDLER_TIMEOUT_MS + 1_000,
    );
  });

  it('lets only read', async () => {
    const set = (value: string) =>
      onDatabase(
        database,
        'postgres',
        `ALTER DATABASE wharfinger SET default_transaction_read_only = ${value}`,
      );
    await under(
      10,
      'read-only',
      async () => {
        await set('on');
        await database.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'wharfinger' AND pid <> pg_backend_pid()`,
        );
        await pause(2_000);
        await set('off');
      },
      HANDLER_TIMEOUT_MS + 1_000,
    );
  });

  it('lets no more connections in', async () => {
    await under(
      30,
      'exhausted',
      async () => {
        await database.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'wharfinger' AND pid <> pg_backend_pid()`,
        );
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
      },
      HANDLER_TIMEOUT_MS + 1_000,
    );
  });

  it('is asked by 500 clients over 10 connections', async () => {
    await under(500, '500 clients', () => pause(5_000), HANDLER_TIMEOUT_MS + 1_000);
  });

  it('is asked while 300 sockets are silent', async () => {
    const { hostname, port } = new URL(served.base);
    const silent = Array.from({ length: 300 }, () =>
      connect(Number(port), hostname).on('error', () => undefined),
    );
    await under(20, 'silent sockets', () => pause(2_000), HANDLER_TIMEOUT_MS + 1_000);
    silent.forEach((socket) => socket.destroy());
  });

  it('is migrated by 8 instances at once', async () => {
    await onDatabase(database, 'postgres', 'CREATE DATABASE eight');
    const url = database.url.replace(/wharfinger(?=$|\?)/, 'eight');
    const done = await Promise.all(
      Array.from({ length: 8 }, () => wharfingerProcess({ DATABASE_URL: url }, 'migrate')),
    );
    console.log(
      `8 migrations: ${done.map(({ stdout }) => stdout.split('\n').length - 1).join(' ')} were run`,
    );
    expect(done.map(({ code, stderr }) => [code, stderr])).toEqual(Array(8).fill([0, '']));
    expect(done.filter(({ stdout }) => stdout)).toHaveLength(1);
  });
});

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended meanwhile
  }
}

async function until(work: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await pause(20))
    if (
      await work().then(
        () => true,
        () => false,
      )
    )
      return;
}

async function onDatabase(server: FaultyServer, name: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server.url.replace(/wharfinger(?=$|\?)/, name) });
  await client.connect();
  await client.query(statement);
  await client.end();
}
