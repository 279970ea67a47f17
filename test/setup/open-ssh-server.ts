import { ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { AddressInfo, connect, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FOLDERS, newFolder, type SftpServer } from './sftp-folder';

/** The user that sshd runs as, who is the only one that it lets in. Not root, and not nobody, whose account is locked. */
const USER = process.getuid?.() === 0 ? { name: 'games', uid: 5, gid: 60 } : undefined;

/** Whether OpenSSH's server is here. */
export const hasOpenSsh = existsSync('/usr/sbin/sshd') && (!USER || existsSync('/usr/bin/setpriv'));

/** OpenSSH's own server, as an ordinary user. It has posix-rename. */
export class OpenSshServer implements SftpServer {
  readonly username = USER?.name ?? userInfo().username;

  private constructor(
    readonly port: number,
    readonly folder: string,
    readonly hostKey: string,
    private readonly keys: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<OpenSshServer> {
    const folder = newFolder();
    const own = join(folder, '.ssh');
    mkdirSync(own);
    const [key, authorized, file] = [
      join(own, 'host_key'),
      join(own, 'authorized_keys'),
      join(own, 'config'),
    ];
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    const port = await aFreePort();
    writeFileSync(authorized, '');
    writeFileSync(
      file,
      `Port ${port}
ListenAddress 127.0.0.1
HostKey ${key}
AuthorizedKeysFile ${authorized}
PasswordAuthentication no
UsePAM no
StrictModes no
PidFile none
Subsystem sftp internal-sftp
ForceCommand internal-sftp -d ${folder}
`,
    );
    chmodSync(folder, 0o755);
    const ours = [folder, own, ...FOLDERS.map((name) => join(folder, name)), key, authorized, file];
    if (USER) for (const path of ours) chownSync(path, USER.uid, USER.gid);
    const sshd = ['/usr/sbin/sshd', '-D', '-e', '-f', file];
    const as = USER && [`--reuid=${USER.uid}`, `--regid=${USER.gid}`, '--clear-groups', ...sshd];
    const child = spawn(as ? 'setpriv' : sshd[0]!, as ?? sshd.slice(1), { stdio: 'ignore' });
    const listed = spawnSync('ssh-keygen', ['-lf', `${key}.pub`], { encoding: 'utf8' }).stdout;
    const server = new OpenSshServer(port, folder, listed.split(' ')[1]!, authorized, child);
    for (const end = Date.now() + 10_000; Date.now() < end; await pause(20))
      if (await listens(port)) return server;
    await server.stop();
    throw new Error('sshd does not listen');
  }

  allow(...publicKeys: string[]): void {
    writeFileSync(this.keys, publicKeys.map((key) => `${key}\n`).join(''));
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.exitCode === null && this.child.kill('SIGTERM')) await ended;
    rmSync(this.folder, { recursive: true });
  }
}

/** A port of this machine that nobody listens on. */
async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });
}
