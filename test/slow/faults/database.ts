import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { migrate } from '../../../src/common/database/migrate/migrate';
import { startEmbeddedPostgres } from '../../../src/embedded-postgres/embedded-postgres';
import { eventually } from '../../setup/eventually';
import { paced } from './pace';
import { childrenOf, send } from './programs';

/** How often each fault happens that is tried in rounds: FAULT_ROUNDS=50 npm run test:faults */
export const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 5);

/** A new organization of that name, and a token of the role admin for it. */
export async function aToken(
  database: { query: (statement: string, values: unknown[]) => Promise<unknown> },
  name: string,
): Promise<string> {
  await database.query(
    `WITH o AS (INSERT INTO organizations (name, pre_advice_truck_required) VALUES ($1, false) RETURNING id),
     u AS (INSERT INTO users (organization_id, email) SELECT id, 'u@harbour.example' FROM o RETURNING organization_id, id)
     INSERT INTO tokens (organization_id, user_id, role, hash)
     SELECT organization_id, id, 'admin', sha256($1::bytea) FROM u`,
    [name],
  );
  return name;
}

/** Runs one statement on a connection of its own. */
export async function queryAt<T>(url: string, statement: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(statement, values)).rows as T[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A PostgreSQL server of its own, which a test may freeze, fill or kill without hurting others. */
export class FaultyDatabase {
  private constructor(
    readonly folder: string,
    readonly url: string,
    private readonly release: () => Promise<void>,
  ) {}

  /** Makes one: the step that limits of time are measured by, where it is migrated. */
  static start({ migrated = true }: { migrated?: boolean } = {}): Promise<FaultyDatabase> {
    return migrated
      ? paced(async () => {
          const made = await FaultyDatabase.empty();
          await migrate(made.url);
          return made;
        })
      : FaultyDatabase.empty();
  }

  private static async empty(): Promise<FaultyDatabase> {
    const folder = mkdtempSync(join(tmpdir(), 'wharfinger-faults-'));
    chmodSync(folder, 0o755); // for root's runs, where another OS user owns the cluster in it
    const { url, stop } = await startEmbeddedPostgres({ dataDir: folder });
    return new FaultyDatabase(folder, url, stop);
  }

  async stop(): Promise<void> {
    await this.release();
    rmSync(this.folder, { recursive: true });
  }

  /** Runs one statement on a connection of its own, in a database of the server. */
  query<T>(statement: string, values: unknown[] = [], database = 'wharfinger'): Promise<T[]> {
    return queryAt<T>(this.address(database), statement, values);
  }

  /** The address of a database of the server. */
  address(database: string): string {
    return this.url.replace(/wharfinger(?=$|\?)/, database);
  }

  /** A new organization of that name, and a token of the role admin for it. */
  token(name: string): Promise<string> {
    return aToken(this, name);
  }

  /** Ends every other session, as an administrator would. */
  async endSessions(): Promise<void> {
    await this.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'wharfinger' AND pid <> pg_backend_pid()`,
    );
  }

  /** The first process of the server. */
  get pid(): number {
    return Number(readFileSync(join(this.folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** Stops all its processes where they are, for so many milliseconds; `meanwhile` is called before they go on. */
  async freeze(ms: number, meanwhile: () => Promise<void>): Promise<void> {
    const all = new Set([this.pid, ...childrenOf(this.pid)]);
    for (const pid of all) send(pid, 'SIGSTOP');
    try {
      await pause(ms);
      await meanwhile();
    } finally {
      for (const pid of all) send(pid, 'SIGCONT');
    }
  }

  /** Ends it with a signal; resolves when it is there again. */
  async restart(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const ended = this.pid;
    send(ended, signal);
    await eventually('the database', async () => {
      const back = await this.query('SELECT 1').catch(() => undefined);
      return back !== undefined && this.pid !== ended;
    });
  }
}
