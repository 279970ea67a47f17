import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/common/embedded-postgres/embedded-postgres';
import { Served, wharfinger } from '../cli/process';

/** How often each fault happens: FAULT_ROUNDS=50 npm run test:faults */
export const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 5);

/** The service and a database of its own, each a process that can be killed. */
export class Stand {
  /** Resolves to the service that runs, or to the next one while none does. */
  service: Promise<Served>;

  private constructor(
    readonly token: string,
    private readonly env: Record<string, string> & { DATABASE_URL: string },
    private readonly dataDir: string,
    private readonly database: { stop(): Promise<void> },
  ) {
    this.service = Served.start(env);
  }

  static async start(): Promise<Stand> {
    const dataDir = mkdtempSync(join(tmpdir(), 'wharfinger-faults-'));
    chmodSync(dataDir, 0o755); // for root's runs, where another OS user owns the cluster in it
    const database = await startEmbeddedPostgres({ dataDir });
    const env = { DATABASE_URL: database.url, PORT: String(await freePort()) };
    await wharfinger(env, 'organization', 'create', 'Faults', '--pre-advice-truck', 'optional');
    const who = ['--organization', 'Faults', '--user', 'kiosk@port.example', '--role', 'write'];
    const { stdout } = await wharfinger(env, 'token', 'create', ...who);
    const stand = new Stand(stdout.trim(), env, dataDir, database);
    await stand.service;
    return stand;
  }

  /** Kills the service as a machine that goes down would, and starts it again. */
  async restartService(): Promise<void> {
    const killed = await this.service;
    this.service = killed.kill().then(() => Served.start(this.env));
    await this.service;
  }

  /** Kills the database with all its sessions; resolves when it answers again. */
  async restartDatabase(): Promise<void> {
    const pid = () =>
      Number(readFileSync(join(this.dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
    const killed = pid();
    process.kill(killed, 'SIGKILL');
    for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
      const back = await this.query('SELECT 1').catch(() => undefined);
      if (back && pid() !== killed) return;
    }
    throw new Error('The database did not come back.');
  }

  async query<T>(statement: string, values: unknown[] = []): Promise<T[]> {
    const client = new Client({ connectionString: this.env.DATABASE_URL });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(statement, values)).rows as T[];
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async stop(): Promise<void> {
    await (await this.service).stop();
    await this.database.stop();
    rmSync(this.dataDir, { recursive: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
