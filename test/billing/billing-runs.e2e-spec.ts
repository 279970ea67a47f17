import { aChargeCode, anOrder, aRate, aTariff, aTaxRule } from '../factories/billing';
import { type HeldRun, RunSteps } from '../../src/billing/runs/run-steps.service';
import { aPricedStay, aStay, inTransaction } from '../factories/charges';
import { aPriceOfWork, dayInAmsterdam as day, workDone } from '../factories/drafts';
import { aConsignee } from '../factories/parties';
import type { Body } from '../factories/record';
import { importFiles } from '../factories/transfer';
import { statementsOf } from '../setup/statements';
import { aRun, runOver, startRun } from '../factories/runs';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { asTest } from '../wall/guard';

describe('a billing run', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization({ time_zone: 'Europe/Amsterdam' })));

  const charges = () =>
    service.current.query<{
      event: string | null;
      first_unit: number;
      last_unit: number;
      total: string;
      kind: string;
    }>(
      `SELECT h.code, c.event, c.first_unit, c.last_unit, c.total::text, c.kind FROM charges c
       JOIN charge_codes h ON h.organization_id = c.organization_id AND h.id = c.charge_code_id
       WHERE c.organization_id = $1 ORDER BY c.id`,
      [client.organization_id],
    );
  const marks = async () =>
    (
      await service.current.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM charge_marks WHERE organization_id = $1`,
        [client.organization_id],
      )
    )[0]!.count;

  /** Has every run wait, until `work` releases them. */
  async function whileMarksAreLocked<T>(work: (release: () => Promise<void>) => Promise<T>): Promise<T> {
    const runner = service.current.own.createQueryRunner();
    await runner.startTransaction();
    await asTest(() => runner.query('LOCK TABLE charge_marks IN ACCESS EXCLUSIVE MODE'));
    const release = async () => {
      if (runner.isTransactionActive) await runner.commitTransaction();
    };
    try {
      return await work(release);
    } finally {
      await release();
      await runner.release();
    }
  }

  it('charges what has changed, and nothing again', async () => {
    const { number } = await aPricedStay(client);
    const run = await aRun(client);
    expect(run).toMatchObject({
      number: 1,
      status: 'completed',
      phase: 'over',
      until: '2026-03-31',
      interim: false,
      invoice: false,
      subjects: 1,
      subjects_done: 1,
      adjustments: 0,
      invoices: 0,
      problems: 0,
      failure: null,
      charge_codes: [],
      shipping_line: null,
      voyage: null,
      customer: null,
    });
    expect(run.charges).toBe((await charges()).length);
    expect((await charges()).filter(({ first_unit }) => first_unit)).toMatchObject([
      { first_unit: 1, last_unit: 5, total: '250.00' },
      { first_unit: 6, last_unit: 7, total: '160.00' },
    ]);
    expect(Object.keys(run.totals)).toEqual(['EUR']);
    expect(number).toBe('WHAU4142033');
    expect(await marks()).toBe(0);
    expect(await aRun(client)).toMatchObject({
      number: 2,
      subjects: 0,
      charges: 0,
      adjustments: 0,
      totals: {},
    });
    expect((await client.get('/billing_runs?order=newest')).body.billing_runs).toMatchObject([
      { number: 2 },
      { number: 1 },
    ]);
    expect((await client.get('/billing_runs?status=failed')).body.billing_runs).toEqual([]);
  });

  it('until an earlier day leaves the mark of what came after it', async () => {
    await aPricedStay(client);
    const early = await aRun(client, { until: '2026-03-12', interim: true });
    expect(early).toMatchObject({ subjects: 1, charges: 1, totals: { EUR: '150.00' } });
    expect(await marks()).toBeGreaterThan(0);
    await aRun(client);
    expect((await charges()).filter(({ first_unit }) => first_unit)).toMatchObject([
      { first_unit: 1, last_unit: 3, total: '150.00' },
      { first_unit: 4, last_unit: 5, total: '100.00' },
      { first_unit: 6, last_unit: 7, total: '160.00' },
    ]);
    expect(await marks()).toBe(0);
  });

  it('charges what is counted while a stay goes on with interim alone', async () => {
    await aPricedStay(client, { status: 'here', out_at: null, departed_by: null, departure_status: null });
    expect(await aRun(client, { until: '2026-03-12' })).toMatchObject({ subjects: 1, charges: 0 });
    expect(await aRun(client, { until: '2026-03-12', interim: true })).toMatchObject({
      totals: { EUR: '150.00' },
    });
    expect(await aRun(client, { until: '2026-03-14', interim: true })).toMatchObject({
      subjects: 1,
      totals: { EUR: '100.00' },
    });
  });

  it('narrowed leaves all marks for the next full one', async () => {
    const { line } = await aPricedStay(client);
    const before = await marks();
    const other = (await client.create('/shipping_lines', { shipping_line: { code: 'OTH', name: 'Other' } }))
      .shipping_line;
    expect(await aRun(client, { shipping_line: other.code })).toMatchObject({
      shipping_line: { code: 'OTH' },
      subjects: 0,
      charges: 0,
    });
    const { number: voyage } = await aVoyage(client);
    expect(await aRun(client, { voyage })).toMatchObject({ voyage: { number: voyage }, subjects: 0 });
    expect(await aRun(client, { shipping_line: line, charge_codes: ['GATE'] })).toMatchObject({
      charge_codes: ['GATE'],
      subjects: 1,
      charges: 1,
    });
    expect((await charges()).map(({ event }) => event)).toEqual(['departure']);
    expect(await marks()).toBe(before);
    expect(await aRun(client)).toMatchObject({ charges: 2 });
    expect(await marks()).toBe(0);
  });

  it('looks at everything since a day with recalculate_from', async () => {
    await aPricedStay(client);
    await aRun(client);
    await client.create('/calendars', { name: 'Closed', weekend: [1, 2, 3, 4, 5, 6, 7] });
    await client.patch('/billing_profile', { calendar: 'Closed' });
    expect(await aRun(client)).toMatchObject({ subjects: 0 });
    expect(await aRun(client, { recalculate_from: '2026-03-20' })).toMatchObject({ subjects: 0 });
    expect(await aRun(client, { recalculate_from: '2026-03-16' })).toMatchObject({
      recalculate_from: '2026-03-16',
      subjects: 1,
      charges: 0,
      adjustments: 2,
      totals: { EUR: '-410.00' },
    });
  });

  it('charges orders that are done, and tells of problems', async () => {
    await aChargeCode(client, {
      code: 'VGM',
      measure: 'service_order',
      payers: ['orderer'],
      rate_required: true,
    });
    await aChargeCode(client, { code: 'SEAL', measure: 'service_order' });
    await aTariff(client, { name: 'Services', valid_from: '2026-01-01' });
    await aRate(client, { tariff: 'Services', charge_code: 'SEAL', position: 1, amount: '12.00' });
    await client.post('/tariffs/Services/publish', { retroactive: true });
    const orders = [
      await anOrder(client, { charge_code: 'VGM' }),
      await anOrder(client, { charge_code: 'SEAL' }),
    ];
    for (const { number } of orders)
      await client.post(`/service_orders/${number}/complete`, { done_at: '2026-03-10T10:00:00Z' });
    const run = await aRun(client);
    expect(run).toMatchObject({ subjects: 2, charges: 1, problems: 2, totals: { EUR: '12.00' } });
    const { problems } = (await client.get(`/billing_runs/${run.id}/problems`)).body;
    expect(problems).toMatchObject([
      {
        subject: { type: 'service_order', id: orders[0]!.id, key: orders[0]!.number },
        charge_code: 'VGM',
        code: 'rate_missing',
        sentence: expect.stringContaining('No rate of VGM holds'),
      },
      {
        charge_code: 'SEAL',
        code: 'payer_missing',
        sentence: expect.stringContaining('Nobody is known who pays'),
      },
    ]);
    expect((await client.get('/billing_runs/999999/problems')).status).toBe(404);
  });

  it('carries problems on until their charge is made or their reason is gone', async () => {
    await aChargeCode(client, {
      code: 'VGM',
      measure: 'service_order',
      payers: ['orderer'],
      rate_required: true,
    });
    const customer = { customer_type: 'Consignee', name: (await aConsignee(client)).name };
    for (let n = 0; n < 2; n++) {
      const { number } = await anOrder(client, { charge_code: 'VGM', ordered_by: customer });
      await client.post(`/service_orders/${number}/complete`, { done_at: '2026-03-10T10:00:00Z' });
    }
    const problems = async (query: string) =>
      (await client.get(`/billing_problems?${query}`)).body.billing_problems as Body[];
    const first = await aRun(client);
    expect(await problems('open=true')).toHaveLength(2);
    const second = await aRun(client);
    expect([first.problems, second.problems]).toEqual([2, 2]);
    const open = await problems('open=true');
    expect(open.map(({ billing_run }) => billing_run.id)).toEqual([second.id, second.id]);
    expect(open[0]).toMatchObject({ code: 'rate_missing', charge_code: 'VGM', open: true });
    expect(await problems('open=false')).toHaveLength(2);
    expect(await problems('')).toHaveLength(4);
    // one reason goes, the other charge is made
    await client.post(`/service_orders/${open[0]!.subject.key}/cancel`, { reason: 'Weighed elsewhere' });
    await aTariff(client, { name: 'Services', valid_from: '2026-01-01' });
    await aRate(client, { tariff: 'Services', charge_code: 'VGM', position: 1, amount: '12.00' });
    await client.post('/tariffs/Services/publish', { retroactive: true });
    expect(await aRun(client)).toMatchObject({ charges: 1, problems: 0 });
    expect(await problems('open=true')).toEqual([]);
    expect(await problems('open=false')).toHaveLength(4);
  });

  it('tells that a tax is missing while there is something to be invoiced', async () => {
    await aPriceOfWork(client);
    await aTaxRule(client, { tax_class: 'ship', treatment: 'domestic' });
    await workDone(client);
    const open = async () =>
      (await client.get('/billing_problems?open=true')).body.billing_problems as Body[];
    const today = day();
    const run = () => aRun(client, { until: today, invoice: true });
    await run();
    await run();
    expect(await open()).toMatchObject([{ code: 'tax_missing' }]);
    await aTaxRule(client, { tax_class: 'standard', treatment: 'domestic' });
    expect(await run()).toMatchObject({ invoices: 1, problems: 0 });
    expect(await open()).toEqual([]);
  });

  it('is until yesterday unless a day is given, and not until one to come', async () => {
    const { billing_run } = await client.create('/billing_runs', {});
    expect(billing_run).toMatchObject({ status: 'running', phase: 'marking', interim: false, invoice: true });
    expect([day(-1), day(0)]).toContain(billing_run.until);
    await runOver(client, billing_run);
    const late = await client.post('/billing_runs', { until: day(2) });
    expect([late.status, late.body.code, late.body.error]).toEqual([
      422,
      'charge_day',
      `${day(2)} is after today.`,
    ]);
    const inverted = await client.post('/billing_runs', {
      until: '2026-03-01',
      recalculate_from: '2026-03-02',
    });
    expect([inverted.status, inverted.body.errors.recalculate_from]).toEqual([
      422,
      ['must not be after until'],
    ]);
    for (const [field, value] of [
      ['charge_codes', ['NONE']],
      ['shipping_line', 'NONE'],
      ['voyage', 'NONE'],
      ['customer', { customer_type: 'Consignee', name: 'NONE' }],
    ] as const)
      expect([field, (await client.post('/billing_runs', { [field]: value })).status]).toEqual([field, 422]);
    expect((await client.get('/billing_runs/999999')).status).toBe(404);
    const many = await client.post('/billing_runs', { charge_codes: Array<string>(201).fill('STOR') });
    expect([many.status, many.body.errors]).toEqual([422, { charge_codes: ['must have at most 200 items'] }]);
  });

  it('is alone in its organization, can be cancelled, and is over then', async () => {
    const other = await service.current.organization();
    let run = { id: 0 };
    const cancelled = await whileMarksAreLocked(async (release) => {
      run = await startRun(client);
      const second = await client.post('/billing_runs', {});
      expect([second.status, second.body.code, second.body.error]).toEqual([
        409,
        'run_going_on',
        'Billing run 1 is still at work.',
      ]);
      expect((await other.post('/billing_runs', {})).status).toBe(201);
      const answer = client.post(`/billing_runs/${run.id}/cancel`);
      await release();
      return answer;
    });
    expect([cancelled.status, cancelled.body.billing_run.status]).toEqual([200, 'cancelled']);
    expect(cancelled.body.billing_run.finished_at).not.toBeNull();
    const again = await client.post(`/billing_runs/${run.id}/cancel`);
    expect([again.status, again.body.code, again.body.error]).toEqual([
      409,
      'run_over',
      'Billing run 1 is cancelled.',
    ]);
    expect((await client.post('/billing_runs/999999/cancel')).status).toBe(404);
  });

  it('of two that are started at once one is refused', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.post('/billing_runs', {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('is answered again as it was', async () => {
    const headers = { 'idempotency-key': 'month-end' };
    const send = () => client.send('POST', '/billing_runs', { until: '2026-03-31' }, headers);
    const first = await send();
    await runOver(client, first.body.billing_run);
    const again = await send();
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  /** A run that this test works off step by step, as a process that has claimed it. */
  const aHeldRun = async (claim = 1): Promise<HeldRun> => {
    const { organization_id } = client;
    const [run] = await service.current.query<{ id: number }>(
      `INSERT INTO billing_runs (organization_id, number, until, claim, claimed_until)
       VALUES ($1, 1, '2026-03-31', $2, now() + interval '1 hour') RETURNING id`,
      [organization_id, claim],
    );
    return { organization_id, id: run!.id, claim, limit: 1, alone: 2 };
  };
  const steps = () => service.current.app.get(RunSteps, { strict: false });
  const step = (held: HeldRun) => inTransaction(client, () => steps().next(held));
  const stored = async ({ id }: HeldRun) => (await client.get(`/billing_runs/${id}`)).body.billing_run;
  const marked = async (held: HeldRun) => {
    do await step(held);
    while ((await stored(held)).phase === 'marking');
  };

  it('is neither stepped nor given up by a process that another one has taken it over from', async () => {
    await aPricedStay(client);
    const held = await aHeldRun(2);
    await marked(held);
    const before = await stored(held);
    const late = { ...held, claim: 1 };
    expect(await step(late)).toBe(false);
    expect(await inTransaction(client, () => steps().skip(late))).toBe(false);
    expect([await stored(held), await charges()]).toEqual([before, []]);
    expect(await step(held)).toBe(true);
    await client.post(`/billing_runs/${held.id}/cancel`);
  });

  it('charges by a tariff that is published while it lasts', async () => {
    await aPricedStay(client);
    const { bad } = await importFiles(client, {
      'containers.ndjson': [{ number: 'BXXU1000000', container_type: '40DV' }],
      'container_stays.ndjson': [aStay('BXXU1000000')],
    });
    expect(bad).toEqual([]);
    const held = await aHeldRun();
    await marked(held);
    await step(held);
    const first = await charges();
    expect(first.length).toBeGreaterThan(0);
    await aChargeCode(client, { code: 'LIFT', measure: 'gate_out' });
    await aTariff(client, { name: 'Later', valid_from: '2026-01-01' });
    await aRate(client, { tariff: 'Later', charge_code: 'LIFT', position: 1, amount: '9.00' });
    await client.post('/tariffs/Later/publish', { retroactive: true });
    await step(held);
    const second = (await charges()).slice(first.length);
    expect(second.map(({ total }) => total)).toContain('9.00');
    await client.post(`/billing_runs/${held.id}/cancel`);
  });

  it('charges a batch with twelve statements at most, whatever its size', async () => {
    const { line, consignee } = await aPricedStay(client);
    const numbers = [...Array(30).keys()].map((n) => `BXXU${1_000_000 + n}`);
    const { bad } = await importFiles(client, {
      'containers.ndjson': numbers.map((number) => ({ number, container_type: '40DV' })),
      'container_stays.ndjson': numbers.map((number) => aStay(number, { consignee, shipping_line: line })),
    });
    expect(bad).toEqual([]);
    const held = await aHeldRun();
    await marked(held);
    await step(held); // the first batch reads the prices as well
    const isOfTransaction = (text: string) => /^(BEGIN|COMMIT)|set_config|FROM "organizations"/.test(text);
    const count = async () => (await statementsOf(() => step(held))).filter((text) => !isOfTransaction(text));
    const ofOne = await count();
    Object.assign(held, { limit: 200 });
    const ofMany = await count();
    expect((await stored(held)).subjects_done).toBe(31);
    expect(ofMany.map((text) => text.slice(0, 60))).toEqual(ofOne.map((text) => text.slice(0, 60)));
    expect(ofMany.length).toBeLessThanOrEqual(12);
    await client.post(`/billing_runs/${held.id}/cancel`);
  });

  it('is started by write, and read by read', async () => {
    expect((await client.as('read').post('/billing_runs', {})).status).toBe(403);
    const { status, body } = await client.as('write').post('/billing_runs', {});
    expect(status).toBe(201);
    const path = `/billing_runs/${body.billing_run.id}`;
    expect((await client.as('read').get(path)).status).toBe(200);
    expect((await client.as('read').post(`${path}/cancel`)).status).toBe(403);
    await runOver(client, body.billing_run);
  });
});
