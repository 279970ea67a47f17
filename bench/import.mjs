// How fast `wharfinger import` takes containers into an empty organization, and how much memory that needs:
// npm run bench -- import [containers, 100000 unless given]. Needs the build; brings its own database.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';

const require = createRequire(import.meta.url);
const { startEmbeddedPostgres } = require('../dist/src/embedded-postgres/embedded-postgres.js');
const count = Number(process.argv.slice(2).find(Number) ?? 100_000);

const folder = mkdtempSync(join(tmpdir(), 'wharfinger-bench-'));
const dataDir = join(tmpdir(), `wharfinger-bench-data-${process.pid}`);
const server = await startEmbeddedPostgres({ dataDir });
try {
  await writeFiles();
  await wharfinger('organization', 'create', 'Bench');
  const started = performance.now();
  const peak = await wharfinger('import', folder, '--organization', 'Bench');
  const seconds = (performance.now() - started) / 1000;
  const speed = Math.round(count / seconds).toLocaleString('en');
  console.log(`${count} containers in ${seconds.toFixed(1)} s: ${speed} a second, ${peak} MiB at most`);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true });
  rmSync(folder, { recursive: true });
}

/** Containers as a terminal has them: each refers to a type, a line, a consignee, a bill, a voyage and a slot. */
async function writeFiles() {
  const numbers = (many) => [...Array(many).keys()];
  const kinds = {
    terminals: [{ name: 'T' }],
    yard_areas: [{ name: 'Block A', terminal: 'T' }],
    yard_slots: numbers(2000).map((i) => ({ name: `S${i}`, yard_area: 'Block A' })),
    container_types: ['20DV', '40HC', '20RF'].map((code) => ({ code })),
    commodity_types: [{ name: 'Foodstuffs' }],
    shipping_lines: numbers(20).map((i) => ({ code: `L${i}` })),
    consignees: numbers(500).map((i) => ({ name: `Consignee ${i}` })),
    vessels: [{ name: 'Petrel' }],
    voyages: numbers(10).map((i) => ({
      number: `V${i}`,
      vessel_name: 'Petrel',
      discharge_destination: 'T',
      discharge_destination_type: 'Terminal',
    })),
    manifests: numbers(10).map((i) => ({
      client_identifier: `M${i}`,
      shipping_line: 'L0',
      voyage_number: `V${i}`,
    })),
    bill_of_ladings: numbers(5000).map((i) => ({ manifest: `M${i % 10}`, number: `B${i}` })),
  };
  for (const [kind, lines] of Object.entries(kinds))
    writeFileSync(join(folder, `${kind}.ndjson`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

  const stream = createWriteStream(join(folder, 'containers.ndjson'));
  for (let i = 0; i < count; i++) {
    const line = {
      number: `WHAU${1_000_000 + i}`,
      container_type: ['20DV', '40HC', '20RF'][i % 3],
      container_status: 'full',
      shipping_line: `L${i % 20}`,
      usage: 'import',
      goods: 'Green coffee in bags',
      weight: 21_580 + (i % 100),
      seals: [`BR${i}`],
      commodity_type: 'Foodstuffs',
      consignee: `Consignee ${i % 500}`,
      bill_of_ladings: [{ manifest: `M${i % 10}`, number: `B${i % 5000}` }],
      arrival_voyage: `V${i % 10}`,
      current_location_type: 'YardSlot',
      current_location: `S${i % 2000}`,
    };
    if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}

/** Runs a command and returns the most memory that it had, in MiB. */
async function wharfinger(...args) {
  const cli = join(import.meta.dirname, '../dist/src/cli.js');
  const env = { ...process.env, DATABASE_URL: server.url };
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, peakOf(child.pid))), 100);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  if (code !== 0) throw new Error(`wharfinger ${args[0]} failed`);
  return peak;
}

function peakOf(pid) {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  } catch {
    return 0; // it has ended, or this is no Linux
  }
}
