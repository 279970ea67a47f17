// How long messages with partners take: npm run bench -- edi [--containers 10]. BAPLIE and COPRAR from the upload until
// they are applied or previewed, with the memory that the service needs more, and 1,000 moves of trucks until their CODECO
// are composed. Needs the build; brings its own database.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Terminal } from './terminal.mjs';

/** How often a message is asked how far it has come, in milliseconds. */
const EVERY_MS = 50;

const SCENES = [
  { name: 'BAPLIE of 14,000, 3,000 for here', goal: 4, text: (of) => bayplan(of, 14_000, 3_000) },
  { name: 'BAPLIE of 20,000, all for here, previewed', goal: 10, query: '?dry_run=true', text: (of) => bayplan(of, 20_000, 20_000) },
  { name: 'BAPLIE of 20,000, all for here', goal: 10, text: (of) => bayplan(of, 20_000, 20_000) },
  { name: 'BAPLIE of 20,000 again', goal: 10, text: (of) => bayplan(of, 20_000, 20_000) },
  { name: 'COPRAR of 1,000 to discharge', goal: 1.5, text: (of) => list(of, 43, 1_000) },
  { name: 'COPRAR of 1,000 to load', goal: 1.5, text: (of) => list(of, 45, 1_000) },
]; // prettier-ignore

export async function measureEdi(containers) {
  const terminal = await Terminal.open(containers);
  try {
    const of = await setUp(terminal);
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
async function setUp(terminal) {
  const post = (path, body) => ask(terminal, 'POST', path, JSON.stringify(body), 'application/json');
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
  const partner = { name: 'Bench hub', edi_id: 'BENCHHUB' };
  await post('/edi_partners', { ...partner, own_edi_id: 'BENCHTERM' });
  for (const message of ['BAPLIE', 'COPRAR'])
    await post('/edi_flows', { name: message, partner, direction: 'in', message, shipping_lines: ['BNCH'] });
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

const bayplan = ({ nth }, cells, here) =>
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
      `EQD+CN+${number(at)}+22B9+++5`,
      'NAD+CA+BNCH:172:ZZZ',
    ]).flat(),
  ]);

const list = ({ nth }, code, containers) =>
  interchange(nth, 'COPRAR:D:00B:UN:SMDG20', [
    `BGM+${code}+L${nth}+9`,
    'TDT+20+BENCHEDI+1++BNCH:172:20+++9074729:146',
    'NAD+CA+BNCH:160:166',
    ...Array.from({ length: containers }, (_, at) => [
      `EQD+CN+${number(code * 10_000 + at)}+22B9+2+3+5`,
      'LOC+11+XXBEN:139:6',
      'MEA+AAE+G+KGM:20000',
    ]).flat(),
  ]);

function interchange(reference, type, segments) {
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
