// How long messages with partners take: npm run bench -- edi [--containers 5000] [--minutes 1]. First the gate: how long
// 1,000 trucks a minute take alone, beside composing their CODECO and beside a BAPLIE, and how long a CODECO takes from
// its event to its file. Then BAPLIE and COPRAR from the upload until they are applied or previewed, with the memory that
// the service needs more. Needs the build; brings its own database.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Clients } from './load.mjs';
import { SCENES as GATE_SCENES } from './scenes.mjs';
import { SftpSink } from './sftp-sink.mjs';
import { Terminal } from './terminal.mjs';

/** How often a message is asked how far it has come, in milliseconds. */
const EVERY_MS = 50;

/** The partner of all messages. */
const PARTNER = { name: 'Bench hub', edi_id: 'BENCHHUB' };

/** The trucks that come in a minute. */
const A_MINUTE = 1_000;

const SCENES = [
  { name: 'BAPLIE of 14,000, 3,000 for here', goal: 4, text: (of) => bayplan(of, 14_000, 3_000) },
  { name: 'BAPLIE of 20,000, all for here, previewed', goal: 8, query: '?dry_run=true', text: (of) => bayplan(of, 20_000, 20_000) },
  { name: 'BAPLIE of 20,000, all for here', goal: 8, text: (of) => bayplan(of, 20_000, 20_000) },
  { name: 'BAPLIE of 20,000 again', goal: 8, text: (of) => bayplan(of, 20_000, 20_000) },
  { name: 'COPRAR of 1,000 to discharge', goal: 1, text: (of) => list(of, 43, 1_000) },
  { name: 'COPRAR of 1,000 to load', goal: 1, text: (of) => list(of, 45, 1_000) },
]; // prettier-ignore

/** @param minutes how long trucks come beside composing */
export async function measureEdi(containers, minutes) {
  const terminal = await Terminal.open(containers);
  try {
    const of = await setUp(terminal);
    await measureGate(terminal, of, minutes);
    console.log('| scene | seconds | goal | MiB more |\n| --- | --- | --- | --- |');
    for (const scene of SCENES) await report(terminal, of, scene);
  } finally {
    await terminal.close();
  }
}

async function report(terminal, of, { name, goal, text, query = '' }) {
  const body = text({ ...of, nth: ++of.nth });
  const before = memoryOf(terminal.service.pid);
  const started = performance.now();
  const { edi_interchange } = await ask(terminal, 'POST', `/edi_interchanges${query}`, body);
  const { message, most } = await workedAt(terminal, edi_interchange.id);
  const seconds = (performance.now() - started) / 1000;
  if (message.errors_count) throw new Error(`${name}: ${JSON.stringify(message.errors[0])}`);
  const missed = seconds > goal ? ' (missed)' : '';
  console.log(`| ${name} | ${seconds.toFixed(1)} | ${goal}${missed} | ${most - before} |`);
}

/** The message of an interchange once it was worked at, and the most memory of the service meanwhile. */
async function workedAt(terminal, interchange) {
  for (let most = 0; ;) {
    const { edi_messages } = await ask(terminal, 'GET', `/edi_messages?edi_interchange=${interchange}`);
    most = Math.max(most, memoryOf(terminal.service.pid));
    const [message] = edi_messages;
    if (message && message.status !== 'received') return { message, most };
    await pause(EVERY_MS);
  }
}

/** A partner with flows, and a voyage to a terminal with a port. */
export async function setUp(terminal) {
  const post = (path, body) => send(terminal, 'POST', path, body);
  const database = (text) => terminal.database.query(text);
  await database(`UPDATE tokens SET role = 'admin' WHERE role <> 'admin'`);
  await post('/ports', { locode: 'XXBEN' });
  const { terminal: here } = await post('/terminals', {
    name: 'Bench of EDI',
    port: 'XXBEN',
    smdg_code: 'BENCH',
  });
  await post('/shipping_lines', { shipping_line: { code: 'BNCH' } });
  await post('/container_types', { code: 'B20', iso_type_code: '22B9' });
  await post('/edi_partners', { ...PARTNER, own_edi_id: 'BENCHTERM' });
  for (const message of ['BAPLIE', 'COPRAR'])
    await post('/edi_flows', {
      name: message,
      partner: PARTNER,
      direction: 'in',
      message,
      shipping_lines: ['BNCH'],
    });
  await post('/vessels', { vessel: { name: 'Bench of EDI', imo: '9074729' } });
  const voyage = {
    number: 'BENCHEDI',
    vessel_name: 'Bench of EDI',
    discharge_destination_type: 'Terminal',
    discharge_destination_id: here.id,
  };
  await post('/voyages', { voyage });
  return { nth: 0 };
}

/** The bay plan of a vessel, with so many cells of which so many are for here, in containers from the `first` on. */
export const bayplan = ({ nth, first = 0 }, cells, here) =>
  interchange(nth, 'BAPLIE:D:95B:UN:SMDG22', [
    `BGM++B${nth}+9`,
    'TDT+20+BENCHEDI+1++BNCH:172:20+++9074729:146',
    'LOC+5+GBFXT:139:6',
    'LOC+61+XXBEN:139:6',
    ...Array.from({ length: cells }, (_, at) => [
      `LOC+147+${String(10_000 + at).padStart(7, '0')}::5`,
      'MEA+WT++KGM:21000',
      'LOC+9+GBFXT:139:6',
      `LOC+11+${at < here ? 'XXBEN' : 'DEHAM'}:139:6`,
      `EQD+CN+${number(first + at)}+22B9+++5`,
      'NAD+CA+BNCH:172:ZZZ',
    ]).flat(),
  ]);

/** Has trucks come alone, beside CODECO over SFTP, and beside a BAPLIE; says how long the gate and the files took. */
async function measureGate(terminal, of, minutes) {
  const gate = new Gate(terminal);
  const sink = await SftpSink.start();
  try {
    await terminal.findTrucks(gate.lanes[0]);
    await gate.traffic(100);
    const alone = await gate.traffic(A_MINUTE);
    await addChannel(terminal, sink.port);
    const composing = await gate.traffic(A_MINUTE * minutes);
    const seconds = await secondsToFiles(terminal, sink, A_MINUTE * minutes);
    const body = bayplan({ nth: ++of.nth }, 20_000, 20_000);
    const items = await gate.items(250);
    const { edi_interchange } = await ask(terminal, 'POST', '/edi_interchanges', body);
    const applying = await gate.run(items);
    await workedAt(terminal, edi_interchange.id);
    console.log('| gate-in and gate-out | p95 ms | p99 ms |\n| --- | --- | --- |');
    for (const [name, times] of Object.entries({
      alone,
      'beside CODECO': composing,
      'beside BAPLIE': applying,
    }))
      console.log(`| ${name} | ${at(times, 0.95).toFixed(1)} | ${at(times, 0.99).toFixed(1)} |`);
    const longest = `${at(seconds, 0.5).toFixed(1)} and ${at(seconds, 1).toFixed(1)}`;
    console.log(
      `From the event to the file of ${seconds.length}: ${longest} s in the median and at most; goal 10.\n`,
    );
  } finally {
    gate.close();
    sink.stop();
  }
}

/** The lanes of a gate: trucks come and leave at a steady pace. */
class Gate {
  #terminal;

  constructor(terminal) {
    this.#terminal = terminal;
    this.lanes = Array.from({ length: 8 }, () => new Clients(terminal.service.port, terminal.token, 1));
  }

  /** Announces trucks. */
  items(many) {
    return GATE_SCENES.find(({ name }) => name === 'gate-in and gate-out').items(this.#terminal, many);
  }

  /** Has so many announced trucks come; resolves to the milliseconds that each took, sorted. */
  async traffic(many) {
    const times = [];
    for (let left = many; left > 0; left -= A_MINUTE)
      times.push(...(await this.run(await this.items(Math.min(left, A_MINUTE)))));
    return times.sort((a, b) => a - b);
  }

  async run(items) {
    const begun = performance.now();
    let nth = 0;
    const lane = async (clients) => {
      const times = [];
      while (nth < items.length) {
        const item = items[nth];
        await pause(Math.max(0, begun + (nth++ * 60_000) / A_MINUTE - performance.now()));
        const done = await clients.run(once(item));
        times.push(...done.times);
      }
      return times;
    };
    return (await Promise.all(this.lanes.map(lane))).flat().sort((a, b) => a - b);
  }

  close() {
    for (const lane of this.lanes) lane.close();
  }
}

/** An item of requests, and then none. */
function once(item) {
  const left = [item];
  return () => left.pop();
}

/** A flow of CODECO to the partner, with so many moves a message, over a channel of SFTP. */
export async function addChannel(terminal, port, per_message = 1) {
  const { edi_channel: channel } = await send(terminal, 'POST', '/edi_channels', {
    partner: PARTNER, direction: 'out', kind: 'sftp', host: '127.0.0.1', port, username: 'bench', out_folder: 'out', file_name: '{control_reference}.edi',
  }); // prettier-ignore
  const { host_key } = await send(terminal, 'POST', `/edi_channels/${channel.id}/test`, {});
  await send(terminal, 'PATCH', `/edi_channels/${channel.id}`, { host_key, active: true });
  await send(terminal, 'POST', '/edi_flows', {
    name: 'CODECO',
    partner: PARTNER,
    direction: 'out',
    message: 'CODECO',
    all_lines: true,
    per_message,
    every_minutes: 0,
  });
}

/** How many seconds each move took from its event to its file, sorted, once all of them are there. */
async function secondsToFiles({ database }, { received }, many) {
  const waiting = `SELECT (SELECT count(*) FROM edi_items) AS items, (
      (SELECT count(*) FROM edi_items WHERE status <> 'told')
      + (SELECT count(*) FROM edi_interchanges WHERE direction = 'out' AND status = 'queued')) AS left`;
  for (let rows; ; await pause(200)) {
    ({ rows } = await database.query(waiting));
    if (Number(rows[0].items) >= many && Number(rows[0].left) === 0) break;
  }
  return secondsOfFiles({ database }, { received });
}

/** The same, of those that are there. */
export async function secondsOfFiles({ database }, { received }) {
  const { rows } = await database.query(
    `SELECT extract(epoch FROM e.recorded_at)::float8 * 1000 AS told, o.control_reference || '.edi' AS file
     FROM edi_items i JOIN events e ON e.organization_id = i.organization_id AND e.id = i.event_id
     JOIN edi_messages m ON m.organization_id = i.organization_id AND m.id = i.edi_message_id
     JOIN edi_interchanges o ON o.organization_id = m.organization_id AND o.id = m.edi_interchange_id`,
  );
  return rows
    .filter(({ file }) => received.has(file))
    .map(({ told, file }) => (received.get(file) - told) / 1000)
    .sort((a, b) => a - b);
}

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];

/** A list of so many containers from the `first` on: 43 to discharge, 45 to load. */
export const list = ({ nth, first }, code, containers) =>
  interchange(nth, 'COPRAR:D:00B:UN:SMDG20', [
    `BGM+${code}+L${nth}+9`,
    'TDT+20+BENCHEDI+1++BNCH:172:20+++9074729:146',
    'NAD+CA+BNCH:160:166',
    ...Array.from({ length: containers }, (_, at) => [
      `EQD+CN+${number((first ?? code * 10_000) + at)}+22B9+2+3+5`,
      'LOC+11+XXBEN:139:6',
      'MEA+AAE+G+KGM:20000',
    ]).flat(),
  ]);

/** An interchange of one message from the partner. */
export function interchange(reference, type, segments) {
  const all = [
    `UNB+UNOC:3+BENCHHUB+BENCHTERM+261126:0900+${reference}`,
    `UNH+1+${type}`,
    ...segments,
    `UNT+${segments.length + 2}+1`,
    `UNZ+1+${reference}`,
  ];
  return all.map((segment) => `${segment}'`).join('\n');
}

/** A container number in form; its check digit is a warning. */
const number = (nth) => `BNCU${String(nth).padStart(7, '0')}`;

/** Sends a body as JSON. */
function send(terminal, method, path, body) {
  return ask(terminal, method, path, JSON.stringify(body), 'application/json');
}

async function ask({ service, token }, method, path, body, type = 'application/EDIFACT') {
  const response = await globalThis.fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, {
    method,
    headers: { authorization: `Token token=${token}`, ...(body && { 'content-type': type }) },
    body,
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** The memory of a process in MiB, without what it shares. */
function memoryOf(pid) {
  const [, rss] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(rss / 1024);
}
