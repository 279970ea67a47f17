import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '../../src/common/database/migrate';
import { startEmbeddedPostgres } from '../../src/common/embedded-postgres/embedded-postgres';

/** A PostgreSQL server of its own, which a test may freeze or end without hurting others. */
export class FaultyServer {
  private constructor(
    private readonly folder: string,
    readonly url: string,
    private readonly release: () => Promise<void>,
  ) {}

  static async start({ migrated }: { migrated: boolean }): Promise<FaultyServer> {
    const folder = join(tmpdir(), `wharfinger-faults-${randomUUID()}`);
    const { url, stop } = await startEmbeddedPostgres({ dataDir: folder, durable: false });
    const server = new FaultyServer(folder, url, stop);
    if (migrated) await migrate(url);
    return server;
  }

  async stop(): Promise<void> {
    await this.release();
    await rm(this.folder, { recursive: true, force: true });
  }

  async query<T>(statement: string, values: unknown[] = []): Promise<T[]> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query(statement, values)).rows as T[];
    } finally {
      await client.end();
    }
  }

  /** A new organization and a token of the role admin for it. */
  async token(name: string): Promise<string> {
    await this.query(
      `WITH o AS (INSERT INTO organizations (name) VALUES ($1) RETURNING id),
       u AS (INSERT INTO users (organization_id, email) SELECT id, 'u@harbour.example' FROM o RETURNING organization_id, id)
       INSERT INTO tokens (organization_id, user_id, role, hash)
       SELECT organization_id, id, 'admin', sha256($1::bytea) FROM u`,
      [name],
    );
    return name;
  }

  /** Every process of the server, the first one first. Only where there is /proc. */
  async processes(): Promise<number[]> {
    const [row] = await this.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // the backend is gone by now, so its parent is known by any other child
    const [other] = await this.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer' AND pid <> $1`,
      [row!.pid],
    );
    const first = parentOf(other!.pid)!;
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
    return [first, ...all.filter((pid) => parentOf(pid) === first)];
  }
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
  } catch {
    return undefined;
  }
}
