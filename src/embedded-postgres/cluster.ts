import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { databaseUser, embeddedBinaries, makeFolder, makePath, reaches, type OsUser } from './binaries';

const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const LONGEST_SOCKET_NAME = 103; // of macOS; Linux takes 107

/** The contents of postmaster.pid; `running` is whether that process lives and is this cluster's server. */
export interface PidFile {
  text: string;
  pid: number;
  ready: boolean;
  running: boolean;
}

/** The files of one embedded database, and the options to run its programs. */
export class Cluster {
  readonly user: OsUser | undefined;
  readonly as: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv };
  readonly bin: string;
  readonly dir: string;
  readonly log: string;
  readonly sockets: string;
  readonly settings: Record<string, string>;

  /** Initializes the cluster when there is none. Throws a sentence for the operator when it cannot be used. */
  constructor(dataDir: string, durable: boolean) {
    this.user = databaseUser(dataDir);
    const home = usableFolder(dataDir, this.user);
    // Do not pass on the environment: PG* variables would change the server, and secrets are not its business.
    this.as = { uid: this.user?.uid, gid: this.user?.gid, cwd: '/', env: { PATH: process.env.PATH } };
    this.bin = embeddedBinaries(this.user);
    this.dir = join(home, 'cluster');
    this.log = join(home, 'postgres.log');
    this.settings = durable ? {} : NOT_DURABLE;
    makeFolder(this.dir, (draft) => this.create(draft, durable));
    this.own(this.dir); // root owns it after copying the checkout
    this.sockets = this.socketFolder();
  }

  /**
   * The connection URL of a database, over a Unix socket. Only the owner of its folder and root can open the socket, so
   * it needs no password and no free port. A query takes a fifth less time than over TCP.
   */
  url(database: string, role = 'wharfinger'): string {
    return `postgres://${role}@${encodeURIComponent(this.sockets)}:5432/${database}`;
  }

  /** The server that postmaster.pid names; undefined without that file. */
  server(): PidFile | undefined {
    const file = join(this.dir, 'postmaster.pid');
    try {
      const text = fs.readFileSync(file, 'utf8');
      const lines = text.split('\n');
      const pid = Number(lines[0]);
      // The file is empty when a server has just created it, or when a crash of the machine lost its contents.
      const running = text ? this.isServer(pid) : Date.now() - fs.statSync(file).mtimeMs < 1_000;
      return { text, pid, ready: lines[7]?.trim() === 'ready', running };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Removes the lock files of a dead server, unless another process has written new ones meanwhile. */
  setAside(lost: string): void {
    const file = join(this.dir, 'postmaster.pid');
    const aside = `${file}.${process.pid}`;
    try {
      fs.renameSync(file, aside);
      if (fs.readFileSync(aside, 'utf8') !== lost) fs.linkSync(aside, file);
      else fs.rmSync(join(this.sockets, '.s.PGSQL.5432.lock'), { force: true });
      fs.rmSync(aside);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  /**
   * Whether the process is this cluster's server. A live pid proves nothing, because another program may have it after
   * a restart of the machine or the container.
   */
  isServer(pid: number): boolean {
    try {
      const args = fs.existsSync('/proc/self/cmdline')
        ? fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
      return args.includes(`-D ${this.dir} `);
    } catch {
      return false;
    }
  }

  private create(draft: string, durable: boolean): void {
    this.own(draft);
    const options = ['-A', 'trust', '--locale=C.UTF-8', '--encoding=UTF8', ...(durable ? [] : ['--no-sync'])];
    this.run('initdb', ['-D', draft, '-U', 'wharfinger', ...options]);
    const single = ['--single', '-D', draft, ...flags(this.settings), 'postgres'];
    this.run('postgres', single, 'create database wharfinger');
  }

  private run(program: string, args: string[], input = ''): void {
    const { error, status, stderr } = spawnSync(join(this.bin, program), args, { ...this.as, input });
    // In single-user mode the exit status does not show a failed statement.
    if (status === 0 && !stderr.includes('ERROR:')) return;
    const reason = error?.message ?? stderr.toString().trim();
    throw new Error(`The embedded PostgreSQL does not run here, set DATABASE_URL: ${reason}`);
  }

  /**
   * The folder of the socket: the private one of the cluster, or a short one when the path of the socket is too long.
   */
  private socketFolder(): string {
    if (Buffer.byteLength(join(this.dir, '.s.PGSQL.5432')) <= LONGEST_SOCKET_NAME) return this.dir;
    const folder = `/tmp/wharfinger-${createHash('sha256').update(this.dir).digest('hex').slice(0, 12)}`;
    fs.mkdirSync(folder, { mode: 0o700, recursive: true });
    // Another user may have created a folder of this name.
    const { uid, mode } = fs.lstatSync(folder);
    if (![process.getuid?.(), this.user?.uid].includes(uid) || (mode & 0o170077) !== 0o040000) {
      throw new Error(`${folder} is not private: remove it, or choose a shorter WHARFINGER_DATA_DIR.`);
    }
    this.own(folder);
    return folder;
  }

  /** Changes the owner of a folder from root to the server's OS user. */
  private own(folder: string): void {
    if (!this.user || fs.statSync(folder).uid === this.user.uid) return;
    execFileSync('chown', ['-R', `${this.user.uid}:${this.user.gid}`, folder]);
  }
}

/** Turns PostgreSQL settings into command-line arguments. */
export function flags(settings: Record<string, string | number>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function usableFolder(dataDir: string, user: OsUser | undefined): string {
  const folder = resolve(dataDir);
  const advice = 'choose another folder in WHARFINGER_DATA_DIR';
  if (!reaches(user, folder)) {
    throw new Error(`The OS user of the database, ${user?.name}, cannot reach ${folder}: ${advice}.`);
  }
  try {
    makePath(folder);
    fs.accessSync(folder, fs.constants.W_OK);
  } catch (error) {
    throw new Error(`Cannot write to ${folder}: ${advice}.`, { cause: error });
  }
  const owner = fs.statSync(join(folder, 'cluster'), { throwIfNoEntry: false })?.uid;
  if (!user && owner !== undefined && owner !== process.getuid?.()) {
    throw new Error(`The database in ${folder} belongs to another OS user: ${advice}.`);
  }
  return fs.realpathSync(folder);
}
