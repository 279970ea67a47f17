// How long the yard and the quay take: npm run bench -- yard [--containers 500000]. A client at a time asks for what a
// screen shows of 10,000 containers at a terminal and 1,000 in an area or a tally, and moves some of them.
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Terminal } from './terminal.mjs';

const BATCH = 100;

/** The milliseconds that a scene takes in 95 of 100 cases at most, and how often it is done. */
const SCENES = [
  { name: 'stacks', goal: 20, times: 200, request: (i) => get(`/yard_areas/Bench%20${1 + (i % 10)}/stacks`) },
  { name: 'drawing', goal: 50, times: 100, request: (i) => get(`/yard_areas/Bench%20${1 + (i % 10)}/stacks.svg`) },
  { name: 'stacks of 10,000', times: 20, request: () => get('/yard_areas/Bench%200/stacks') },
  { name: 'inventory of an area', goal: 20, times: 100, request: (i) => get(`/yard_areas/Bench%20${1 + (i % 10)}/inventory`) },
  { name: 'inventory of a terminal', goal: 50, times: 100, request: () => get('/terminals/Bench%20yard/inventory') },
  { name: 'free slots', goal: 20, times: 200, request: () => get('/yard_slots/free?size=20&reefer=true') },
  { name: 'free slots of an area', goal: 20, times: 200, request: () => get('/yard_slots/free?size=20&area=Bench%203') },
  { name: 'progress', goal: 20, times: 200, request: () => get('/voyages/BENCH-DONE/progress') },
  { name: 'move', goal: 10, times: 400, requests: moves },
  { name: 'batch of 100 discharges', goal: 150, times: 30, requests: discharges },
  { name: 'batch of 100 loads', goal: 250, times: 19, requests: loads },
]; // prettier-ignore

export async function measureYard(containers) {
  const terminal = await Terminal.open(containers);
  try {
    await addYard(terminal);
    report(await measure(terminal));
  } finally {
    await terminal.close();
  }
}

/** Adds the yard to a terminal that was opened. */
export async function addYard({ database }) {
  await database.query(readFileSync(join(import.meta.dirname, 'yard.sql'), 'utf8'));
  await database.query('VACUUM ANALYZE');
  await database.query('CHECKPOINT');
}

/** Does the scenes whose names have these words, one request at a time. */
async function measure(terminal, words = '') {
  const results = [];
  for (const { name, goal, times, request, requests } of SCENES.filter((scene) =>
    scene.name.includes(words),
  )) {
    const all = requests
      ? await requests(terminal.database, times)
      : Array.from({ length: times }, (_, i) => request(i));
    const took = [];
    let bytes = 0;
    for (const each of all) {
      const started = performance.now();
      bytes = await send(terminal, each);
      took.push(performance.now() - started);
    }
    // The first tenth warms up what is compiled and planned once.
    const sorted = took.slice(Math.ceil(all.length / 10)).sort((a, b) => a - b);
    const at = (part) => sorted[Math.floor(part * sorted.length)] ?? 0;
    results.push({ name, goal, p50: at(0.5), p95: at(0.95), bytes });
  }
  return results;
}

function report(results) {
  console.log('| scene | p50 ms | p95 ms | goal | kB |\n| --- | --- | --- | --- | --- |');
  for (const { name, goal, p50, p95, bytes } of results) {
    const missed = goal && p95 > goal ? ' (missed)' : '';
    console.log(
      `| ${[name, p50.toFixed(1), p95.toFixed(1), `${goal ?? ''}${missed}`, Math.round(bytes / 1000)].join(' | ')} |`,
    );
  }
}

/** Sends a request and returns how many bytes its answer has. */
async function send({ service, token }, { path, body }) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await globalThis.fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const bytes = await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${Buffer.from(bytes).toString().slice(0, 500)}`);
  return bytes.byteLength;
}

function get(path) {
  return { path };
}

/** The highest container of every second slot goes to the next one. */
async function moves(database, times) {
  const { rows } = await database.query(
    `SELECT s.name, count(*)::integer AS containers, max(c.number) FILTER (WHERE c.tier = 4) AS fourth
     FROM yard_slots s JOIN containers c ON c.organization_id = s.organization_id AND c.current_location_type = 'YardSlot'
       AND c.current_location_id = s.id
     WHERE s.name LIKE 'Bench %' AND s.name NOT LIKE 'Bench 0 %' GROUP BY s.id, s.name ORDER BY s.id`,
  );
  const pairs = rows.flatMap((from, n) => (n % 2 ? [] : [[from, rows[n + 1]]]));
  return pairs
    .filter(([from, to]) => from.containers === 4 && to.containers < 5)
    .slice(0, times)
    .map(([{ fourth }, { name }]) => ({
      path: `/containers/${fourth}/moves`,
      body: { to: { type: 'YardSlot', name } },
    }));
}

async function discharges(database, times) {
  const { rows } = await database.query(
    `SELECT c.number FROM containers c JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
     WHERE c.number LIKE 'BNYU106%' AND s.status = 'announced' ORDER BY c.id LIMIT $1`,
    [times * BATCH],
  );
  return batches(database, 'BENCH-IN', rows);
}

async function loads(database, times) {
  const { rows } = await database.query(
    `SELECT c.number FROM load_list_items i JOIN load_lists l ON l.organization_id = i.organization_id AND l.id = i.load_list_id
     JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
     WHERE l.name = 'Bench' AND i.loaded_at IS NULL AND NOT EXISTS (
       SELECT FROM container_holds h WHERE h.organization_id = c.organization_id AND h.container_id = c.id)
     ORDER BY i.id LIMIT $1`,
    [times * BATCH],
  );
  return batches(database, 'BENCH-OUT', rows);
}

async function batches(database, voyage, rows) {
  const { rows: found } = await database.query(
    `SELECT t.id FROM tallies t JOIN voyages v ON v.organization_id = t.organization_id AND v.id = t.voyage_id WHERE v.number = $1`,
    [voyage],
  );
  return Array.from({ length: Math.floor(rows.length / BATCH) }, (_, n) => ({
    path: `/tallies/${found[0].id}/moves`,
    body: {
      moves: rows
        .slice(n * BATCH, (n + 1) * BATCH)
        .map(({ number }) => ({ crane: `Crane ${n % 4}`, container_number: number })),
    },
  }));
}
