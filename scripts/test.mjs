// What `npm test` and `npm run test:slow` run: install and build what is missing, then the tests outside of test/slow, or
// those in it. With --costs, a table of what each spec file costs follows. All else is for jest.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const given = process.argv.slice(2);
const slow = given.includes('--slow');
const costs = given.includes('--costs');
const options = given.filter((option) => !['--slow', '--costs'].includes(option));
const folder = mkdtempSync(join(tmpdir(), 'wharfinger-costs-'));
const noted = join(folder, 'costs.ndjson');
/** Runs a script of Node, and returns its exit code. One that a signal ended has none, and is a failure. */
const run = (...args) =>
  spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(costs && { TEST_COSTS: noted }) },
  }).status ?? 1;

let status = run(join(root, 'scripts/start.mjs'), '--prepare-only');
const paths = slow ? ['--testPathPatterns', 'test/slow/'] : ['--testPathIgnorePatterns', 'test/slow/'];
// workers of jest have the options of Node that it was started with; young objects are most of what they make
status ||= run('--max-semi-space-size=64', join(root, 'node_modules/jest/bin/jest.js'), ...options, ...paths);
if (existsSync(noted)) print(readFileSync(noted, 'utf8').trim().split('\n').map(JSON.parse));
rmSync(folder, { recursive: true });
process.exitCode = status;

/** Prints sums by folder, and the 40 dearest spec files. */
function print(files) {
  const folders = new Map();
  for (const { file, ...costs } of files) {
    const folder = /^(src|test\/(slow\/)?[\w-]+)/.exec(file)[0];
    const sums = folders.get(folder) ?? { file: folder };
    for (const [key, cost] of Object.entries(costs)) sums[key] = (sums[key] ?? 0) + cost;
    folders.set(folder, sums);
  }
  const dearest = (rows) => rows.sort((one, other) => other.wall - one.wall).slice(0, 40);
  const head =
    '| file | s | s of node | s of PostgreSQL | s waiting | requests | statements |\n|---|--:|--:|--:|--:|--:|--:|';
  for (const rows of [[...folders.values()], files]) {
    console.log(head);
    for (const { file, wall, node, postgres, requests, statements } of dearest(rows)) {
      const waiting = Math.max(0, wall - node - postgres);
      const seconds = [wall, node, postgres, waiting].map((each) => each.toFixed(1));
      console.log(`| ${[file, ...seconds, requests, statements].join(' | ')} |`);
    }
  }
}
