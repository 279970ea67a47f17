import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseUser, embeddedBinaries } from '../../../src/embedded-postgres/binaries';
import { eventually } from '../../setup/eventually';
import { queryAt } from './database';
import { Address } from './pair';
import { aFreePort, childrenOf, send } from './programs';

const MEMBERS = 3;
/** How often the address asks the members which is primary, in milliseconds. */
const CHECK_MS = 250;
/** In seconds; a primary that is gone is replaced after `ttl`. */
const TIMES = { ttl: 6, loop_wait: 1, retry_timeout: 2 };

/** What embedded PostgreSQL lacks and Patroni needs, from a PostgreSQL of the distribution. */
const SYSTEM = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)[0]
  : undefined;

/** Whether Patroni, etcd and the programs of PostgreSQL that Patroni needs are there. */
export const hasPatroni =
  ['patroni', 'etcd'].every((program) => spawnSync(program, ['--version']).error === undefined) &&
  SYSTEM !== undefined &&
  existsSync(join(SYSTEM, 'pg_controldata'));

/** The user that owns the folders, who is not root. */
const user = () => databaseUser('/nowhere');

/** A PostgreSQL under Patroni. */
class Member {
  private child?: ChildProcess;
  private frozen: number[] = [];

  constructor(
    readonly name: string,
    readonly port: number,
    private readonly rest: number,
    private readonly file: string,
  ) {}

  get url(): string {
    return `postgres://wharfinger@127.0.0.1:${this.port}/wharfinger`;
  }

  start(): void {
    const as = user();
    this.child = spawn('patroni', [this.file], { uid: as?.uid, gid: as?.gid, cwd: '/', stdio: 'ignore' });
  }

  /** Whether Patroni says that this is the primary, or a synchronous standby. */
  async is(role: 'primary' | 'sync'): Promise<boolean> {
    const answer = fetch(`http://127.0.0.1:${this.rest}/${role}`, { signal: AbortSignal.timeout(1_000) });
    return answer.then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  /** Stops Patroni and PostgreSQL where they are, until `thaw`. */
  freeze(): void {
    this.frozen = this.all();
    for (const pid of this.frozen) send(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.frozen.toReversed()) send(pid, 'SIGCONT');
  }

  /** Ends both as a machine that goes down would. */
  kill(): void {
    for (const pid of this.all()) send(pid, 'SIGKILL');
  }

  /** Patroni and its PostgreSQL, which Patroni starts as a process of its own. */
  private all(): number[] {
    const server = spawnSync('pgrep', ['-f', `postgres -D .*/${this.name} .*--port=${this.port}`]);
    const pids = [this.child!.pid!, ...String(server.stdout).split('\n').filter(Boolean).map(Number)];
    return [...new Set(pids.flatMap((pid) => [pid, ...childrenOf(pid)]))];
  }
}

/** Three PostgreSQL under Patroni, with an etcd, behind an address that leads to the primary. */
export class PatroniCluster {
  private over = false;
  private readonly watching: Promise<void>;

  private constructor(
    private readonly folder: string,
    private readonly etcd: ChildProcess,
    private readonly address: Address,
    private readonly members: Member[],
  ) {
    this.watching = this.watch();
  }

  static async start(): Promise<PatroniCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'wharfinger-patroni-'));
    chmodSync(folder, 0o755); // another OS user owns what is in it
    const [client, peer] = [await aFreePort(), await aFreePort()];
    const etcd = spawn(
      'etcd',
      [
        `--data-dir=${folder}/etcd`,
        `--listen-client-urls=http://127.0.0.1:${client}`,
        `--advertise-client-urls=http://127.0.0.1:${client}`,
        `--listen-peer-urls=http://127.0.0.1:${peer}`,
        `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
        `--initial-cluster=default=http://127.0.0.1:${peer}`,
      ],
      { stdio: 'ignore' },
    );
    programs(folder);
    const members = [];
    for (let at = 0; at < MEMBERS; at++) members.push(await member(folder, `member${at}`, client));
    const as = user();
    if (as) spawnSync('chown', ['-R', `${as.uid}:${as.gid}`, join(folder, 'members')]);
    const cluster = new PatroniCluster(folder, etcd, await Address.to(0), members);
    for (const each of members) each.start();
    await cluster.whole();
    return cluster;
  }

  get url(): string {
    return `postgres://wharfinger@127.0.0.1:${this.address.port}/wharfinger`;
  }

  async query<T>(statement: string, values: unknown[] = []): Promise<T[]> {
    return queryAt<T>((await this.primary()).url, statement, values);
  }

  /** Waits until there is a primary with a synchronous standby, and all others follow. */
  async whole(): Promise<void> {
    await eventually(
      'a whole cluster',
      async () => {
        const rows = await this.query<{ state: string }>(
          'SELECT sync_state AS state FROM pg_stat_replication',
        ).catch(() => []);
        return rows.length === MEMBERS - 1 && rows.some(({ state }) => state === 'sync');
      },
      120_000,
    );
  }

  /** @returns the primary that was killed, and when the address led to another one */
  async kill(): Promise<{ gone: Member; moment: number }> {
    const gone = await this.primary();
    gone.kill();
    return { gone, moment: await this.another(gone) };
  }

  /** @returns the primary that was frozen, and when the address led to another one */
  async freeze(): Promise<{ gone: Member; moment: number }> {
    const gone = await this.primary();
    gone.freeze();
    return { gone, moment: await this.another(gone) };
  }

  /** Hands the primary over in order, to the synchronous standby. */
  async switchOver(): Promise<{ gone: Member; moment: number }> {
    const gone = await this.primary();
    const to = await eventually('a synchronous standby', async () => {
      const found = await Promise.all(this.members.map(async (each) => (await each.is('sync')) && each));
      return found.find((each) => each !== false);
    });
    const file = join(this.folder, 'members', `${gone.name}.json`);
    const args = ['-c', file, 'switchover', '--master', gone.name, '--candidate', to.name, '--force'];
    const { status, stdout, stderr } = spawnSync('patronictl', [...args, 'terminal']);
    if (status !== 0) throw new Error(`No switchover: ${String(stdout)}${String(stderr)}`);
    return { gone, moment: await this.another(gone) };
  }

  async stop(): Promise<void> {
    this.over = true;
    await this.watching;
    for (const each of this.members) each.kill();
    this.etcd.kill('SIGKILL');
    this.address.stop();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  private primary(): Promise<Member> {
    return eventually(
      'a primary',
      () => this.members.find(({ port }) => port === this.address.target),
      60_000,
    );
  }

  private async another(gone: Member): Promise<number> {
    await eventually('another primary', () => this.address.target !== gone.port, 60_000);
    return performance.now();
  }

  /** Lets the address lead to the primary, and cuts its connections when there is another one, as HAProxy does. */
  private async watch(): Promise<void> {
    while (!this.over) {
      const are = await Promise.all(this.members.map((each) => each.is('primary')));
      const port = this.members[are.indexOf(true)]?.port;
      if (port && port !== this.address.target) this.address.switch(port);
      await pause(CHECK_MS);
    }
  }
}

/** The folder of the programs that Patroni calls: those of the embedded PostgreSQL, and what that lacks. */
function programs(folder: string): void {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const embedded = embeddedBinaries(user());
  for (const name of readdirSync(embedded)) symlinkSync(join(embedded, name), join(bin, name));
  symlinkSync(join(SYSTEM!, 'pg_isready'), join(bin, 'pg_isready'));
  // of another version, which reads the first fields alone
  const fields = 'system identifier|cluster state|checkpoint location|TimeLineID|REDO location';
  script(join(bin, 'pg_controldata'), `${SYSTEM}/pg_controldata "$@" 2>/dev/null | grep -E '${fields}'`);
  // what pg_basebackup does, which the embedded PostgreSQL lacks
  script(
    join(bin, 'copy'),
    `for arg; do case $arg in --datadir=*) to=\${arg#*=} ;; --connstring=*) from=\${arg#*=} ;; esac; done
rm -rf "$to" && mkdir -m 700 "$to"
psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 "$from user=wharfinger" <<SQL
SELECT pg_backup_start('copy', true) \\g /dev/null
SELECT current_setting('data_directory') AS dir \\gset
\\setenv DIR :dir
\\! tar cf - --exclude=postmaster.* --exclude=pg_wal/archive_status --exclude=postgresql.auto.conf -C "\\$DIR" . | tar xpf - -C "$to"
SELECT labelfile FROM pg_backup_stop(false) \\g $to/backup_label
SQL`,
  );
  script(join(bin, 'make'), 'psql --no-psqlrc --command="CREATE DATABASE wharfinger" "$1"');
  mkdirSync(join(folder, 'members'));
}

function script(file: string, text: string): void {
  writeFileSync(file, `#!/bin/bash\n${text}\n`, { mode: 0o755 });
}

/** The configuration of a member, which is JSON, and so YAML as well. */
async function member(folder: string, name: string, etcd: number): Promise<Member> {
  const [port, rest] = [await aFreePort(), await aFreePort()];
  const [bin, at] = [join(folder, 'bin'), join(folder, 'members', name)];
  const file = `${at}.json`;
  const configuration = {
    scope: 'terminal',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: `127.0.0.1:${etcd}` },
    log: { dir: join(folder, 'members'), file_size: 100_000_000 },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: false,
          use_slots: true,
          parameters: { max_connections: 100, timezone: 'UTC' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      post_init: join(bin, 'make'),
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: at,
      bin_dir: bin,
      pgpass: `${at}.pgpass`,
      authentication: {
        superuser: { username: 'wharfinger', password: 'wharfinger' },
        replication: { username: 'replicator', password: 'replicator' },
      },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
      parameters: { unix_socket_directories: join(folder, 'members') },
      create_replica_methods: ['copy'],
      copy: { command: join(bin, 'copy') },
      remove_data_directory_on_diverged_timelines: true,
    },
  };
  writeFileSync(file, JSON.stringify(configuration));
  return new Member(name, port, rest, file);
}
