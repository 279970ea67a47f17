// How many trucks a second the gate lets in and out, each with a container that it brings:
// node bench/gate.mjs [trucks, 400 unless given] [at a time, 8] [folder of the build, dist]. Brings its own database.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

const [trucks = 400, atOnce = 8, dist = 'dist'] = [
  ...process.argv.slice(2, 4).map(Number),
  ...process.argv.slice(4),
];
const cli = createRequire(import.meta.url).resolve(`../${dist}/src/cli.js`);
const dataDir = join(tmpdir(), `wharfinger-bench-gate-${process.pid}`);
const port = 4_000 + (process.pid % 1_000);
const env = { ...process.env, WHARFINGER_DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' };

const service = spawn(process.execPath, [cli, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const token = await started();
  const ask = async (method, path, body) => {
    const answer = await globalThis.fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method,
      headers: { authorization: `Token token=${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const numbers = [...Array(trucks).keys()];
  const advices = [];
  for (const i of numbers) {
    await ask('POST', '/trucks', { truck: { license_plate: `BENCH-${i}` } });
    const cargo = {
      cargo_type: 'container',
      container_number: `BNCU${1_000_000 + i}`,
      container_type: '20DV',
      container_status: 'full',
      shipping_line: 'WHA',
    };
    const purposes = [{ purpose_type: 'drop off', cargo }];
    advices.push((await ask('POST', '/pre_advices', { truck: `BENCH-${i}`, purposes })).advice_number);
  }
  const left = numbers.slice();
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let i = left.pop(); i !== undefined; i = left.pop()) {
        await ask('POST', '/truck_visits', { gate: 'In 1', pre_advice_number: advices[i] });
        await ask('POST', `/trucks/BENCH-${i}/gate_out`, {});
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `${trucks} trucks in and out in ${seconds.toFixed(1)} s: ${(trucks / seconds).toFixed(1)} a second`,
  );
} finally {
  service.kill('SIGTERM');
  await new Promise((done) => service.once('exit', done));
  await setTimeout(500);
  rmSync(dataDir, { recursive: true, force: true });
}

/** The token of the demonstration, once the service listens. */
function started() {
  return new Promise((done, fail) => {
    let said = '';
    service.once('exit', () => fail(new Error('The service did not start')));
    service.stdout.on('data', (part) => {
      said += String(part);
      const [, token] = /try it with: (\S+)/.exec(said) ?? [];
      if (token) done(token);
    });
  });
}
