// What `npm start` runs: installs and builds what is missing or out of date, then serves in this same
// process, so that signals and the exit code are the service's own. --prepare-only stops before serving.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const changed = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19) || (major === 22 && minor < 12)) {
  console.error(`Wharfinger needs Node 20.19, 22.12 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

if (!isInstalled()) await install();
if (!isBuilt()) await run('Building', ...npm(), 'run', '--silent', 'build');

const options = process.argv.slice(2);
if (!options.includes('--prepare-only')) {
  const cli = join(root, 'dist/src/cli.js');
  process.argv = [process.argv[0], cli, 'serve', ...options];
  await import(pathToFileURL(cli));
}

/**
 * Installs, and runs the scripts of those packages alone that `allowScripts` allows: npm 10 does not know it, and would
 * compile what `ssh2` does without.
 */
async function install() {
  // some tools of the build say that they want a newer Node than they need, which npm warns of line by line
  const quiet = '--loglevel=error';
  const ci = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', quiet];
  await run('Installing packages', ...npm(), ...ci);
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const allowed = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] && existsSync(join(root, 'node_modules', name)),
  );
  await run('Preparing packages', ...npm(), 'rebuild', '--ignore-scripts=false', quiet, ...allowed);
}

function isInstalled() {
  const installed = changed('node_modules/.package-lock.json');
  if (!installed || installed >= changed('package-lock.json')) return Boolean(installed);
  // A copied or checked out tree has any order of times: look at what they say before installing anew.
  const packages = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  const present = packages('node_modules/.package-lock.json');
  return Object.entries(packages('package-lock.json')).every(
    ([path, { version, optional, devOptional }]) =>
      !path || (present[path] ? present[path].version === version : optional || devOptional),
  );
}

function isBuilt() {
  const tree = (folder) =>
    existsSync(join(root, folder))
      ? [folder, ...readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name))]
      : [];
  const isConfig = (name) => /^(\.swcrc|tsconfig|nest-cli|package-lock|ormconfig)/.test(name);
  // Folders too: their time tells of a file that was removed.
  const sources = [
    ...tree('src'),
    ...tree('migrations'),
    'scripts/bundle.mjs',
    ...readdirSync(root).filter(isConfig),
  ];
  const outputs = sources
    .filter((path) => /(?<!\.spec|\.d)\.ts$/.test(path))
    .map((path) => join('dist', path.replace(/ts$/, 'js')));
  // what the build compiles beforehand, for this version of Node
  const built = [...outputs, `dist/src/bundle.js.${process.version}-${process.arch}.cache`];
  return Math.min(...built.map(changed)) >= Math.max(...sources.map(changed));
}

/** npm as it was started, or the one on the PATH. */
function npm() {
  const { npm_execpath: script } = process.env;
  return script?.endsWith('npm-cli.js') ? [process.execPath, script] : ['npm'];
}

/** Says what is done once it takes longer than 2 s. Output goes to stderr: stdout is the service's. */
async function run(what, command, ...args) {
  const late = setTimeout(() => console.error(`${what} …`), 2_000);
  try {
    const [status] = await once(spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2] }), 'close');
    if (status !== 0) process.exit(status ?? 1);
  } catch (error) {
    console.error(`${command} ${args.join(' ')}: ${error.message}`);
    process.exit(1);
  } finally {
    clearTimeout(late);
  }
}
