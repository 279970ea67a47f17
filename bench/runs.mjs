// How long billing runs take, by the clock and by the processor, and how much memory: npm run bench -- runs
// [--containers 100000] [--profile folder]. Three charge codes over ended
// stays, the same run again, the drafts of 500 customers, and previews. Needs the build; brings its own database.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { ranFor, ranSince, sessionsOf } from './processor.mjs';
import { Terminal } from './terminal.mjs';

const CUSTOMERS = 500;
/** How often a run is asked how far it has come, in milliseconds. */
const EVERY_MS = 100;

export async function measureRuns(stays, profiles) {
  const terminal = await Terminal.open(10, { profiles });
  try {
    await organize(terminal);
    await sell(terminal);
    await addStays(terminal, stays);
    const idle = memoryOf(terminal.service.pid);
    console.log(`${stays} ended stays of ${CUSTOMERS} customers; ${idle} MiB when idle`);
    const since = { until: yesterday(), invoice: false };
    await report(terminal, idle, 'run', { ...since, recalculate_from: '2020-01-01' });
    await report(terminal, idle, 'the same again', since);
    await terminal.database.query('VACUUM ANALYZE'); // as autovacuum does it within a minute
    await report(terminal, idle, 'drafts', { until: yesterday() });
    await reportPreviews(terminal);
  } finally {
    await terminal.close();
  }
}

export async function ask({ service, token }, method, path, body) {
  const response = await globalThis.fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, {
    method,
    headers: { authorization: `Token token=${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** An organization of its own, and a token for it. */
async function organize(terminal) {
  terminal.token = 'bench-of-runs';
  await terminal.database.query(`
    WITH o AS (INSERT INTO organizations (name, pre_advice_truck_required) VALUES ('Bench of runs', false) RETURNING id),
    u AS (INSERT INTO users (organization_id, email) SELECT id, 'u@harbour.example' FROM o RETURNING organization_id, id)
    INSERT INTO tokens (organization_id, user_id, role, hash)
    SELECT organization_id, id, 'admin', sha256('${terminal.token}'::bytea) FROM u`);
}

/** Storage by TEU and day with free days, discharge, and gate-out, by a published tariff. */
export async function sell(terminal) {
  const post = (path, body) => ask(terminal, 'POST', path, body);
  await post('/tariffs', { name: 'Bench', currency: 'EUR', valid_from: '2020-01-01' });
  const rates = [
    ['BSTOR', 'storage', { per: 'teu', counting: 'calendar_day', free_units: 3, amount: '25.00' }],
    ['BDISC', 'discharge', { amount: '187.50' }],
    ['BOUT', 'gate_out', { amount: '36.00' }],
  ];
  for (const [at, [code, measure, rate]] of rates.entries()) {
    await post('/charge_codes', { code, measure });
    await post('/tariff_rates', { tariff: 'Bench', charge_code: code, position: at + 1, ...rate });
  }
  await post('/tariffs/Bench/publish', { retroactive: true });
}

async function addStays({ database, token }, stays) {
  await database.query(`
    CREATE TEMP TABLE bench AS SELECT organization_id AS id FROM tokens WHERE hash = sha256('${token}'::bytea)`);
  await database.query(`
    INSERT INTO consignees (organization_id, name) SELECT b.id, 'Customer ' || n FROM bench b, generate_series(1, ${CUSTOMERS}) n;
    INSERT INTO container_types (organization_id, code, size) SELECT id, 'BENCH', 40 FROM bench;
    WITH made AS (
      INSERT INTO containers (organization_id, number, container_type_id)
      SELECT b.id, 'BXXU' || (1000000 + n), y.id FROM bench b
      JOIN container_types y ON y.organization_id = b.id AND y.code = 'BENCH', generate_series(1, ${stays}) n
      RETURNING organization_id, id)
    INSERT INTO container_stays (organization_id, container_id, number, status, usage, arrived_by, departed_by, in_at, out_at,
      arrival_status, departure_status, container_status, weight, consignee_id)
    SELECT m.organization_id, m.id, 1, 'departed', 'import', 'voyage', 'truck',
      '2026-03-02'::timestamptz + m.id % 30 * interval '1 day', '2026-03-07'::timestamptz + (m.id % 30 + m.id % 11) * interval '1 day',
      'full', 'full', 'full', 21000, c.first + m.id % ${CUSTOMERS}
    FROM made m CROSS JOIN (
      SELECT min(c.id) AS first FROM consignees c JOIN bench b ON b.id = c.organization_id WHERE c.name = 'Customer 1') c`);
  await database.query('VACUUM ANALYZE');
}

async function report(terminal, idle, what, body) {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(terminal.service.pid))), EVERY_MS);
  const started = performance.now();
  const ran = ranFor(terminal.service.pid);
  const sessions = sessionsOf(terminal.postmaster);
  const { billing_run } = await ask(terminal, 'POST', '/billing_runs', body);
  let run = billing_run;
  while (run.status === 'running') {
    await pause(EVERY_MS);
    ({ billing_run: run } = await ask(terminal, 'GET', `/billing_runs/${run.id}`));
  }
  clearInterval(watch);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const ofService = ((ranFor(terminal.service.pid) - ran) / 1000).toFixed(1);
  const ofDatabase = (ranSince(sessions, sessionsOf(terminal.postmaster)) / 1000).toFixed(1);
  const { status, subjects_done, charges, adjustments, invoices, problems, failure } = run;
  console.log(
    `${what}: ${seconds} s, processor ${ofService} s of the service and ${ofDatabase} s of PostgreSQL, ${peak - idle} MiB above idle; ${JSON.stringify({ status, subjects_done, charges, adjustments, invoices, problems, failure })}`,
  );
}

/** Previews of a container, and of 100 at once, one request after the other. */
async function reportPreviews(terminal) {
  const numbers = Array.from({ length: 100 }, (_, n) => `BXXU${1_000_001 + n}`);
  const one = await percentile(200, (n) =>
    ask(terminal, 'GET', `/containers/${numbers[n % 100]}/charge_preview`),
  );
  const many = await percentile(20, () =>
    ask(terminal, 'POST', '/charge_previews', { container_numbers: numbers }),
  );
  console.log(`preview of a container: ${one} ms, of 100: ${many} ms (p95)`);
}

async function percentile(times, work) {
  const took = [];
  for (let n = 0; n < times; n++) {
    const started = performance.now();
    await work(n);
    took.push(performance.now() - started);
  }
  return took.sort((a, b) => a - b)[Math.ceil(times * 0.95) - 1].toFixed(1);
}

/** How much memory a process has, in MiB. */
const memoryOf = (pid) =>
  Math.round(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1] / 1024);

const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
