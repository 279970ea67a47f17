// How many bytes a container leaves in the database from its announcement to its invoice: npm run bench -- life
// [--containers 1000] [--rows audit_entries]. A life is that of an import: announced on a voyage, discharged, moved in the yard, held,
// released, moved again, booked by an appointment, collected by a truck, and invoiced; all by HTTP, with one webhook endpoint that
// takes every event. Says the bytes a life by table and index, after VACUUM, and those of the write-ahead log by table. A checkpoint comes
// before the lives that are counted, and none among them, so that images of whole pages are few. --rows says what rows of a table
// take, by their kind. Needs the build; brings its own database.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Clients } from './load.mjs';
import { Terminal } from './terminal.mjs';

const CONNECTIONS = 8;
/** The most bytes that a life is to leave. */
const GOAL = 25_000;
/** The lives before those that are counted: the pages of small tables and indexes are there by then. */
const BEFORE = 200;
/** How many lives there are from one VACUUM to the next, as autovacuum does it: without it, rows that were changed leave more. */
const A_VACUUM = 100;
const EVERY_MS = 100;
/** The voyage that brings all of them. */
const VOYAGE = 'BENCHLIFE';
const MANIFEST = `L007-${VOYAGE}`;
/** How many containers are on a bill. */
const A_BILL = 10;
/** What an endpoint answers. */
const ANSWER = '{"received":true}';

export async function measureLife(lives, rows) {
  const terminal = await Terminal.open(5_000);
  const receiver = createServer((request, response) =>
    request.resume().on('end', () => response.end(ANSWER)),
  );
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const trucks = await setUp(terminal, receiver.address().port, BEFORE + lives + 1);
    await live(terminal, trucks, 0, BEFORE);
    await keepLog(terminal);
    const [before, log] = [await sizesOf(terminal), await logOf(terminal)];
    await live(terminal, trucks, BEFORE, lives);
    const written = await logOf(terminal);
    report(before, await sizesOf(terminal), await logByTable(terminal, log, written), written - log, lives);
    if (rows) await reportRows(terminal, rows, BEFORE + lives);
  } finally {
    await terminal.close();
    receiver.close();
  }
}

/** An endpoint, a voyage with bills that is tallied, and trucks that are outside. */
async function setUp(terminal, port, lives) {
  const clients = new Clients(terminal.service.port, terminal.token, 1);
  const post = (path, body) => clients.ask({ method: 'POST', path, body });
  await terminal.database.query(`UPDATE tokens SET role = 'admin' WHERE role <> 'admin'`);
  await post('/webhook_endpoints', { url: `http://127.0.0.1:${port}/` });
  const { terminal: here } = await post('/terminals', { name: 'Bench of lives' });
  const voyage = {
    number: VOYAGE,
    vessel_name: 'Vessel 1',
    discharge_destination_type: 'Terminal',
    discharge_destination_id: here.id,
  };
  await post('/voyages', { voyage });
  await post('/manifests', { shipping_line: 'L007', voyage_number: VOYAGE });
  for (let nth = 0; nth * A_BILL < lives; nth++)
    await post(`/manifests/${MANIFEST}/bill_of_ladings`, {
      bill_of_lading: { number: billOf(nth * A_BILL) },
      consignee: 'Consignee 7',
    });
  await post(`/voyages/${VOYAGE}/tallies`, { tally: { tally_type: 'discharge' } });
  await terminal.findTrucks(clients);
  clients.close();
  return terminal.trucks;
}

/** Has containers live, several at a time, and waits until all that they leave is written. */
async function live({ service, token, database }, trucks, from, many) {
  const clients = new Clients(service.port, token, CONNECTIONS);
  const { rows } = await database.query(
    `SELECT h.id FROM hold_types h JOIN trucks t ON t.organization_id = h.organization_id AND t.license_plate = $1
     WHERE h.applies_to = 'container' ORDER BY h.id LIMIT 1`,
    [trucks[0]],
  );
  for (let nth = 0; nth < many;) {
    const until = Math.min(many, nth + A_VACUUM);
    await clients.run(() => (nth < until ? lifeOf(from + nth++, trucks, rows[0].id) : undefined));
    while (await isWriting(database)) await pause(EVERY_MS);
    await database.query('VACUUM');
  }
  clients.close();
}

/** Whether events or deliveries wait. */
async function isWriting(database) {
  const { rows } = await database.query(
    `SELECT EXISTS (SELECT FROM events_written) OR EXISTS (SELECT FROM webhook_deliveries WHERE status = 'pending') AS waits`,
  );
  return rows[0].waits;
}

/** The number of the bill of the nth life. */
function billOf(nth) {
  return `BENCHBL${Math.floor(nth / A_BILL)}`;
}

/** The requests of the nth life. */
function lifeOf(nth, trucks, hold) {
  const number = `BNXU${1_000_000 + nth}`;
  const truck = trucks[nth % trucks.length];
  const post = (path, body = {}) => ({ method: 'POST', path, body, id: randomUUID() });
  const put = (path, body = {}) => ({ method: 'PUT', path, body, id: randomUUID() });
  const moveTo = (name) => post(`/containers/${number}/moves`, { to: { type: 'YardArea', name } });
  return [
    post('/containers', {
      number,
      container_type: '20DV',
      container_status: 'full',
      usage: 'import',
      shipping_line: 'L007',
      consignee: 'Consignee 7',
      goods: 'Green coffee in bags',
      weight: 22_680,
      seals: [`S${nth}`],
      arrival_voyage: VOYAGE,
      bill_of_ladings: [{ manifest: MANIFEST, number: billOf(nth) }],
      current_location_type: 'Voyage',
      current_location: VOYAGE,
    }),
    post('/tally_moves', {
      voyage: VOYAGE,
      tally_type: 'discharge',
      crane: 'Crane 1',
      kind: 'tally',
      container: number,
      lifted_at: new Date().toISOString(),
    }),
    moveTo('Stack 1'),
    put(`/containers/${number}/holds/${hold}/apply`, { hold: { reference_number: `CUST-${nth}` } }),
    { path: `/containers/${number}/holds` },
    ({ holds: [{ id }] }) => put(`/containers/${number}/holds/${id}/lift`, { hold: { notes: 'Paid' } }),
    moveTo('Stack 2'),
    post('/appointments', {
      number: `LIFE-${nth}`,
      truck,
      purposes: [
        {
          purpose_type: 'pick up',
          cargo: { cargo_type: 'container', container_status: 'full', container_number: number },
        },
      ],
    }),
    post('/truck_visits', { gate: 'In 1', appointment_number: `LIFE-${nth}` }),
    post(`/trucks/${truck}/gate_out`),
    post('/invoices', {
      number: `LIFE-${nth}`,
      customer: { customer_type: 'Consignee', name: 'Consignee 7' },
      currency: 'EUR',
      line_items: [
        { description: 'Storage of full containers', quantity: '3', amount: '25.00', container: number },
        { description: 'Gate move', quantity: '1', amount: '36.00', container: number },
      ],
    }),
  ];
}

/** Begins with a checkpoint, and has the log of all lives stay. */
async function keepLog({ database }) {
  for (const statement of [
    `ALTER SYSTEM SET wal_keep_size = '16GB'`,
    `ALTER SYSTEM SET max_wal_size = '16GB'`,
    `ALTER SYSTEM SET checkpoint_timeout = '1d'`,
    'SELECT pg_reload_conf()',
    'CREATE EXTENSION IF NOT EXISTS pg_walinspect',
    'CHECKPOINT',
  ])
    await database.query(statement);
}

/** The bytes of the log by table, with those of its indexes in brackets. What stands in no table is PostgreSQL's own. */
async function logByTable({ database }, from, until) {
  const { rows } = await database.query(
    `SELECT coalesce(pt.relname, t.relname, '') AS table, sum(b.record_length)::float8 AS bytes,
       coalesce(sum(b.record_length) FILTER (WHERE x.indexrelid IS NOT NULL), 0)::float8 AS indexes,
       sum(b.block_fpi_length)::float8 AS pages
     FROM pg_get_wal_block_info('0/0'::pg_lsn + $1::numeric, '0/0'::pg_lsn + $2::numeric, false) b
     LEFT JOIN pg_class c ON pg_relation_filenode(c.oid) = b.relfilenode
     LEFT JOIN pg_index x ON x.indexrelid = c.oid
     LEFT JOIN pg_class t ON t.oid = coalesce(x.indrelid, c.oid) AND t.relnamespace = 'public'::regnamespace
     LEFT JOIN pg_inherits h ON h.inhrelid = t.oid
     LEFT JOIN pg_class pt ON pt.oid = h.inhparent
     WHERE b.block_id = 0 GROUP BY 1`,
    [from, until],
  );
  return new Map(rows.map(({ table, ...bytes }) => [table, bytes]));
}

async function logOf({ database }) {
  const { rows } = await database.query(`SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes`);
  return Number(rows[0].bytes);
}

/** The bytes of each table without its indexes, its TOAST table, and each index. Rows of partitions count as their table's. */
async function sizesOf({ database }) {
  const { rows } = await database.query(`
    SELECT coalesce(p.relname, c.relname) AS table, part, sum(bytes)::float8 AS bytes FROM pg_class c
    LEFT JOIN pg_inherits h ON h.inhrelid = c.oid
    LEFT JOIN pg_class p ON p.oid = h.inhparent
    CROSS JOIN LATERAL (
      SELECT 'heap' AS part, pg_relation_size(c.oid) AS bytes
      UNION ALL SELECT 'toast', pg_total_relation_size(c.reltoastrelid) WHERE c.reltoastrelid <> 0
      UNION ALL SELECT coalesce(b.relname, i.relname), pg_relation_size(i.oid) FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
        LEFT JOIN pg_inherits g ON g.inhrelid = i.oid LEFT JOIN pg_class b ON b.oid = g.inhparent
        WHERE x.indrelid = c.oid
    ) s
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    GROUP BY 1, 2`);
  return new Map(rows.map(({ table, part, bytes }) => [`${table} ${part}`, bytes]));
}

function report(before, after, logs, log, lives) {
  const parts = [...after].map(([name, bytes]) => ({
    table: name.split(' ')[0],
    part: name.split(' ')[1],
    bytes: (bytes - (before.get(name) ?? 0)) / lives,
  }));
  const sumOf = (some) => some.reduce((sum, { bytes }) => sum + bytes, 0);
  const tables = [...new Set(parts.map(({ table }) => table))]
    .map((table) => parts.filter((part) => part.table === table))
    .sort((a, b) => sumOf(b) - sumOf(a));
  const logged = (table, part = 'bytes') => ((logs.get(table)?.[part] ?? 0) / lives).toFixed(0);
  console.log(
    '| table | bytes a life | of which | of the log | by its indexes |\n| --- | ---: | --- | ---: | ---: |',
  );
  for (const each of tables) {
    const grown = each.filter(({ bytes }) => bytes >= 1).sort((a, b) => b.bytes - a.bytes);
    if (grown.length)
      console.log(
        `| ${each[0].table} | ${sumOf(each).toFixed(0)} | ${grown.map(({ part, bytes }) => `${part} ${bytes.toFixed(0)}`).join(', ')} | ${logged(each[0].table)} | ${logged(each[0].table, 'indexes')} |`,
      );
  }
  const all = sumOf(parts);
  const logSum = (part) => ([...logs.values()].reduce((sum, each) => sum + each[part], 0) / lives).toFixed(0);
  console.log(
    `A life leaves ${all.toFixed(0)} bytes, of which ${((100 * sumOf(tables.slice(0, 3).flat())) / all).toFixed(0)} % are ${tables
      .slice(0, 3)
      .map(([{ table }]) => table)
      .join(
        ', ',
      )} (at most ${GOAL}), and ${(log / lives).toFixed(0)} bytes of log, of which ${logSum('indexes')} are of indexes and ${logSum('pages')} images of pages`,
  );
  process.exitCode = all > GOAL ? 1 : 0;
}

/** What rows of a table take by their kind: how many a life, and the bytes of each column. */
async function reportRows({ database }, table, lives) {
  const kinds = { audit_entries: `concat_ws(' ', record_type, action)` };
  const { rows: columns } = await database.query(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  const sums = columns.map(({ name }) => `sum(pg_column_size(t."${name}")) / count(*) AS "${name}"`);
  const { rows } = await database.query(
    `SELECT ${kinds[table] ?? 'type'} AS kind, count(*)::float8 AS many, avg(pg_column_size(t.*))::integer AS row, ${sums.join(', ')}
     FROM ${table} t GROUP BY 1 HAVING count(*) >= $1 ORDER BY sum(pg_column_size(t.*)) DESC`,
    [lives / 2],
  );
  for (const { kind, many, row, ...each } of rows)
    console.log(
      `${(many / lives).toFixed(1)} × ${kind}: ${row} (${Object.entries(each)
        .filter(([, size]) => size > 0)
        .map(([name, size]) => `${name} ${size}`)
        .join(', ')})`,
    );
}
