// Builds the client as its README says, from what is committed: in a copy of its folder alone, and in a fresh clone
// without the modules of the root. Then a project that installs the package imports it. Ends with 1 when one fails.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

const folder = mkdtempSync(join(tmpdir(), 'wharfinger-client-'));
try {
  for (const [name, paths, at] of [
    ['alone', [`HEAD:${CLIENT}`], '.'],
    ['clone', ['HEAD'], CLIENT],
  ]) {
    const copy = join(folder, name);
    mkdirSync(copy);
    const archive = execFileSync('git', ['archive', ...paths], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', copy], { input: archive });
    const client = join(copy, at);
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
