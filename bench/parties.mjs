// How long what parties read takes: npm run bench -- parties [--containers 1000000]. Interests are calculated from nothing
// by `wharfinger parties repair`, which is timed; then tokens of parties that have 8, 1,000 and 300,000 stays, of four
// parties, of four of a kind, and without a limit ask for each list, its filters, one record and availability, one request at a time.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { Clients } from './load.mjs';
import { Terminal } from './terminal.mjs';

const require = createRequire(import.meta.url);
const CLI = require.resolve('../dist/src/cli.js');
const TIMES = 20;
/** Milliseconds, and times what an unlimited token waits. */
const GOALS = { milliseconds: 20, single: 1.3, repair: 600, known: 1.05, first: 2 };

const OF_STAYS = ['containers', 'container_stays', 'movements'];
const FILTERS = [
  'containers?usage=import', 'containers?container_status=empty', 'containers?at_terminal=true', 'containers?q=BNHU1000',
  'containers?shipping_line=L001', 'container_stays?status=here', 'container_stays?status=departed',
  'container_stays?order=-in_at',
  'container_stays?status=here&usage=import', 'container_stays?updated_since=2100-01-01',
]; // prettier-ignore
const LISTS = [
  ...OF_STAYS, ...FILTERS, 'bill_of_ladings', 'manifests', 'packing_list_items', 'bookings', 'dock_receipts', 'invoices',
  'pre_advices', 'appointments', 'truck_visits', 'trucks', 'truck_drivers', 'gate_refusals', 'voyages', 'vehicles', 'events',
  'charges', 'charges?status=invoiced', 'service_orders', 'nominations', 'nominations?status=active', 'nominations?status=used',
  'nominations?to=trucking_company:TC1',
]; // prettier-ignore

/** The largest of a kind, and smaller ones. */
const ALIKE = {
  'four hauliers': ['TC1', 'TC2', 'TC3', 'TC20'].map((key) => ({ type: 'trucking_company', key })),
  'four lines': ['L001', 'L002', 'L010', 'L100'].map((key) => ({ type: 'shipping_line', key })),
  'four consignees': [1, 2, 10, 100].map((n) => ({ type: 'consignee', key: `Consignee ${n}` })),
};

/** Of each kind, the party whose number of stays is nearest to one that is asked for, as tokens name it. */
const NEAREST = `
  SELECT CASE WHEN p.agent_id IS NOT NULL THEN 'agent' WHEN p.shipping_line_id IS NOT NULL THEN 'shipping_line'
    WHEN p.consignee_id IS NOT NULL THEN 'consignee' ELSE 'trucking_company' END AS type,
    coalesce(a.name, l.code, c.name, t.code) AS key, n.many::integer
  FROM (SELECT party_id, count(*) AS many FROM stay_parties GROUP BY party_id) n JOIN parties p ON p.id = n.party_id
  LEFT JOIN agents a ON a.id = p.agent_id LEFT JOIN shipping_lines l ON l.id = p.shipping_line_id
  LEFT JOIN consignees c ON c.id = p.consignee_id LEFT JOIN trucking_companies t ON t.id = p.trucking_company_id
  ORDER BY abs(ln(n.many) - ln($1::float8)) LIMIT 1`;

export async function measureParties(containers) {
  const terminal = await Terminal.open(containers);
  try {
    await terminal.database.query(readFileSync(join(import.meta.dirname, 'parties.sql'), 'utf8'));
    await terminal.database.query('VACUUM ANALYZE');
    await repair(terminal);
    await terminal.database.query('VACUUM ANALYZE');
    const unlimited = new Clients(terminal.service.port, terminal.token, 1);
    const { user } = await unlimited.ask({ path: '/me' });
    const readers = [{ name: 'unlimited', client: unlimited }];
    const parties = [];
    for (const many of [8, 1_000, containers * 0.3]) {
      const { rows } = await terminal.database.query(NEAREST, [many]);
      const { many: stays, ...party } = rows[0];
      parties.push(party);
      readers.push({ name: `${stays} stays (${party.type})`, ...(await readerOf([party])) });
    }
    const { rows } = await terminal.database.query(NEAREST, [containers / 10]);
    const { type, key } = rows[0];
    readers.push({ name: 'four parties', ...(await readerOf([...parties, { type, key }])) });
    for (const [name, four] of Object.entries(ALIKE)) readers.push({ name, ...(await readerOf(four)) });
    await report(terminal, readers);
    await signIn(terminal, unlimited, user);
    for (const { client } of readers) client.close();

    async function readerOf(of) {
      const body = { user: user.email, role: 'read', limited: true, parties: of };
      const { token } = await unlimited.ask({ method: 'POST', path: '/tokens', body });
      return { client: new Clients(terminal.service.port, token.token, 1) };
    }
  } finally {
    await terminal.close();
  }
}

async function repair(terminal) {
  const started = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'parties', 'repair'], {
    env: { ...process.env, WHARFINGER_DATA_DIR: terminal.dataDir },
  });
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `repair: ${seconds.toFixed(0)} s (at most ${GOALS.repair}). ${stdout.trim().split('\n').at(-1)}`,
  );
}

/** A table of medians: a row for each request, a column for each reader. */
async function report(terminal, readers) {
  console.log(`| request | ${readers.map(({ name }) => name).join(' | ')} |`);
  console.log(`| --- |${' ---: |'.repeat(readers.length)}`);
  for (const list of LISTS) await row(`/${list}`, readers, () => `/${list}`, GOALS.milliseconds);
  const numbers = new Map();
  for (const { client } of readers) {
    const { containers } = await client.ask({ path: '/containers?per=100' });
    numbers.set(
      client,
      containers.map(({ number }) => number),
    );
  }
  const first = (client) => `/containers/${numbers.get(client)[0]}`;
  await row('/containers/:number', readers, first);
  await row('/availability of 100', readers, (client) => {
    const known = numbers.get(client);
    const all = Array.from({ length: 100 }, (_, i) => known[i % known.length] ?? 'NONE');
    return `/availability?${[...new Set(all)].map((number) => `container_numbers[]=${number}`).join('&')}`;
  });
}

async function row(name, readers, pathOf, goal = Infinity) {
  const cells = [];
  for (const { client } of readers) {
    const took = await medianOf(client, pathOf(client));
    cells.push(took === undefined ? '–' : `${took.toFixed(1)}${took > goal ? ' (missed)' : ''}`);
  }
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}

/** What a request takes; undefined where it is not open. */
async function medianOf(client, path) {
  const times = [];
  try {
    for (let i = -5; i < TIMES; i++) {
      const start = performance.now();
      await client.ask({ path });
      if (i >= 0) times.push(performance.now() - start);
    }
  } catch {
    return undefined;
  }
  return times.toSorted((a, b) => a - b)[TIMES >> 1];
}

/** What a JWT that is known and one at first sight take beside a token of the service. */
async function signIn(terminal, unlimited, user) {
  const { exportJWK, generateKeyPair, SignJWT } = await import('jose');
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(
        request.url.endsWith('/keys') ? { keys: [key] } : { issuer, jwks_uri: `${issuer}/keys` },
      ),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const grants = [{ claim: 'groups', value: 'clerks', role: 'read' }];
  const body = { name: 'Bench', issuer, audience: 'bench', grants };
  await unlimited.ask({ method: 'POST', path: '/identity_issuers', body });
  const sign = (n) =>
    new SignJWT({ groups: ['clerks'], email: user.email, email_verified: true, jti: String(n) })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'at+jwt' })
      .setSubject('bench').setIssuer(issuer).setAudience('bench').setIssuedAt().setExpirationTime('5m').sign(privateKey); // prettier-ignore
  const known = new Clients(terminal.service.port, await sign(0), 1);
  const own = await medianOf(unlimited, '/me');
  const again = await medianOf(known, '/me');
  const times = [];
  for (let i = 1; i <= TIMES; i++) {
    const fresh = new Clients(terminal.service.port, await sign(i), 1);
    const start = performance.now();
    await fresh.ask({ path: '/me' });
    times.push(performance.now() - start);
    fresh.close();
  }
  const first = times.toSorted((a, b) => a - b)[TIMES >> 1];
  console.log(
    `/me with an own token ${own.toFixed(2)} ms, a JWT that is known ÷ that ${(again / own).toFixed(2)} (at most ${GOALS.known}), at first sight ${first.toFixed(2)} ms with its connection`,
  );
  known.close();
  server.close();
}
