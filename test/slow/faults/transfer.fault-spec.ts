import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Served, wharfingerCommand } from '../cli/process';
import { pickUp } from '../../factories/gate';
import { aFolder, removeFolders } from '../../factories/transfer';
import { eventually } from '../../setup/eventually';
import { FaultyDatabase } from './database';

/** Lines of the files: enough for a command to be killed in the midst of them. */
const LINES = 20_000;

/** Containers beside whose import trucks leave: so many that are named by it, and so many that are not. */
const CONTAINERS = 6_000;
const GATED = 10;

const forwarders = (count: number, phone: string) =>
  Array.from({ length: count }, (_, n) => ({ name: `Forwarder ${n}`, phone }));

describe('a transfer', () => {
  let database: FaultyDatabase;
  let organization: string;
  const env = () => ({ DATABASE_URL: database.url });
  beforeAll(async () => (database = await FaultyDatabase.start()));
  beforeEach(() => database.token((organization = randomUUID())));
  afterAll(async () => {
    removeFolders();
    await database?.stop();
  });

  const command = (...args: string[]) => wharfingerCommand(env(), ...args, '--organization', organization);
  const count = async (where = 'true') => {
    const [row] = await database.query<{ count: number }>(
      `SELECT count(*)::int FROM freight_forwarders f JOIN organizations o ON o.id = f.organization_id
       WHERE o.name = $1 AND ${where}`,
      [organization],
    );
    return row!.count;
  };
  /** Waits until a command has been at work in its transaction for so long, in milliseconds. */
  const atWork = (program: string, ms: number) =>
    eventually(
      `${program} at work`,
      async () => {
        const rows = await database.query(
          `SELECT FROM pg_stat_activity WHERE application_name = $1 AND xact_start < clock_timestamp() - $2 * interval '1 ms'`,
          [program, ms],
        );
        return rows.length > 0;
      },
      60_000,
    );

  it('into the service that is killed half-way leaves nothing, and succeeds when it is repeated', async () => {
    const folder = aFolder({ 'freight_forwarders.ndjson': forwarders(LINES, '1') });
    const killed = command('import', folder);
    await atWork('wharfinger import', 200);
    killed.kill();
    expect((await killed.done).code).toBeNull();
    await eventually('the end of its session', async () => (await atRest()) === 0);
    expect(await count()).toBe(0);
    const from = performance.now();
    expect((await command('import', folder).done).code).toBe(0);
    console.log(
      `import: killed half-way, 0 of ${LINES} lines kept; again, all of them in ${Math.round(performance.now() - from)} ms`,
    );
    expect(await count()).toBe(LINES);
  });

  const atRest = async () =>
    (await database.query(`SELECT FROM pg_stat_activity WHERE application_name = 'wharfinger import'`))
      .length;

  it('out of it that is killed leaves the export before it unchanged', async () => {
    const folder = aFolder({ 'freight_forwarders.ndjson': forwarders(LINES, '1') });
    expect((await command('import', folder).done).code).toBe(0);
    const out = aFolder();
    expect((await command('export', out).done).code).toBe(0);
    const whole = () =>
      readdirSync(out)
        .filter((name) => !name.startsWith('.'))
        .map((name) => [name, readFileSync(join(out, name), 'utf8')]);
    const before = whole();
    const bytes = before.reduce((sum, [, text]) => sum + text!.length, 0);
    await database.query(`UPDATE freight_forwarders SET phone = '2'`);
    const killed = command('export', out);
    await atWork('wharfinger export', 20);
    killed.kill();
    expect((await killed.done).code).toBeNull();
    expect(whole()).toEqual(before);
    const { code, stderr } = await command('import', out, '--dry-run').done;
    console.log(`export: killed over an older one of ${bytes} bytes, which is whole`);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^Until the import ends, the records of freight_forwarders, users that /),
    ]);
  });

  it('into the service lets the gate go on: records it does not name are not locked', async () => {
    const containers = Array.from({ length: CONTAINERS }, (_, n) => ({
      number: `C${n}`,
      container_status: 'full',
      current_location_type: 'YardArea',
      current_location: 'Block A',
      goods: 'before',
    }));
    const trucks = Array.from({ length: 2 * GATED }, (_, n) => ({ license_plate: `T${n}` }));
    const first = aFolder({
      'containers.ndjson': containers,
      'trucks.ndjson': trucks,
      'gates.ndjson': [{ name: 'In 1' }],
      'yard_areas.ndjson': [{ name: 'Block A' }],
    });
    expect((await command('import', first).done).code).toBe(0);
    const served = await Served.start(env());
    try {
      const send = async (path: string, body: object) => {
        const from = performance.now();
        const answer = await fetch(`${served.base}/api/v1${path}`, {
          method: 'POST',
          headers: { authorization: `Token ${organization}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        const text = await answer.text();
        return { status: answer.status, text, ms: performance.now() - from };
      };
      // each truck fetches a container: half of them one that the import does not name
      const carried = (n: number) => `C${n < GATED ? n : CONTAINERS - 1 - n}`;
      for (let n = 0; n < 2 * GATED; n++) {
        const advice = { advice_number: `GATE-${n}`, truck: `T${n}`, purposes: [pickUp(carried(n))] };
        const visit = { gate: 'In 1', pre_advice_number: `GATE-${n}` };
        for (const [path, body] of [
          ['/pre_advices', advice],
          ['/truck_visits', visit],
        ] as const) {
          const { status, text } = await send(path, body);
          if (status !== 201) throw new Error(`POST ${path}: ${status} ${text}`);
        }
      }
      const named = containers
        .slice(CONTAINERS / 4)
        .map((each) => ({ ...each, goods: 'after'.padEnd(200, '.') }));
      const running = command('import', aFolder({ 'containers.ndjson': named }));
      await atWork('wharfinger import', 500);
      const gateOuts = (from: number) =>
        Promise.all(
          Array.from({ length: GATED }, (_, n) =>
            send(`/trucks/T${from + n}/gate_out`, { left_without_container: false }),
          ),
        );
      const free = await gateOuts(0);
      const isRunning = (await atRest()) > 0;
      const waiting = await gateOuts(GATED);
      const { code, stderr } = await running.done;
      const shown = (all: { status: number; ms: number }[]) =>
        `${Math.round(Math.max(...all.map(({ ms }) => ms)))} ms at most, ${JSON.stringify(all.map(({ status }) => status))}`;
      console.log(
        `gate-outs during an import of ${named.length} lines: of other containers ${shown(free)}; of its own ${shown(waiting)}`,
      );
      expect([code, isRunning]).toEqual([0, true]);
      expect(stderr).toMatch(
        /^Until the import ends, the records of containers that its lines change are locked/,
      );
      // they were answered while it went on: isRunning
      for (const { status } of free) expect(status).toBe(200);
      for (const { status } of waiting) expect([200, 503]).toContain(status);
    } finally {
      await served.stop();
    }
  });
});
