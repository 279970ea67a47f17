// A terminal in the middle of its day: its data, its partners, and everybody who listens.
import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { createServer, get } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addChannel, setUp } from '../edi.mjs';
import { SftpSink } from '../sftp-sink.mjs';
import { Terminal } from '../terminal.mjs';
import { addYard } from '../yard.mjs';
import { Lane } from './lanes.mjs';

const CLI = createRequire(import.meta.url).resolve('../../dist/src/cli.js');
const PORTALS = { trucking_company: 50, shipping_line: 20, consignee: 30 };
const FEEDS = 20;
/** Webhook endpoints: of the terminal's own systems, and of lines. */
const ENDPOINTS = 4;
const ENDPOINTS_OF_LINES = 4;
/** Streams: of planners, and of hauliers. */
const STREAMS = 10;
const STREAMS_OF_PARTIES = 20;

/**
 * Opens a terminal with so many containers and what the days move beside. Whoever opens it closes it.
 * @param instances how many processes of the service answer
 * @param replica whether they read from a standby
 */
export async function openWorld({ containers, instances, replica, moved }) {
  const terminal = await Terminal.open(containers);
  try {
    await addData(terminal, moved);
    if (replica) await terminal.readFromStandby();
    const services = [terminal.service];
    while (services.length < instances) services.push(await terminal.serve());
    return await furnish(terminal, services);
  } catch (error) {
    await terminal.close();
    throw error;
  }
}

async function addData(terminal, { collected, loaded, discharged }) {
  const { database } = terminal;
  const add = (file) => database.query(readFileSync(join(import.meta.dirname, file), 'utf8'));
  await addYard(terminal);
  await add('../parties.sql');
  await database.query(
    `SET bench.collected = ${collected}; SET bench.loaded = ${loaded}; SET bench.discharged = ${discharged}`,
  );
  await add('day.sql');
  await database.query('VACUUM ANALYZE');
  const env = { ...process.env, WHARFINGER_DATA_DIR: terminal.dataDir };
  await promisify(execFile)(process.execPath, [CLI, 'parties', 'repair'], { env });
  await database.query('VACUUM ANALYZE');
  await database.query('CHECKPOINT');
}

async function furnish(terminal, services) {
  const ports = services.map(({ port }) => port);
  const ofEdi = await setUp(terminal);
  await terminal.database.query(
    `INSERT INTO edi_flows (organization_id, name, partner_id, direction, message, all_lines)
     SELECT organization_id, 'COPARN', id, 'in', 'COPARN', true FROM edi_partners WHERE name = 'Bench hub'`,
  );
  const sftp = await SftpSink.start();
  const clerk = new Lane(ports, terminal.token);
  const { body: me } = await clerk.ask({ path: '/me' });
  const tokens = [];
  const named = await parties(terminal.database);
  for (const party of named) {
    const body = { user: me.user.email, role: 'read', limited: true, parties: [party] };
    const { token } = await made(clerk, '/tokens', body);
    tokens.push(token.token);
  }
  const lanes = tokens.map((token) => new Lane(ports, token));
  const hub = new Listeners(ports, terminal.token);
  await hub.listen();
  await addEndpoints(clerk, hub);
  await addChannel(terminal, sftp.port, 50);
  const world = {
    terminal, services, clerk, sftp, hub, ofEdi,
    token: terminal.token,
    url: `http://127.0.0.1:${ports[0]}`,
    reader: new Lane(ports, terminal.token),
    portals: lanes.map((lane, n) => ({ lane, type: named[n].type, seen: 25 })),
    feeds: [...lanes.slice(0, FEEDS)].map((lane) => ({ lane, after: 'latest' })),
    lifts: 0, shifts: 0, messages: 0, vessels: 0, collected: 0, brought: 0, came: 0,
    ...(await placesOf(terminal.database)),
    truck() {
      return this.trucks[this.came++ % this.trucks.length];
    },
    nextCollected() {
      return `BNCU${1_000_001 + this.collected++}`;
    },
    nextNew() {
      return `BNWU${1_000_000 + this.brought++}`;
    },
    async close() {
      hub.close();
      sftp.stop();
      for (const lane of [clerk, this.reader, ...lanes]) lane.close();
      await terminal.close();
    },
  }; // prettier-ignore
  hub.openStreams(tokens);
  return world;
}

async function made(lane, path, body) {
  const answer = await lane.ask({ method: 'POST', path, body });
  if (answer.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(answer)}`);
  return answer.body;
}

/** The parties of portals: the largest hauliers, lines and consignees, in turns. */
async function parties(database) {
  const { rows } = await database.query(
    `SELECT * FROM (
       SELECT 'trucking_company' AS type, code AS key, id FROM trucking_companies WHERE id > 1000
       UNION ALL SELECT 'shipping_line', code, id FROM shipping_lines WHERE id > 1000
       UNION ALL SELECT 'consignee', name, id FROM consignees WHERE id > 1000) p ORDER BY id, type`,
  );
  return Object.entries(PORTALS).flatMap(([type, many]) =>
    rows
      .filter((row) => row.type === type)
      .slice(0, many)
      .map(({ key }) => ({ type, key })),
  );
}

async function addEndpoints(clerk, hub) {
  const url = `http://127.0.0.1:${hub.port}/hook`;
  const add = (body) => made(clerk, '/webhook_endpoints', body);
  for (let n = 0; n < ENDPOINTS; n++) await add({ url: `${url}/${n}` });
  for (let n = 0; n < ENDPOINTS_OF_LINES; n++)
    await add({ url: `${url}/line/${n}`, parties: [{ type: 'shipping_line', key: `L00${n + 1}` }] });
}

/** What trucks, cranes and the yard work with. */
async function placesOf(database) {
  const { rows: trucks } = await database.query(
    `SELECT license_plate FROM trucks k WHERE id > 1000 AND trucking_company_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM truck_visits v WHERE v.truck_id = k.id AND v.gated_out_at IS NULL) ORDER BY id`,
  );
  const { rows: tallies } = await database.query(
    `SELECT t.id, t.tally_type FROM tallies t JOIN voyages v ON v.id = t.voyage_id WHERE v.number LIKE 'DAY-%'`,
  );
  const { rows: slots } = await database.query(
    `SELECT s.name, max(c.number) FILTER (WHERE c.tier = 4) AS highest FROM yard_slots s
     JOIN containers c ON c.organization_id = s.organization_id AND c.current_location_type = 'YardSlot' AND c.current_location_id = s.id
     WHERE s.name LIKE 'Bench %' AND s.name NOT LIKE 'Bench 0 %' GROUP BY s.id, s.name HAVING count(*) = 4 ORDER BY s.id`,
  );
  const pairs = slots.flatMap(({ name, highest }, n) =>
    n % 2 || !slots[n + 1] ? [] : [{ number: highest, from: name, to: slots[n + 1].name }],
  );
  return {
    trucks: trucks.map(({ license_plate }) => license_plate),
    tallies: Object.fromEntries(tallies.map(({ id, tally_type }) => [tally_type, id])),
    pairs,
  };
}

/** Who is told what happens: the receiver of webhooks, and readers of streams. They keep how late each event came. */
class Listeners {
  webhooks = [];
  streams = [];
  #ports;
  #token;
  #server;
  #requests = [];

  constructor(ports, token) {
    this.#ports = ports;
    this.#token = token;
  }

  get port() {
    return this.#server.address().port;
  }

  async listen() {
    this.#server = createServer(async (request, response) => {
      const parts = [];
      for await (const part of request) parts.push(part);
      response.writeHead(204).end();
      this.webhooks.push(late(Buffer.concat(parts)));
    }).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  openStreams(tokens) {
    const all = [...Array(STREAMS).fill(this.#token), ...tokens.slice(0, STREAMS_OF_PARTIES)];
    for (const [n, token] of all.entries()) {
      const headers = { authorization: `Token token=${token}` };
      const port = this.#ports[n % this.#ports.length];
      const request = get({ host: '127.0.0.1', port, path: '/api/v1/events/stream', headers, agent: false }, (answer) => {
        let rest = '';
        answer.setEncoding('utf8');
        answer.on('data', (part) => {
          const lines = (rest + part).split('\n');
          rest = lines.pop();
          for (const line of lines) if (line.startsWith('data: ')) this.streams.push(late(line));
        });
        answer.on('error', () => undefined); // closed at the end
      }); // prettier-ignore
      request.on('error', () => undefined);
      this.#requests.push(request);
    }
  }

  close() {
    for (const request of this.#requests) request.destroy();
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** How many milliseconds ago what an event tells was written. */
function late(text) {
  const [, at] = /"recorded_at"\s*:\s*"([^"]+)"/.exec(text.toString('latin1')) ?? [];
  return Date.now() - Date.parse(at);
}
