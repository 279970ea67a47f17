// Whether what is asked for takes as long with a million containers as with a thousand: node bench/run.mjs sizes
// [--containers 1000000]. Two terminals are asked in turn, one request at a time; p50 and the greatest of the medians.
// Says too how long the service takes to listen, what it takes of memory while nobody asks, and how long its event loop
// is busy at once while many do.
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Clients } from './load.mjs';
import { Terminal } from './terminal.mjs';

const FEW = 1_000;
const TIMES = 30;
const A_MONTH_AGO = new Date(Date.now() - 30 * 86_400_000).toISOString();
const GOALS = { ratio: 1.3, milliseconds: 20, farPage: 2 };

/** The lists, and the filters of some with the key of a record that gives the value. */
const LISTS = [
  'containers', 'container_stays', 'truck_visits', 'voyages', 'invoices', 'vehicles', 'pre_advices', 'appointments',
  'bill_of_ladings', 'trucks', 'truck_drivers', 'trucking_companies', 'shipping_lines', 'consignees', 'bookings',
  'vessels', 'manifests', 'events', 'audit_entries', 'gate_refusals',
]; // prettier-ignore
const FILTERS = [
  ...['number', 'q', 'booking_number', 'voyage_number', 'bill_of_lading_number'].map((name) => [
    'containers',
    name,
  ]),
  ['containers', 'q', 'BNHU1000'],
  ['containers', 'usage', 'unknown'],
  ['containers', 'usage', 'import'],
  ['containers', 'container_status', 'empty'],
  ['containers', 'at_terminal', 'true'],
  ['containers', 'held', 'true'],
  ['containers', 'current_location_type', 'YardSlot'],
  ['container_stays', 'status', 'here'],
  ['containers', 'size', '20'],
  ['containers', 'is_reefer', 'true'],
  ['containers', 'terminal', '1'],
  ['containers', 'yard_area', '1'],
  ['container_stays', 'size', '20'],
  ['container_stays', 'yard_area', '1'],
  ['container_stays', 'terminal', '1'],
  ['container_stays', 'order', 'in_at'],
  ['container_stays', 'order', '-in_at'],
  ['container_stays', 'status', 'here&order=in_at'],
  ['container_stays', 'status', 'here&is_reefer=true&usage=import'],
  ['container_stays', 'status', 'here&yard_area=1&size=20&order=-in_at'],
  ['voyages', 'order', '-arrival'],
  ['voyages', 'in_port', 'true'],
  ['appointments', 'order', 'expected_at'],
  ['appointments', 'trucking_company', 'TC86'],
  ['pre_advices', 'trucking_company', 'TC86'],
  ['trucks', 'q', '100'],
  ['bookings', 'q', '100'],
  ['truck_drivers', 'q', '100'],
  ['container_stays', 'in_from', A_MONTH_AGO],
  ['container_stays', 'out_from', A_MONTH_AGO],
  ['truck_visits', 'inside', 'true'],
  ['truck_visits', 'order', 'newest'],
  ['truck_visits', 'trucking_company_id', 'TC86'],
  ['truck_visits', 'trucking_company_id', 'NONE'],
  ['truck_visits', 'start_date', A_MONTH_AGO],
  ['truck_visits', 'updated_since', '2100-01-01'],
  ['shipping_lines', 'name', 'line'],
  ['consignees', 'name', 'an'],
  ['invoices', 'paid', 'true'],
  ['invoices', 'updated_since', '2100-01-01'],
  ['voyages', 'vessel_name', 'an'],
];

const COUNTS = [
  '/containers/counts?by=usage',
  '/containers/counts?by=shipping_line&at_terminal=true',
  '/container_stays/counts?by=status',
  '/container_stays/counts?by=shipping_line&status=here',
  '/truck_visits/counts?by=gate&inside=true',
];

export async function compareSizes(containers) {
  const terminals = [];
  try {
    for (const many of [FEW, containers]) terminals.push(await Terminal.open(many));
    for (const { listening, service } of terminals)
      console.log(`listening after ${(listening / 1000).toFixed(2)} s, ${memoryOf(service.pid)} MiB`);
    const sides = terminals.map(({ service, token }) => new Clients(service.port, token, 1));
    const rows = [];
    for (const make of await pathsOf(sides)) rows.push(await compare(make, sides));
    report(rows.sort((one, other) => other.ratio - one.ratio));
    await farPages(sides[1]);
    await saturate(terminals[1]);
    for (const each of sides) each.close();
  } finally {
    for (const each of terminals) await each.close();
  }
}

/** For each request its path at either terminal, with values of records that are there. */
async function pathsOf(sides) {
  const firsts = {};
  for (const list of LISTS) firsts[list] = await Promise.all(sides.map((side) => firstOf(side, list)));
  const shows = LISTS.flatMap((list) => {
    const keys = firsts[list].map((record) => record?.number ?? record?.code ?? record?.id);
    return keys.every(Boolean) && !['events', 'audit_entries', 'gate_refusals'].includes(list)
      ? [keys.map((key) => `/${list}/${encodeURIComponent(key)}`)]
      : [];
  });
  const filters = FILTERS.flatMap(([list, name, value]) => {
    const values = firsts[list].map((record) => value ?? (name === 'q' ? record?.number : record?.[name]));
    return values.every(Boolean)
      ? [
          values.map(
            (each) =>
              `/${list}?${name}=${encodeURIComponent(each).replaceAll('%26', '&').replaceAll('%3D', '=')}`,
          ),
        ]
      : [];
  });
  const counts = COUNTS.map((path) => [path, path]);
  const all = [...LISTS.map((list) => [`/${list}`, `/${list}`]), ...filters, ...counts, ...shows];
  const good = [];
  for (const paths of all) if (await isAnswered(sides, paths)) good.push(paths);
  return good;
}

async function firstOf(side, list) {
  const body = await side.ask({ path: `/${list}` });
  return body[list]?.[0];
}

async function isAnswered(sides, paths) {
  try {
    for (const [i, side] of sides.entries()) await side.ask({ path: paths[i] });
    return true;
  } catch {
    return false; // it has no such show
  }
}

async function compare(paths, sides) {
  const times = sides.map(() => []);
  for (let i = -12; i < TIMES; i++)
    for (const [n, side] of sides.entries()) {
      const start = performance.now();
      await side.ask({ path: paths[n] });
      if (i >= 0) times[n].push(performance.now() - start);
    }
  const [few, many] = times.map(median);
  return { path: paths[1], few, many, ratio: many / few };
}

async function farPages(side) {
  for (const list of ['containers', 'truck_visits', 'voyages']) {
    const { few, many, ratio } = await compare([`/${list}?page=1`, `/${list}?page=500`], [side, side]);
    console.log(
      `${list}, page 500 ÷ page 1: ${many.toFixed(1)} ÷ ${few.toFixed(1)} ms = ${ratio.toFixed(2)} (at most ${GOALS.farPage})`,
    );
  }
}

/** What the service itself tells of its event loop, after it was asked for 100 records a page by 64 clients. */
async function saturate({ service, token }) {
  const clients = new Clients(service.port, token, 64);
  await lagOf(service.port);
  await clients.run(() => [{ path: '/containers?per=100' }], 5);
  console.log(`event loop at saturation: ${((await lagOf(service.port)) * 1000).toFixed(0)} ms at most`);
  clients.close();
}

async function lagOf(port) {
  const text = await new Promise((done, fail) => {
    get(`http://127.0.0.1:${port}/metrics`, async (answer) => {
      let body = '';
      for await (const part of answer) body += part;
      done(body);
    }).on('error', fail);
  });
  return Number(/^nodejs_eventloop_lag_max_seconds ([\d.e-]+)/m.exec(text)?.[1]);
}

function memoryOf(pid) {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

function report(rows) {
  console.log('| request | 1,000 | many | ÷ |\n| --- | ---: | ---: | ---: |');
  for (const { path, few, many, ratio } of rows)
    console.log(
      `| ${path} | ${few.toFixed(1)} | ${many.toFixed(1)} | ${ratio.toFixed(2)}${ratio > GOALS.ratio || many > GOALS.milliseconds ? ' (missed)' : ''} |`,
    );
}
