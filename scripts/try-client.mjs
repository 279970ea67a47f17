// Builds the client as its README says, from what is committed: in a fresh clone without the modules of the root, and in a
// copy of the folder alone that was built there. Then a project that installs the package imports it. Ends with 1 when one
// fails.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const CLIENT = 'clients/typescript';
const npm = (cwd, ...args) => {
  // npm tells its scripts where they run, which is elsewhere here
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/.test(name)),
  );
  execFileSync('npm', ['--loglevel=error', ...args], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
};

/** What installing and building made in the folder, but for the document. */
const MADE = /\/(node_modules|dist|schema\.ts|[^/]+\.tgz)$/;

const folder = mkdtempSync(join(tmpdir(), 'wharfinger-client-'));
try {
  const clone = join(folder, 'clone');
  mkdirSync(clone);
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', clone], { input: archive });
  const alone = join(folder, 'alone');
  for (const [name, client] of [
    ['clone', join(clone, CLIENT)],
    ['alone', alone],
  ]) {
    if (client === alone)
      cpSync(join(clone, CLIENT), alone, { recursive: true, filter: (path) => !MADE.test(path) });
    npm(client, 'install', '--prefer-offline');
    npm(client, 'run', 'build');
    npm(client, 'pack');
    const packed = readdirSync(client).find((file) => file.endsWith('.tgz'));
    const project = join(folder, `${name}-project`);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{"name": "project", "type": "module"}');
    npm(project, 'install', join(client, packed));
    const script =
      "import { createWharfinger } from '@wharfinger/client'; createWharfinger({ baseUrl: '', token: '' }).trucks.list";
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: project, stdio: 'inherit' });
    console.log(`The client is built from its folder: ${name}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
