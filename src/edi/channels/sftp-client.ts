import { connect, LookupFunction, Socket } from 'node:net';
import type { AnyAuthMethod, Client, ConnectConfig, FileEntryWithStats, SFTPWrapper } from 'ssh2';
import { Gathered } from '../../common/gathered';
import { closedAddress, resolve } from '../../common/http/addresses';
import { numbered, pathOf } from './file-names';
import { fingerprintOf } from './keys';
import { type Listed, MOST_NAME } from './listing';
import { connectionFailure, failureOf, FileTooLarge, SftpFailure, statusOf } from './sftp-failure';

/** The longest duration of connecting, from the look-up of the name to the first request, in milliseconds. */
const CONNECT_MS = 10_000;

/** The longest wait for an answer of the server, in milliseconds. */
const STEP_MS = 30_000;

/** The bytes of a file that are asked for, or sent, at a time. */
const CHUNK_BYTES = 256 * 1024;

/** The most entries of a folder that are looked at, and the most characters of their names and lines. */
const MOST_ENTRIES = 10_000;
const MOST_LISTED = 10_000_000;

/** A part of a file, in bytes, that no server makes but of the end of a file, and how many such parts are taken. */
const TINY_BYTES = 1_024;
const MOST_TINY = 10;

/** How many names are tried for a file whose name is taken. */
const MOST_NAMES = 100;

const NOT_THERE = 2;
const FILE_TYPE = 0o170000;
const PLAIN_FILE = 0o100000;

/** Where a channel connects to, and with what. */
export interface SftpTarget {
  host: string;
  port: number;
  username: string;
  /** The fingerprint that the server has to show. Without one the connection ends once it has shown its own. */
  host_key: string | null;
  password: string | null;
  /** The private keys to offer, in this order. */
  keys: string[];
  /** Whether host keys that sign with SHA-1 are taken. */
  legacy_algorithms: boolean;
}

export interface SftpOptions {
  /** Whether addresses that are not public are allowed. */
  anywhere: boolean;
  /** For how long the connection may be used, in milliseconds. */
  ms: number;
  /** Told the fingerprint that the server shows, before it is compared. */
  onHostKey?: (fingerprint: string) => void;
}

/**
 * A connection to an SFTP server, for one request after the other. Each throws SftpFailure, and after the end of the
 * connection all do.
 */
export class SftpSession {
  private sftp!: SFTPWrapper;
  /** Ends the connection when it was used for long enough. */
  private readonly end: NodeJS.Timeout;
  /** Why the connection ended. */
  private lost?: SftpFailure;
  private pending?: (error: SftpFailure) => void;
  /** The private key with which the server let the user in; undefined for the password. */
  acceptedKey?: string;

  private constructor(
    private readonly client: Client,
    private readonly socket: Socket,
    ms: number,
  ) {
    this.end = setTimeout(() => this.lose(new SftpFailure('The connection took too long.')), ms).unref();
    client.on('error', (error) => this.lose(connectionFailure(error)));
    client.on('close', () => this.lose(new SftpFailure('The server ended the connection.')));
  }

  /** Connects, and lets the server prove that it has the host key. */
  static async open(target: SftpTarget, { anywhere, ms, onHostKey }: SftpOptions): Promise<SftpSession> {
    const { Client } = await import('ssh2');
    const socket = socketTo(target, anywhere);
    const session = new SftpSession(new Client(), socket, ms);
    socket.once('error', (error) => session.lose(connectionFailure(error)));
    try {
      await session.begin(target, onHostKey);
    } catch (error) {
      session.lose(connectionFailure(error));
      throw session.lost ?? error;
    }
    return session;
  }

  /** Whether it can be asked. */
  get isOpen(): boolean {
    return this.lost === undefined;
  }

  close(): void {
    this.lose(new SftpFailure('The connection was closed.'));
  }

  /** The entries of a folder; what comes behind 10,000, or 10 MB of names, is left for later, and too long names for good. */
  async list(folder: string | null): Promise<Listed[]> {
    const doing = `${quoted(folder)} was not listed`;
    const open = this.ask<Buffer>(doing, (done) => this.sftp.opendir(folder || '.', done));
    return this.with(doing, await open, async (handle) => {
      const entries: Listed[] = [];
      for (let [seen, characters] = [0, 0]; seen < MOST_ENTRIES && characters < MOST_LISTED;) {
        const more = await this.ask<FileEntryWithStats[] | undefined>(doing, (done) =>
          this.sftp.readdir(handle, (error, list) =>
            isEnd(error) ? done(undefined, undefined) : done(error, list),
          ),
        );
        if (!more) break;
        seen += more.length;
        for (const entry of more) {
          characters += entry.filename.length + entry.longname.length;
          if (entry.filename.length <= MOST_NAME) entries.push(listedOf(entry));
        }
      }
      return entries;
    });
  }

  /**
   * The bytes of a file.
   * @throws FileTooLarge beyond `most` bytes
   */
  async read(path: string, most: number): Promise<Buffer> {
    const doing = `${quoted(path)} was not read`;
    const open = this.ask<Buffer>(doing, (done) => this.sftp.open(path, 'r', done));
    return this.with(doing, await open, async (handle) => {
      const [file, chunk] = [new Gathered(most), Buffer.allocUnsafeSlow(CHUNK_BYTES)];
      for (let tiny = 0; ;) {
        const part = await this.readPart(doing, handle, chunk, file.bytes.length);
        if (!part.length) return file.bytes;
        if (!file.add(part)) throw new FileTooLarge(`${quoted(path)} has more than ${most} bytes.`);
        if (part.length < TINY_BYTES && ++tiny > MOST_TINY) {
          this.lose(new SftpFailure(`${doing}: the server sends it in tiny parts.`));
          throw this.lost!;
        }
      }
    });
  }

  /**
   * Writes a file under another name and then renames it, so that nobody reads a part of it. A name that is taken gets a
   * number, unless the file that has it is this one, which was put before.
   * @param isAgain whether it is put once more beside this one
   * @returns the name that the file has
   */
  async put(folder: string | null, name: string, bytes: Buffer, isAgain = false): Promise<string> {
    const { free, isThere } = await this.freeName(folder, name, isAgain ? undefined : bytes);
    if (isThere) return free;
    const part = pathOf(folder, `${free}.part`);
    await this.write(part, bytes);
    await this.rename(part, pathOf(folder, free));
    return free;
  }

  /** Moves a file to another folder. A name that is taken there gets a number. */
  async move(path: string, folder: string, name: string): Promise<void> {
    const { free } = await this.freeName(folder, name);
    await this.rename(path, pathOf(folder, free));
  }

  async remove(path: string): Promise<void> {
    await this.ask(`${quoted(path)} was not deleted`, (done) => this.sftp.unlink(path, done));
  }

  /** Writes a file in one go, over one that is there. */
  async write(path: string, bytes: Buffer): Promise<void> {
    const doing = `${quoted(path)} was not written`;
    const open = this.ask<Buffer>(doing, (done) => this.sftp.open(path, 'w', done));
    await this.with(doing, await open, async (handle) => {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
        const length = Math.min(CHUNK_BYTES, bytes.length - at);
        await this.ask(doing, (done) => this.sftp.write(handle, bytes, at, length, at, done));
      }
    });
  }

  /** Bytes of an open file from a place on, read into `chunk`; none at its end. */
  private async readPart(doing: string, handle: Buffer, chunk: Buffer, from: number): Promise<Buffer> {
    return this.ask<Buffer>(doing, (done) =>
      this.sftp.read(handle, chunk, 0, chunk.length, from, (error, count, part) =>
        error ? done(error) : done(undefined, part.subarray(0, count)),
      ),
    );
  }

  /** Works with what is open, and closes it. */
  private async with<T>(doing: string, handle: Buffer, work: (handle: Buffer) => Promise<T>): Promise<T> {
    const close = () => this.ask(doing, (done) => this.sftp.close(handle, done));
    try {
      const result = await work(handle);
      await close();
      return result;
    } catch (error) {
      if (!this.lost) await close().catch(() => undefined);
      throw error;
    }
  }

  private begin(target: SftpTarget, onHostKey?: (fingerprint: string) => void): Promise<void> {
    const { client } = this;
    const hostVerifier = (key: Buffer) => {
      const shown = fingerprintOf(key);
      onHostKey?.(shown);
      if (shown === target.host_key) return true;
      this.lose(new SftpFailure(sentenceOfKey(shown, target.host_key)));
      return false;
    };
    const late = `The server did not let the user in within ${CONNECT_MS / 1000} s.`;
    return this.inTime(CONNECT_MS, late, (done) => {
      client.once('ready', () =>
        client.sftp((error, sftp) => {
          if (error) return done(new SftpFailure('The server offers no SFTP.'));
          this.sftp = sftp.on('error', (failure: Error) => this.lose(connectionFailure(failure)));
          return done();
        }),
      );
      client.connect({ ...this.configOf(target), sock: this.socket, hostVerifier });
    });
  }

  /** A name in a folder that no file has, or that the file with these bytes has already. */
  private async freeName(
    folder: string | null,
    name: string,
    bytes?: Buffer,
  ): Promise<{ free: string; isThere: boolean }> {
    for (let number = 1; number <= MOST_NAMES; number++) {
      const free = numbered(name, number);
      const size = await this.sizeOf(pathOf(folder, free));
      if (size === undefined) return { free, isThere: false };
      if (bytes?.length === size && (await this.has(pathOf(folder, free), bytes)))
        return { free, isThere: true };
    }
    throw new SftpFailure(`${quoted(folder)} has ${MOST_NAMES} files of the name '${name}' already.`);
  }

  /** The size of a file in bytes; undefined when it is not there. */
  private async sizeOf(path: string): Promise<number | undefined> {
    return this.ask<number | undefined>(`${quoted(path)} was not looked at`, (done) =>
      this.sftp.stat(path, (error, stats) =>
        error && statusOf(error) === NOT_THERE ? done(undefined, undefined) : done(error, stats?.size),
      ),
    );
  }

  /** Whether a file has these bytes; one that cannot be read has not. */
  private async has(path: string, bytes: Buffer): Promise<boolean> {
    try {
      return (await this.read(path, bytes.length)).equals(bytes);
    } catch (error) {
      if (this.lost) throw error;
      return false;
    }
  }

  /** Renames as POSIX does where the server offers that, since some servers refuse to rename otherwise. */
  private async rename(from: string, to: string): Promise<void> {
    await this.ask(`${quoted(from)} was not renamed to ${quoted(to)}`, (done) => {
      try {
        this.sftp.ext_openssh_rename(from, to, done);
      } catch {
        this.sftp.rename(from, to, done);
      }
    });
  }

  private async ask<T>(
    doing: string,
    start: (done: (error?: Error | null, value?: T) => void) => void,
  ): Promise<T> {
    try {
      return await this.inTime(STEP_MS, `${doing}: no answer in ${STEP_MS / 1000} s.`, start);
    } catch (error) {
      throw failureOf(doing, error);
    }
  }

  /** Starts work and waits for it, for the end of the connection, or for the limit of time, which ends the connection. */
  private async inTime<T>(
    ms: number,
    late: string,
    start: (done: (error?: Error | null, value?: T) => void) => void,
  ): Promise<T> {
    if (this.lost) throw this.lost;
    const timer = setTimeout(() => this.lose(new SftpFailure(late)), ms);
    try {
      return await new Promise<T>((resolved, rejected) => {
        this.pending = rejected;
        start((error, value) => (error ? rejected(error) : resolved(value as T)));
      });
    } finally {
      clearTimeout(timer);
      this.pending = undefined;
    }
  }

  /** What the connection is made with. The server is offered one key after the other, then the password. */
  private configOf(target: SftpTarget): ConnectConfig {
    const { username, password, keys, legacy_algorithms } = target;
    const methods: { key?: string; method: AnyAuthMethod }[] = [
      ...keys.map((key) => ({ key, method: { type: 'publickey' as const, username, key } })),
      ...(password === null ? [] : [{ method: { type: 'password' as const, username, password } }]),
    ];
    return {
      username,
      readyTimeout: 0,
      ...(!legacy_algorithms && {
        algorithms: { serverHostKey: { append: [], prepend: [], remove: ['ssh-rsa'] } },
      }),
      authHandler: (_left, _partial, next) => {
        const tried = methods.shift();
        this.acceptedKey = tried?.key;
        if (tried) next(tried.method);
        else this.lose(new SftpFailure('The server does not let the user in.'));
      },
    };
  }

  /** Ends the connection, for the first reason that there is. */
  private lose(why: SftpFailure): void {
    this.lost ??= why;
    clearTimeout(this.end);
    this.pending?.(this.lost);
    this.socket.destroy();
  }
}

/** A socket that connects to public addresses only, unless others are allowed. Each address of a name is looked at. */
function socketTo({ host, port }: SftpTarget, anywhere: boolean): Socket {
  if (closedAddress(host, anywhere)) throw new SftpFailure(`${host} is not a public address.`);
  const lookup: LookupFunction = (name, options, callback) => {
    resolve(name, anywhere).then(
      (found) => {
        if (options.all) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (error: Error) => callback(new SftpFailure(`${error.message}.`), ''),
    );
  };
  return connect({ host, port, lookup, noDelay: true });
}

function sentenceOfKey(shown: string, expected: string | null): string {
  return expected === null
    ? `The server shows the host key ${shown}, which is not stored yet.`
    : `The server shows another host key: ${shown}.`;
}

function listedOf({ filename, longname, attrs }: FileEntryWithStats): Listed {
  const { mode, size, mtime } = attrs as Partial<typeof attrs>;
  const isFile = mode === undefined ? longname.startsWith('-') : (mode & FILE_TYPE) === PLAIN_FILE;
  return { name: filename, isFile, size: size ?? 0, written: (mtime ?? 0) * 1000 };
}

/** Whether an answer says that there is no more. */
function isEnd(error: Error | null | undefined): boolean {
  return Boolean(error) && statusOf(error) === 1;
}

function quoted(path: string | null): string {
  return path ? `'${path}'` : 'the folder of the user';
}
