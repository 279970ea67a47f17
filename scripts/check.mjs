// What `npm run check` runs: all that holds the code without running it. What a check says is shown when it ends, apart from
// what others say.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Before all others, because these need the types that it makes of the API document. */
const FIRST = 'client';
/** Those that take longest come first. */
const CHECKS = ['lint', 'codes', 'lint:api', 'format:check', 'types', 'dead-code'];

const failed = await failedChecks();
if (failed.length) console.error(`Failed: ${failed.join(', ')}`);
process.exitCode = failed.length ? 1 : 0;

/** Runs the checks, one on each processor at a time, and returns those that failed. */
async function failedChecks() {
  const left = [...CHECKS];
  const failed = (await passes(FIRST)) ? [] : [FIRST];
  const worker = async () => {
    for (let name = left.shift(); name; name = left.shift()) if (!(await passes(name))) failed.push(name);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return failed;
}

function passes(name) {
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
