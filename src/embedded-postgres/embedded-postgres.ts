import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Cluster, flags } from './cluster';
import { SERVICE_ROLE } from './service-role';

export { defaultDataDir } from './binaries';

/** The advisory lock in database `postgres` that each process holds in shared mode while it uses the server. */
const IN_USE = 0x77686172;
const START_TIMEOUT = 120_000;
const LOG_LIMIT = 10_000_000;

/** Lets the service's role log in; migrations grant its privileges. The lock serializes concurrent starts. */
const SERVICE_LOGIN = `
  DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(${IN_USE}, 1);
    IF to_regrole('${SERVICE_ROLE}') IS NULL THEN CREATE ROLE ${SERVICE_ROLE} LOGIN;
    ELSIF NOT (SELECT rolcanlogin FROM pg_roles WHERE rolname = '${SERVICE_ROLE}') THEN ALTER ROLE ${SERVICE_ROLE} LOGIN;
    END IF;
  END $$`;

const SETTINGS = { max_connections: 200, shared_buffers: '256MB', random_page_cost: 1.1, timezone: 'UTC' };

/**
 * Starts the PostgreSQL server of a data folder, or attaches to it when it runs. Processes share the server, and it
 * outlives a process that is killed. `stop` shuts it down when no other process uses it. With `durable: false`, a crash
 * of the machine may lose data: for tests. `url` connects as the owner, `serviceUrl` as the service's role. Throws a
 * sentence for the operator when it cannot run.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  durable?: boolean;
}): Promise<{ url: string; serviceUrl: string; stop: () => Promise<void> }> {
  const cluster = new Cluster(options.dataDir, options.durable ?? true);
  const server = new EmbeddedServer(cluster);
  await server.attach();
  let stopped: Promise<void> | undefined;
  return {
    url: cluster.url('wharfinger'),
    serviceUrl: cluster.url('wharfinger', SERVICE_ROLE),
    stop: () => (stopped ??= server.release()),
  };
}

class EmbeddedServer {
  private session: Client;
  private reattached: Promise<void> | undefined;
  private stopping = false;

  constructor(private readonly cluster: Cluster) {}

  /** Opens the session that marks the server as in use; starts the server when none runs. */
  async attach(): Promise<void> {
    const { cluster } = this;
    let child: ChildProcess | undefined;
    let logStart = 0;
    let failure: unknown;
    for (const end = Date.now() + START_TIMEOUT; Date.now() < end; await sleep(5)) {
      if (cluster.server()?.ready) {
        try {
          return await this.hold();
        } catch (error) {
          failure = error; // The server is shutting down or gone.
        }
      }
      if (child?.exitCode) {
        const said = fs.readFileSync(cluster.log).subarray(logStart).toString().trim();
        // Another process started the server first, or sessions of a killed server are still ending.
        if (!/already exists|is empty|shared memory block/.test(said)) {
          throw new Error(`PostgreSQL did not start (exit ${child.exitCode}), see ${cluster.log}: ${said}`);
        }
        await sleep(20);
      }
      const starting = child?.exitCode === null && child.signalCode === null;
      const present = cluster.server();
      if (starting || present?.running) continue;
      if (present) cluster.setAside(present.text);
      [child, logStart] = this.launch();
    }
    throw new Error(
      `PostgreSQL did not start, see ${cluster.log}: ${failure instanceof Error ? failure.message : 'it is starting still'}`,
    );
  }

  /** Closes the session; stops the server when no other process has a session. */
  async release(): Promise<void> {
    this.stopping = true;
    await this.reattached?.catch(() => {});
    const last = await this.isLastUser().catch(() => false); // without a session there is no server to stop
    if (last) await this.shutDown();
    await this.session.end().catch(() => {});
  }

  private async hold(): Promise<void> {
    const session = new Client({
      connectionString: this.cluster.url('postgres'),
      connectionTimeoutMillis: 5_000,
      application_name: 'wharfinger: in use',
    });
    session.on('error', () => {}); // 'end' follows
    try {
      await session.connect();
      await session.query('select pg_advisory_lock_shared($1)', [IN_USE]);
      await session.query(SERVICE_LOGIN);
    } catch (error) {
      await session.end().catch(() => {});
      throw error;
    }
    this.session = session;
    session.once('end', () => {
      if (this.stopping) return;
      // The server crashed or was killed: restart it at the same address.
      this.reattached = this.attach();
      this.reattached.catch((error: unknown) => console.error(error));
    });
  }

  private async isLastUser(): Promise<boolean> {
    // Release our own lock first: otherwise two processes that stop at once see each other and leave the server
    // running.
    await this.session.query('select pg_advisory_unlock_shared($1)', [IN_USE]);
    const { rows } = await this.session.query('select pg_try_advisory_lock($1) as last', [IN_USE]);
    return (rows as { last: boolean }[])[0]!.last;
  }

  private async shutDown(): Promise<void> {
    const server = this.cluster.server();
    if (!server?.running) return; // The server runs in another container.
    process.kill(server.pid, 'SIGINT'); // fast shutdown: ends the sessions, saves, exits
    for (
      let now = this.cluster.server();
      now?.running && now.pid === server.pid;
      now = this.cluster.server()
    ) {
      await sleep(5);
    }
  }

  private launch(): [child: ChildProcess, logStart: number] {
    const { bin, dir, sockets, log, user, as, settings } = this.cluster;
    const size = fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    if (size > LOG_LIMIT) fs.renameSync(log, `${log}.1`);
    const output = fs.openSync(log, 'a', 0o600);
    if (user) fs.fchownSync(output, user.uid, user.gid);
    const logStart = fs.fstatSync(output).size;
    const args = ['-D', dir, '-k', sockets, '-p', '5432', '-h', '', ...flags({ ...SETTINGS, ...settings })];
    const child = spawn(join(bin, 'postgres'), args, {
      ...as,
      detached: true, // Ctrl-C signals the whole process group, and the server must outlive the last request.
      stdio: ['ignore', output, output],
    });
    child.on('error', () => {}); // `exitCode` shows it
    child.unref();
    fs.closeSync(output);
    return [child, logStart];
  }
}
