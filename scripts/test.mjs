// What `npm test` runs: installs and builds what is missing, then the checks and the tests. Each check counts
// as one test in the last line.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Those that take longest come first. */
const CHECKS = ['lint', 'client', 'types', 'lint:api', 'format:check', 'dead-code'];

const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;

/** Runs a check; what it says is shown when it ends, apart from what others say. Resolves to whether it passed. */
function check(name) {
  const script = process.env.npm_execpath;
  const [command, before] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []];
  const child = spawn(command, [...before, 'run', '--silent', name], { cwd: root });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  return new Promise((resolve) => {
    child.on('error', (error) => (said += `${error.message}\n`));
    child.on('close', (code) => {
      process.stderr.write(said);
      resolve(code === 0);
    });
  });
}

/** Runs the checks, one on each processor at a time, and returns those that failed. */
async function failedChecks() {
  const left = [...CHECKS];
  const failed = [];
  const worker = async () => {
    for (let name = left.shift(); name; name = left.shift()) if (!(await check(name))) failed.push(name);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return failed;
}

if (!run(process.execPath, [join(root, 'scripts/start.mjs'), '--prepare-only'])) process.exit(1);

const failures = await failedChecks();
const folder = mkdtempSync(join(tmpdir(), 'wharfinger-results-'));
const results = join(folder, 'results.json');
const jest = join(root, 'node_modules/jest/bin/jest.js');
const passedAll = run(process.execPath, [
  jest,
  '--json',
  `--outputFile=${results}`,
  ...process.argv.slice(2),
]);
const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(results, 'utf8'));
rmSync(folder, { recursive: true });

if (failures.length) console.error(`Failed: ${failures.join(', ')}`);
const failed = failures.length + Math.max(numFailedTests, numFailedTestSuites, passedAll ? 0 : 1);
console.log(`${CHECKS.length - failures.length + numPassedTests} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
