import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { migrate } from '../../../src/common/database/migrate/migrate';
import { Cluster, flags } from '../../../src/embedded-postgres/cluster';
import { eventually } from '../../setup/eventually';
import { queryAt } from './database';
import { paced } from './pace';
import { aFreePort, childrenOf, send } from './programs';

// beside the addresses of this process, which go on leading
const run = promisify(execFile);

/** As long as somebody takes to notice that a primary is gone, and longer. */
const NOTICED_MS = 200;
const SETTINGS = { max_connections: 100, timezone: 'UTC', wal_receiver_status_interval: 1 };

/** An address that leads to one port after another, as a virtual address or a proxy does. */
export class Address {
  private readonly open = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    public target: number,
  ) {
    server.on('connection', (socket) => this.lead(socket));
  }

  static async to(target: number): Promise<Address> {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return new Address(server, target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Leads to another port from now on; 0 is nowhere. */
  switch(target: number): void {
    this.target = target;
    for (const socket of this.open) socket.destroy();
  }

  stop(): void {
    this.switch(0);
    this.server.close();
  }

  private lead(socket: Socket): void {
    socket.on('error', () => undefined);
    if (!this.target) return void socket.destroy();
    const to = connect(this.target, '127.0.0.1');
    for (const [one, other] of [
      [socket, to],
      [to, socket],
    ] as const) {
      this.open.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          this.open.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  }
}

/** A PostgreSQL server that listens on a port of this machine. */
class Machine {
  private constructor(
    private readonly folder: string,
    readonly cluster: Cluster,
    readonly port: number,
    private readonly child: ChildProcess,
  ) {}

  static async start(folder: string, settings: Record<string, string | number> = {}): Promise<Machine> {
    const cluster = new Cluster(folder, true);
    const port = await aFreePort();
    const at = ['-D', cluster.dir, '-k', cluster.sockets, '-p', String(port), '-h', '127.0.0.1'];
    const child = spawn(join(cluster.bin, 'postgres'), [...at, ...flags({ ...SETTINGS, ...settings })], {
      ...cluster.as,
      stdio: 'ignore',
    });
    const machine = new Machine(folder, cluster, port, child);
    await eventually('the server', () => machine.query('SELECT 1').catch(() => undefined));
    return machine;
  }

  get url(): string {
    return `postgres://wharfinger@127.0.0.1:${this.port}/wharfinger`;
  }

  query<T>(statement: string, values: unknown[] = []): Promise<T[]> {
    return queryAt<T>(this.url, statement, values);
  }

  /** Stops all its processes where they are, until `thaw`. */
  freeze(): void {
    send(this.child.pid!, 'SIGSTOP'); // first, so that it starts no others
    for (const pid of childrenOf(this.child.pid!)) send(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of [...childrenOf(this.child.pid!), this.child.pid!]) send(pid, 'SIGCONT');
  }

  /** Ends it: SIGKILL as a machine that goes down would, SIGINT as an operator who sees to it that standbys have all. */
  async end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const children = signal === 'SIGKILL' ? childrenOf(this.child.pid!) : [];
    send(this.child.pid!, signal);
    for (const pid of children) send(pid, signal); // frozen ones would not notice that it is gone
    await ended;
  }

  /** Ends it as a machine that goes down would, and removes what it kept. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'wharfinger-pair-'));
  chmodSync(folder, 0o755); // for root's runs, where another OS user owns the cluster in it
  return folder;
};

/** A primary that was frozen while another one took its place, and a client that still has its connection to it. */
export class OldPrimary {
  constructor(
    private readonly machine: Machine,
    private readonly client: Client,
  ) {}

  /**
   * Lets it go on, and lets the client write.
   * @returns what the write waits for, or that it was acknowledged
   */
  async thawAndWrite(): Promise<string> {
    this.machine.thaw();
    let outcome = '';
    this.client
      .query(`INSERT INTO organizations (name) VALUES ('written to the old primary')`)
      .then(() => (outcome = 'acknowledged'))
      .catch((error: Error) => (outcome = error.message));
    return eventually('what becomes of the write', async () => {
      const waiting = await this.machine.query<{ wait_event: string }>(
        `SELECT wait_event FROM pg_stat_activity WHERE query LIKE '%the old primary%' AND wait_event = 'SyncRep'`,
      );
      return outcome || waiting[0]?.wait_event;
    });
  }

  /** Ends it as a machine that goes down would. */
  async kill(): Promise<void> {
    await this.machine.kill();
    await this.client.end().catch(() => undefined);
  }
}

/** A primary and its standby, behind an address that leads to the primary. */
export class Pair {
  private standby: Machine;
  private replication: Address;

  private constructor(
    private primary: Machine,
    private readonly address: Address,
    private readonly reading: Address,
  ) {}

  static async start(): Promise<Pair> {
    const primary = await paced(async () => {
      const made = await Machine.start(aFolder());
      await migrate(made.url);
      return made;
    });
    return new Pair(primary, await Address.to(primary.port), await Address.to(0));
  }

  get url(): string {
    return `postgres://wharfinger@127.0.0.1:${this.address.port}/wharfinger`;
  }

  query<T>(statement: string, values: unknown[] = []): Promise<T[]> {
    return this.primary.query(statement, values);
  }

  /** An address that leads to the standby that was made last. */
  get readUrl(): string {
    return `postgres://wharfinger@127.0.0.1:${this.reading.port}/wharfinger`;
  }

  /** Where the standby itself is. */
  get standbyUrl(): string {
    return this.standby.url;
  }

  queryStandby<T>(statement: string, values: unknown[] = []): Promise<T[]> {
    return this.standby.query(statement, values);
  }

  /**
   * Makes a standby of the primary. A synchronous one has all that is acknowledged from then on.
   * @param delay how long it waits before it replays what was committed, in seconds
   */
  async addStandby({ synchronous, delay = 0 }: { synchronous: boolean; delay?: number }): Promise<void> {
    const { primary } = this;
    const folder = aFolder();
    const backup = new Client({ connectionString: primary.url });
    await backup.connect();
    await backup.query(`SELECT pg_backup_start('standby', true)`);
    // files may change and go while they are copied: the log of the primary has what is missing
    const copy = `tar cf - --exclude=postmaster.* -C '${primary.cluster.dir}' . | tar xpf - -C '${folder}/cluster'`;
    await run('bash', ['-c', `mkdir '${folder}/cluster' && { ${copy}; }`]).catch(() => undefined);
    const { rows } = await backup.query<{ labelfile: string }>(`SELECT labelfile FROM pg_backup_stop(false)`);
    await backup.end();
    writeFileSync(join(folder, 'cluster/backup_label'), rows[0]!.labelfile);
    appendFileSync(join(folder, 'cluster/standby.signal'), '');
    const { user } = primary.cluster;
    if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, join(folder, 'cluster')]);
    this.replication?.stop();
    this.replication = await Address.to(primary.port);
    this.standby = await Machine.start(folder, {
      primary_conninfo: `host=127.0.0.1 port=${this.replication.port} user=wharfinger application_name=standby`,
      recovery_min_apply_delay: `${delay}s`,
    });
    this.reading.switch(this.standby.port);
    const state = synchronous ? 'sync' : 'async';
    if (synchronous) {
      await primary.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
      await primary.query('SELECT pg_reload_conf()');
    }
    await eventually('the standby', async () => {
      const [row] = await primary.query<{ is: boolean }>(
        `SELECT state = 'streaming' AND sync_state = $1 AS is FROM pg_stat_replication`,
        [state],
      );
      return row?.is;
    });
  }

  /**
   * Runs work while the standby holds a lock on a table, as after a migration of the primary.
   * @param work is given what releases the lock at the primary
   */
  async locked(table: string, work: (release: () => Promise<unknown>) => Promise<void>): Promise<void> {
    const lock = new Client({ connectionString: this.url });
    await lock.connect();
    try {
      await lock.query('BEGIN');
      await lock.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      // a commit after it takes its lock to the standby
      await this.query(`SELECT pg_logical_emit_message(true, 'test', '')`);
      await eventually('the lock', async () => {
        const [row] = await this.queryStandby<{ is: boolean }>(
          `SELECT EXISTS (SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = $1::regclass) AS is`,
          [table],
        );
        return row!.is;
      });
      await work(() => lock.query('ROLLBACK'));
    } finally {
      await lock.end();
    }
  }

  /** Runs work while the standby replays nothing. */
  async paused(work: () => Promise<void>): Promise<void> {
    await this.standby.query('SELECT pg_wal_replay_pause()');
    await eventually('a pause', async () => {
      const [row] = await this.standby.query<{ is: boolean }>(
        `SELECT pg_get_wal_replay_pause_state() = 'paused' AS is`,
      );
      return row!.is;
    });
    try {
      await work();
    } finally {
      await this.standby.query('SELECT pg_wal_replay_resume()');
    }
  }

  /** What is written from now on does not reach the standby. */
  cutStandby(): void {
    this.replication.switch(0);
  }

  /** What is written reaches the standby again. */
  joinStandby(): void {
    this.replication.switch(this.primary.port);
  }

  /** Stops the standby where it is, until `thawStandby`. */
  freezeStandby(): void {
    this.standby.freeze();
  }

  thawStandby(): void {
    this.standby.thaw();
  }

  killStandby(): Promise<void> {
    return this.standby.kill();
  }

  /** Makes the standby a primary of its own, while the other goes on. */
  async promoteStandby(): Promise<void> {
    await this.standby.query('SELECT pg_promote()');
  }

  /**
   * Kills the primary, promotes the standby, and lets the address lead there.
   * @returns when it did, as `performance.now()` tells the time
   */
  async failOver(): Promise<number> {
    await this.primary.kill();
    await pause(NOTICED_MS);
    return this.promote();
  }

  /** Ends the primary in order, promotes the standby, and lets the address lead there: as `failOver` does. */
  async switchOver(): Promise<number> {
    await this.primary.query('CHECKPOINT');
    await this.primary.end('SIGINT');
    await this.primary.kill();
    return this.promote();
  }

  /**
   * Stops the primary where it is, promotes the standby, and lets the address lead there.
   * @returns when it did, and the old primary, which goes on when it is thawed
   */
  async failOverFrozen(): Promise<{ moment: number; old: OldPrimary }> {
    const { primary } = this;
    const client = new Client({ connectionString: primary.url });
    client.on('error', () => undefined);
    await client.connect();
    primary.freeze();
    await pause(NOTICED_MS);
    return { moment: await this.promote(), old: new OldPrimary(primary, client) };
  }

  /** Promotes the standby, and lets the address lead there. */
  private async promote(): Promise<number> {
    await this.standby.query('SELECT pg_promote()');
    this.primary = this.standby;
    this.address.switch(this.primary.port);
    return performance.now();
  }

  async stop(): Promise<void> {
    this.address.stop();
    this.reading.stop();
    this.replication?.stop();
    for (const machine of new Set([this.primary, this.standby])) await machine?.kill();
  }
}
