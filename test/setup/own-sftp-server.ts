import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { Connection, Server, SFTPWrapper, utils } from 'ssh2';
import { fingerprintOf, newKeyPair } from '../../src/edi/channels/keys';
import { newFolder, type SftpServer } from './sftp-folder';

/** What may be requested of the server on `ssh2`: requests of SFTP, and letting a user in. */
type Asked =
  | 'login'
  | 'OPEN'
  | 'READ'
  | 'WRITE'
  | 'CLOSE'
  | 'STAT'
  | 'OPENDIR'
  | 'READDIR'
  | 'RENAME'
  | 'REMOVE'
  | 'REALPATH';

/** What the server does in place of answering. `cut` ends the connection. */
type Instead = 'hang' | 'cut' | 'refuse' | undefined;

const { STATUS_CODE, OPEN_MODE } = utils.sftp;
const PASSWORD = 'correct horse';

/** A server of some lines on `ssh2`, which can be made to fail. It lacks posix-rename. */
export class OwnSftpServer implements SftpServer {
  readonly username = 'wharfinger';
  static readonly password = PASSWORD;
  readonly folder = newFolder();
  readonly hostKey: string;
  /** What it does in place of answering a request for a path. */
  instead: (requested: Asked, path: string) => Instead = () => undefined;
  /** What it says the size of a file is, in place of the truth. */
  sizes: Record<string, number> = {};
  /** Whether files have no end. */
  endless = false;
  /** The most bytes that it answers at a time. */
  part = Infinity;
  /** The names that it lists whenever more is requested, in place of those of a folder. */
  invents?: string[];
  /** How many connections were made, are open, and were open at once. */
  connections = 0;
  open = 0;
  most = 0;
  /** The paths of requests, in their order. */
  readonly asked: string[] = [];
  private keys: Buffer[] = [];
  private readonly clients = new Set<Connection>();

  private constructor(
    private readonly server: Server,
    hostKey: string,
  ) {
    const key = utils.parseKey(hostKey);
    if (key instanceof Error) throw key;
    this.hostKey = fingerprintOf(key.getPublicSSH());
    server.on('connection', (client) => this.serve(client));
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** @param port the port to listen on; a free one unless given */
  static async start({
    port = 0,
    hostKeyBits,
  }: { port?: number; hostKeyBits?: number } = {}): Promise<OwnSftpServer> {
    const key = hostKeyBits
      ? utils.generateKeyPairSync('rsa', { bits: hostKeyBits }).private
      : newKeyPair().private_key;
    const algorithms = hostKeyBits ? { serverHostKey: ['ssh-rsa' as const] } : {};
    const server = new Server({ hostKeys: [key], algorithms });
    const own = new OwnSftpServer(server, key);
    server.listen(port, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return own;
  }

  allow(...publicKeys: string[]): void {
    this.keys = publicKeys.map((key) => Buffer.from(key.split(' ')[1]!, 'base64'));
  }

  /** Ends all connections. */
  cut(): void {
    for (const client of this.clients) client.end();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
    rmSync(this.folder, { recursive: true });
  }

  private serve(client: Connection): void {
    this.connections++;
    this.most = Math.max(this.most, ++this.open);
    this.clients.add(client);
    // the types leave it out
    (client as Connection & { setNoDelay(on: boolean): void }).setNoDelay(true);
    client.on('error', () => undefined);
    client.on('close', () => {
      this.clients.delete(client);
      this.open--;
    });
    client.on('authentication', (asks) => {
      const instead = this.instead('login', asks.username);
      if (instead === 'hang') return;
      if (instead === 'cut') return void client.end();
      const isKnown =
        (asks.method === 'password' && asks.password === PASSWORD) ||
        (asks.method === 'publickey' && this.keys.some((key) => key.equals(asks.key.data)));
      if (isKnown && !instead) asks.accept();
      else asks.reject(['publickey', 'password']);
    });
    client.on('session', (accept) => accept().on('sftp', (begin) => this.answer(client, begin())));
  }

  private answer(client: Connection, sftp: SFTPWrapper): void {
    const open = new Map<number, { fd?: number; path: string; entries?: string[] }>();
    let last = 0;
    const handleOf = (number: number) => Buffer.from([number >> 8, number & 255]);
    const opened = (handle: Buffer) => open.get(handle.readUInt16BE(0))!;
    const keep = (id: number, held: { fd?: number; path: string; entries?: string[] }) => {
      open.set(++last, held);
      sftp.handle(id, handleOf(last));
    };
    const real = (path: string) => join(this.folder, normalize(`/${path}`));
    const attributesOf = (path: string, stats = statSync(real(path))) => ({
      mode: stats.mode,
      uid: 0,
      gid: 0,
      size: this.sizes[path] ?? stats.size,
      atime: stats.atimeMs / 1000,
      mtime: stats.mtimeMs / 1000,
    });
    const done = (id: number) => sftp.status(id, STATUS_CODE.OK);
    /** Answers, or does what it was given in place of that. */
    const turn = (requested: Asked, id: number, path: string, work: () => void) => {
      this.asked.push(`${requested} ${path}`);
      const instead = this.instead(requested, path);
      if (instead === 'hang') return;
      if (instead === 'cut') return void client.end();
      if (instead === 'refuse') return sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
      try {
        work();
      } catch (error) {
        const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
        sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE);
      }
    };
    sftp.on('OPEN', (id, path, flags) =>
      turn('OPEN', id, path, () =>
        keep(id, { path, fd: openSync(real(path), flags & OPEN_MODE.WRITE ? 'w' : 'r') }),
      ),
    );
    sftp.on('READ', (id, handle, offset, length) => {
      const { path, fd } = opened(handle);
      turn('READ', id, path, () => {
        const bytes = Buffer.alloc(length, 'x');
        const count = this.endless ? length : readSync(fd!, bytes, 0, length, offset);
        if (count) sftp.data(id, bytes.subarray(0, Math.min(count, this.part)));
        else sftp.status(id, STATUS_CODE.EOF);
      });
    });
    sftp.on('WRITE', (id, handle, offset, bytes) => {
      const { path, fd } = opened(handle);
      turn('WRITE', id, path, () => {
        writeSync(fd!, bytes, 0, bytes.length, offset);
        done(id);
      });
    });
    sftp.on('FSTAT', (id, handle) => {
      const { path, fd } = opened(handle);
      turn('STAT', id, path, () => sftp.attrs(id, attributesOf(path, fstatSync(fd!))));
    });
    sftp.on('CLOSE', (id, handle) => {
      const { path, fd } = opened(handle);
      turn('CLOSE', id, path, () => {
        if (fd !== undefined) closeSync(fd);
        done(id);
      });
    });
    for (const name of ['STAT', 'LSTAT'] as const)
      sftp.on(name as 'STAT', (id, path) => turn('STAT', id, path, () => sftp.attrs(id, attributesOf(path))));
    sftp.on('OPENDIR', (id, path) =>
      turn('OPENDIR', id, path, () => keep(id, { path, entries: readdirSync(real(path)) })),
    );
    sftp.on('READDIR', (id, handle) => {
      const held = opened(handle);
      turn('READDIR', id, held.path, () => {
        const names = this.invents ?? held.entries!.splice(0, 50);
        if (!names.length) return sftp.status(id, STATUS_CODE.EOF);
        const named = (filename: string) => ({
          filename,
          longname: filename,
          attrs: attributesOf(this.invents ? '/' : `${held.path}/${filename}`),
        });
        return sftp.name(id, names.map(named));
      });
    });
    sftp.on('RENAME', (id, from, to) =>
      turn('RENAME', id, from, () => {
        // as version 3 of the protocol says
        if (existsSync(real(to))) return sftp.status(id, STATUS_CODE.FAILURE);
        renameSync(real(from), real(to));
        return done(id);
      }),
    );
    sftp.on('REMOVE', (id, path) =>
      turn('REMOVE', id, path, () => {
        unlinkSync(real(path));
        done(id);
      }),
    );
    sftp.on('REALPATH', (id, path) =>
      turn('REALPATH', id, path, () =>
        sftp.name(id, [{ filename: normalize(`/${path}`), longname: '', attrs: attributesOf('/') }]),
      ),
    );
  }
}
