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

const failures = await failedChecks();
const folder = mkdtempSync(join(tmpdir(), 'wharfinger-results-'));
const results = join(folder, 'results.json');
const jest = join(root, 'node_modules/jest/bin/jest.js');
const passedAll = run(jest, '--json', `--outputFile=${results}`, ...process.argv.slice(2));
const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(results, 'utf8'));
rmSync(folder, { recursive: true });

if (failures.length) console.error(`Failed: ${failures.join(', ')}`);
const failed = failures.length + Math.max(numFailedTests, numFailedTestSuites, passedAll ? 0 : 1);
console.log(`${CHECKS.length - failures.length + numPassedTests} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
