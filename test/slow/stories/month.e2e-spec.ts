import { aCalendar, aChargeCode, anAccount, aRate, aTariff, aTax } from '../../factories/billing';
import { aConsignee, aShippingLine } from '../../factories/parties';
import { aRun } from '../../factories/runs';
import { importFiles } from '../../factories/transfer';
import { aVoyage } from '../../factories/voyages';
import type { Body } from '../../factories/record';
import type { Client } from '../../setup/client';
import { useService } from '../../setup/service';

/** How many containers the voyage brings, and how many of them each of the consignees gets. */
const MANY = 40;
const ON_ACCOUNT = 20;
const AGREED = 10;
/** TEU of a container, and free days; what discharge, gate-out, and a TEU and day cost, in cents. */
const [TEU, FREE, DISCHARGE, GATE_OUT, STORAGE] = [2, 5, 187_50, 36_00, 25_00];
const numberOf = (n: number) => `BXXU${1_000_000 + n}`;
/** The day of March on which a container leaves. */
const leaves = (n: number) => 6 + (n % 14);

/** What storage costs a container that came on a day and left on another, reckoned by hand in cents. */
const storage = (came: number, left: number, free: number) => Math.max(0, left - came - free) * TEU * STORAGE;
const euros = (cents: number) => (cents / 100).toFixed(2);
const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0);

describe('a month of a terminal', () => {
  const service = useService();
  let client: Client;
  let [line, onAccount, agreed, cash] = ['', '', '', ''];

  beforeAll(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    line = (await aShippingLine(client)).code;
    onAccount = (await aConsignee(client)).name;
    agreed = (await aConsignee(client)).name;
    cash = (await aConsignee(client)).name;
    for (const name of [onAccount, agreed])
      await anAccount(client, { customer: { customer_type: 'Consignee', name }, terms: 'credit' });
    const tax = (await aTax(client, { code: 'NL21' })).code;
    await client.create('/tax_rules', { tax_class: 'standard', treatment: 'domestic', tax });
    await aCalendar(client, { name: 'Every day', weekend: [] });
    await client.patch('/billing_profile', { calendar: 'Every day' });
    await aTariff(client, { name: 'Public', valid_from: '2026-01-01' });
    const sells = async (code: string, measure: string, position: number, rate: object) => {
      await aChargeCode(client, { code, measure });
      await aRate(client, { tariff: 'Public', charge_code: code, position, ...rate });
    };
    await sells('DISC', 'discharge', 1, { amount: euros(DISCHARGE) });
    await sells('GOUT', 'gate_out', 2, { amount: euros(GATE_OUT) });
    await sells('STOR', 'storage', 3, {
      per: 'teu',
      counting: 'calendar_day',
      first_day: 'day_after_arrival',
      free_units: FREE,
      amount: euros(STORAGE),
    });
    await client.post('/tariffs/Public/publish', { retroactive: true });
    await client.create('/container_types', { code: '40DV', size: 40 });
    const { number: voyage } = await aVoyage(client);
    const consignee = (n: number) => (n < ON_ACCOUNT ? onAccount : n < ON_ACCOUNT + AGREED ? agreed : cash);
    const numbers = [...Array(MANY).keys()];
    const { bad } = await importFiles(client, {
      'containers.ndjson': numbers.map((n) => ({ number: numberOf(n), container_type: '40DV' })),
      'container_stays.ndjson': numbers.map((n) => ({
        container: numberOf(n),
        number: 1,
        arrived_by: 'voyage',
        arrived_by_voyage: voyage,
        in_at: '2026-03-02T09:00:00Z',
        arrival_status: 'full',
        container_status: 'full',
        usage: 'import',
        shipping_line: line,
        consignee: consignee(n),
        // the last one of the cash customer is still here
        ...(n === MANY - 1
          ? { status: 'here' }
          : {
              status: 'departed',
              departed_by: 'truck',
              departure_status: 'full',
              out_at: `2026-03-${String(leaves(n)).padStart(2, '0')}T12:00:00Z`,
            }),
      })),
    });
    expect(bad).toEqual([]);
    await client.create('/free_time_agreements', {
      charge_code: 'STOR',
      consignee: agreed,
      extra_units: 2,
      reason: 'Yearly contract',
    });
    // the line pays what the first container costs until the 10 March
    await client.create('/payer_nominations', {
      customer: { customer_type: 'ShippingLine', code: line },
      container: numberOf(13),
      until: '2026-03-10',
    });
  });

  const invoices = async (query: string): Promise<Body[]> =>
    (await client.get(`/invoices?per=100&${query}`)).body.invoices;
  const of = (name: string, query = '') =>
    invoices(`customer_type=Consignee&customer=${encodeURIComponent(name)}&${query}`);
  const cents = (list: Body[], key = 'subtotal') =>
    sum(list.map((each) => Math.round(Number(each[key]) * 100)));
  const between = (from: number, until: number) => [...Array(until - from).keys()].map((n) => n + from);
  const left = (n: number, free: number) => DISCHARGE + GATE_OUT + storage(2, leaves(n), free);
  /** What container 13 costs its line: discharge, and storage of the 8, 9 and 10 March. */
  const ofLine = DISCHARGE + 3 * TEU * STORAGE;
  const ofAccount = sum(between(0, ON_ACCOUNT).map((n) => left(n, FREE))) - ofLine;
  const ofAgreed = sum(between(ON_ACCOUNT, ON_ACCOUNT + AGREED).map((n) => left(n, FREE + 2)));
  const ofCash = sum(between(ON_ACCOUNT + AGREED, MANY - 1).map((n) => left(n, FREE)));

  it('begins with the run: each payer gets a draft of what its containers cost', async () => {
    const run = await aRun(client, { until: '2026-03-31', invoice: true });
    expect(run).toMatchObject({ status: 'completed', subjects: MANY, problems: 0, adjustments: 0 });
    // the discharge of the one that is still here is charged as well, to the cash customer
    const all = ofLine + ofAccount + ofAgreed + ofCash + DISCHARGE;
    expect(run.totals).toEqual({ EUR: euros(all) });
    expect(cents(await of(onAccount))).toBe(ofAccount);
    expect(cents(await of(agreed))).toBe(ofAgreed);
    expect(cents(await of(cash))).toBe(ofCash + DISCHARGE);
    expect(cents(await invoices('customer_type=ShippingLine'))).toBe(ofLine);
    const drafts = await invoices('status=draft');
    expect(cents(drafts, 'total')).toBe(
      sum(drafts.map(({ subtotal }) => Math.round(Number(subtotal) * 121))),
    );
    const approved = await client.post('/invoices/approve', { ids: drafts.map(({ id }) => id) });
    expect(approved.status).toBe(200);
    expect(approved.body.invoices.map(({ number }: Body) => number)).toEqual(
      drafts.map((_, n) => expect.stringMatching(new RegExp(`^INV-\\d{4}-00000${n + 1}$`))),
    );
  });

  it('goes on with an arrival that was wrong: what was too much comes back as a credit note', async () => {
    const { stays } = (await client.get(`/containers/${numberOf(12)}/stays`)).body;
    const corrected = await client.patch(`/container_stays/${stays[0].id}`, {
      in_at: '2026-03-04T09:00:00Z',
      reason: 'The tally had the wrong day',
    });
    expect([corrected.status, corrected.body]).toEqual([200, expect.anything()]);
    const back = storage(2, leaves(12), FREE) - storage(4, leaves(12), FREE);
    const run = await aRun(client, { until: '2026-03-31', invoice: true });
    expect(run).toMatchObject({ subjects: 1, charges: 0, totals: { EUR: euros(-back) } });
    const [note, ...more] = await of(onAccount, 'status=draft');
    expect(more).toEqual([]);
    expect(note).toMatchObject({
      document_type: 'credit_note',
      subtotal: euros(-back),
      total: ((-back * 1.21) / 100).toFixed(2),
    });
    expect((await client.post('/invoices/approve', { ids: [note!.id] })).status).toBe(200);
  });

  it('credits a part of an invoice, and the charges stay settled', async () => {
    const [invoice] = await of(agreed);
    const at = invoice!.line_items.findIndex(({ charge_code }: Body) => charge_code === 'GOUT') + 1;
    const credited = await client.post(`/invoices/${invoice!.id}/credit`, {
      reason: 'The crane was out of order',
      lines: [{ line_item: at, quantity: 1 }],
    });
    expect([credited.status, credited.body.invoice]).toMatchObject([
      201,
      {
        document_type: 'credit_note',
        subtotal: euros(-GATE_OUT),
        total: ((-GATE_OUT * 1.21) / 100).toFixed(2),
      },
    ]);
    expect(await aRun(client, { until: '2026-03-31' })).toMatchObject({ charges: 0, adjustments: 0 });
  });

  it('takes cash at the counter, for a container that leaves', async () => {
    const made = await client.post('/invoice_drafts', {
      container_numbers: [numberOf(MANY - 1)],
      until: '2026-03-20',
      leaving: true,
    });
    expect(made.status).toBe(201);
    const due = GATE_OUT + storage(2, 20, FREE);
    expect(made.body.invoices).toMatchObject([{ subtotal: euros(due) }]);
    const [{ id }] = made.body.invoices;
    const paid = await client.put(`/invoices/${id}`, { invoice: { approved: true, paid: true } });
    expect(paid.status).toBe(200);
  });

  it('ends with a run that finds nothing to do, and sums that are what everything cost', async () => {
    expect(await aRun(client, { until: '2026-03-31', invoice: true })).toMatchObject({
      charges: 0,
      adjustments: 0,
    });
    const back = storage(2, leaves(12), FREE) - storage(4, leaves(12), FREE);
    expect(cents(await of(onAccount))).toBe(ofAccount - back);
    expect(cents(await of(agreed))).toBe(ofAgreed - GATE_OUT);
    expect(cents(await of(cash))).toBe(ofCash + DISCHARGE + GATE_OUT + storage(2, 20, FREE));
    expect(cents(await invoices('customer_type=ShippingLine'))).toBe(ofLine);
  });
});
