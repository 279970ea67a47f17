import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Served } from '../cli/process';
import { eventually } from '../../setup/eventually';
import { FaultyDatabase, ROUNDS } from './database';
import { aFreePort } from './programs';

/** How many stays a run charges. */
const STAYS = 4_000;

describe('a billing run that is killed', () => {
  let database: FaultyDatabase;
  let served: Served;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await FaultyDatabase.start();
    env = { DATABASE_URL: database.url, PORT: String(await aFreePort()) };
    served = await Served.start(env);
  });
  afterAll(async () => {
    await served?.stop();
    await database?.stop();
  });

  async function ask(token: string, method: string, path: string, body?: object) {
    const response = await fetch(`${served.base}/api/v1${path}`, {
      method,
      headers: { authorization: `Token token=${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { billing_run: { id: number; status: string; charges: number } };
  }

  /** An organization with a tariff of three charge codes, and stays that have ended. */
  async function aTerminal(): Promise<string> {
    const token = await database.token(randomUUID());
    const post = (path: string, body: object) => ask(token, 'POST', path, body);
    await post('/tariffs', { name: 'Public', currency: 'EUR', valid_from: '2026-01-01' });
    const rates = [
      ['STOR', 'storage', { counting: 'calendar_day', free_units: 3, amount: '25.00' }],
      ['DISC', 'discharge', { amount: '187.50' }],
      ['GOUT', 'gate_out', { amount: '36.00' }],
    ] as const;
    for (const [at, [code, measure, rate]] of rates.entries()) {
      await post('/charge_codes', { code, measure });
      await post('/tariff_rates', { tariff: 'Public', charge_code: code, position: at + 1, ...rate });
    }
    await post('/tariffs/Public/publish', { retroactive: true });
    await database.query(
      `WITH o AS (SELECT organization_id AS id FROM tokens WHERE hash = sha256($1::bytea)),
       made AS (
         INSERT INTO containers (organization_id, number)
         SELECT o.id, 'BXXU' || (1000000 + n) FROM o, generate_series(1, ${STAYS}) n RETURNING organization_id, id, number),
       payer AS (INSERT INTO consignees (organization_id, name) SELECT id, 'Payer' FROM o RETURNING id)
       INSERT INTO container_stays (organization_id, container_id, number, status, usage, arrived_by, departed_by, in_at,
         out_at, arrival_status, departure_status, container_status, consignee_id)
       SELECT m.organization_id, m.id, 1, 'departed', 'import', 'voyage', 'truck', '2026-03-02'::timestamptz,
         '2026-03-03'::timestamptz + right(m.number, 1)::integer * interval '1 day', 'full', 'full', 'full', p.id
       FROM made m, payer p ORDER BY m.number`,
      [token],
    );
    return token;
  }

  const start = async (token: string) =>
    (await ask(token, 'POST', '/billing_runs', { until: '2026-03-31', invoice: false })).billing_run.id;
  /** Waits for the end of a run, which has as long as the test itself unless something else is stated. */
  const over = (token: string, id: number, patience = Infinity) =>
    eventually(
      'the run is over',
      async () => {
        const { billing_run } = await ask(token, 'GET', `/billing_runs/${id}`);
        return billing_run.status !== 'running' && billing_run;
      },
      patience,
    );
  /** The charges of an organization row by row, without ids. */
  const charges = (token: string) =>
    database.query(
      `SELECT k.number AS container, h.code, c.number, c.kind, c.event, c.first_unit, c.last_unit, c.occurred_on::text,
         c.quantity, c.amount, c.total, c.currency, c.explanation
       FROM charges c JOIN charge_codes h ON h.organization_id = c.organization_id AND h.id = c.charge_code_id
       JOIN containers k ON k.organization_id = c.organization_id AND k.id = c.container_id
       WHERE c.organization_id = (SELECT organization_id FROM tokens WHERE hash = sha256($1::bytea))
       ORDER BY k.number, c.number`,
      [token],
    );

  it('at any moment, goes on behind its last batch: the charges are those of an undisturbed one', async () => {
    const [undisturbed, disturbed] = [await aTerminal(), await aTerminal()];
    const from = performance.now();
    await over(undisturbed, await start(undisturbed));
    const took = performance.now() - from;
    const id = await start(disturbed);
    let kills = 0;
    for (; kills < ROUNDS; kills++) {
      await pause(Math.random() * (took / ROUNDS));
      await served.kill();
      // represents the 60 seconds after which the run belongs to nobody
      await database.query(`UPDATE billing_runs SET claimed_until = now() WHERE status = 'running'`);
      served = await Served.start(env);
    }
    // each kill costs it the batch that was under way, and the one that comes after looks first what there is
    const run = await over(disturbed, id, (2 + ROUNDS) * took);
    const expected = await charges(undisturbed);
    console.log(
      `a run of ${STAYS} stays, which takes ${Math.round(took)} ms, killed ${kills} times: ${run.charges} charges`,
    );
    expect(run).toMatchObject({ status: 'completed', charges: expected.length });
    expect(await charges(disturbed)).toEqual(expected);
    const again = await over(disturbed, await start(disturbed), took);
    expect(again).toMatchObject({ subjects: 0, charges: 0 });
  });
});
