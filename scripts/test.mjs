// What `npm test` runs: installs and builds what is missing, then the checks and the tests. Each check counts
// as one test in the last line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHECKS, failedChecks } from './check.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const run = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;

if (!run(join(root, 'scripts/start.mjs'), '--prepare-only')) process.exit(1);

/** So many files that fail are run again: a test may miss a limit of time on a machine that others use. */
const MOST_RUN_AGAIN = 3;
const folder = mkdtempSync(join(tmpdir(), 'wharfinger-results-'));
const jest = join(root, 'node_modules/jest/bin/jest.js');

/** Runs jest: how many tests failed, how many passed, and the files that failed. */
function test(name, ...args) {
  const results = join(folder, name);
  const passedAll = run(jest, '--json', `--outputFile=${results}`, ...args);
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(results, 'utf8'),
  );
  const files = testResults.filter(({ status }) => status === 'failed').map((each) => each.name);
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, numFailedTestSuites, passedAll ? 0 : 1),
    files,
  };
}

const failures = await failedChecks();
let { passed, failed, files } = test('all.json', ...process.argv.slice(2));
if (files.length && files.length <= MOST_RUN_AGAIN) {
  const again = test('again.json', '--runTestsByPath', ...files);
  console.log(
    `${failed} failed, ${again.failed} of them also when their files were run again: ${files.join(', ')}`,
  );
  if (!again.failed) passed += failed;
  failed = again.failed;
}
rmSync(folder, { recursive: true });

if (failures.length) console.error(`Failed: ${failures.join(', ')}`);
failed += failures.length;
console.log(`${CHECKS.length - failures.length + passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
