import { Exact } from '../../src/billing/money';
import { anInvoice } from '../factories/billing';
import { aPricedStay, charge } from '../factories/charges';
import { aDraft, aPriceOfWork, aRun, draftRun, draftsOf, taxed } from '../factories/drafts';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const YEAR = new Date().getFullYear();
const CONTAINER = 'WHAU4142033';

describe('credit notes', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization({ time_zone: 'Europe/Amsterdam' })));

  const put = (id: number, invoice: object) => client.put(`/invoices/${id}`, { invoice });
  const shown = async (id: number): Promise<Body> => (await client.get(`/invoices/${id}`)).body.invoice;
  const credit = (id: number, body: object = {}) =>
    client.post(`/invoices/${id}/credit`, { reason: 'Wrong consignee', ...body });
  const note = async (id: number, body: object = {}): Promise<Body> => {
    const answer = await credit(id, body);
    expect([answer.body.error, answer.status]).toEqual([undefined, 201]);
    return answer.body.invoice;
  };

  /** An approved invoice of 10 × 25.00, 4 × 40.00 and 36.00 with 21 %: which line is which. */
  async function anApproved() {
    await taxed(client);
    const { stay_id, consignee } = await aPricedStay(client);
    const [draft] = await draftsOf(client, CONTAINER);
    await put(draft!.id, { approved: true });
    const invoice = await shown(draft!.id);
    const place = (total: string) => invoice.line_items.findIndex((line: Body) => line.total === total) + 1;
    return { invoice, stay_id, consignee, place };
  }

  it('credit all of an invoice, and both sum to nothing', async () => {
    const { invoice, consignee } = await anApproved();
    const draft = await note(invoice.id);
    expect(draft).toMatchObject({
      number: expect.stringMatching(/^DRAFT-\d{8}$/),
      document_type: 'credit_note',
      approved: false,
      numbered_at: null,
      reason: 'Wrong consignee',
      credits: { id: invoice.id, number: invoice.number },
      customer: { name: consignee },
      taxes: [{ tax: 'NL21', percent: '21.00', base: '-446.00', amount: '-93.66' }],
      subtotal: '-446.00',
      taxes_and_fees: '-93.66',
      total: '-539.66',
    });
    expect(draft.line_items).toEqual(
      invoice.line_items.map((line: Body) => ({
        ...line,
        quantity: -line.quantity,
        units: null,
        total: `-${line.total}`,
      })),
    );
    expect((await shown(invoice.id)).credited_by).toEqual([{ id: draft.id, number: draft.number }]);
    const approved = await put(draft.id, { approved: true });
    expect(approved.body.invoice.number).toBe(`CN-${YEAR}-000001`);
    expect((await shown(draft.id)).credits).toEqual({ id: invoice.id, number: `INV-${YEAR}-000001` });
  });

  it('credit part of a line (example 20)', async () => {
    const { invoice, place } = await anApproved();
    const draft = await note(invoice.id, { lines: [{ line_item: place('160.00'), quantity: 2 }] });
    expect(draft).toMatchObject({ subtotal: '-80.00', taxes_and_fees: '-16.80', total: '-96.80' });
    expect(draft.line_items).toMatchObject([
      { quantity: -2, amount: '40.00', total: '-80.00', item: 'STOR' },
    ]);
  });

  it('take the rest of the tax with the last one', async () => {
    await taxed(client);
    // lines of different charge codes stay apart
    for (const code of ['ONE', 'TWO', 'THREE']) await aPriceOfWork(client, '10.02', code);
    const draft = await aDraft(client, { code: 'ONE' });
    const { container } = draft.line_items[0];
    await client.delete(`/invoices/${draft.id}`);
    const customer = { customer_type: 'Consignee', name: draft.customer.name };
    for (const code of ['TWO', 'THREE']) {
      const { number } = (
        await client.create('/service_orders', { charge_code: code, container, ordered_by: customer })
      ).service_order;
      await client.post(`/service_orders/${number}/complete`, {});
    }
    const [invoice] = await draftsOf(client, container);
    expect(invoice).toMatchObject({ subtotal: '30.06', taxes_and_fees: '6.31', total: '36.37' });
    await put(invoice!.id, { approved: true });
    const notes = [];
    for (const line_item of [1, 2, 3])
      notes.push(await note(invoice!.id, { lines: [{ line_item, quantity: 1 }] }));
    expect(notes.map(({ taxes_and_fees }) => taxes_and_fees)).toEqual(['-2.10', '-2.10', '-2.11']);
    const sum = notes.reduce((all, { total }) => all.plus(total), new Exact(invoice!.total));
    expect(sum.toFixed()).toBe('0');
    // a deleted draft gives back its line and its tax
    await client.delete(`/invoices/${notes[2]!.id}`);
    expect((await note(invoice!.id)).taxes_and_fees).toBe('-2.11');
  });

  it('take no more than is left, and drafts hold back what they credit', async () => {
    const { invoice, place } = await anApproved();
    const line_item = place('160.00');
    const refused = async (body: object, error: string) => {
      const answer = await credit(invoice.id, body);
      expect([answer.status, answer.body.code, answer.body.error]).toEqual([422, 'credit_exceeds', error]);
    };
    await refused({ lines: [{ line_item, quantity: 6 }] }, `Line ${line_item} has 4 left to credit, not 6.`);
    const draft = await note(invoice.id, { lines: [{ line_item, quantity: 3 }] });
    await refused({ lines: [{ line_item, quantity: 2 }] }, `Line ${line_item} has 1 left to credit, not 2.`);
    await client.delete(`/invoices/${draft.id}`);
    await note(invoice.id);
    await refused({}, `Line 1 has 0 left to credit, not ${invoice.line_items[0].quantity}.`);
  });

  it('are refused for what is not there, drafts and credit notes', async () => {
    await taxed(client);
    await aPriceOfWork(client);
    const draft = await aDraft(client);
    const early = await credit(draft.id);
    expect([early.status, early.body.code, early.body.error]).toEqual([
      409,
      'invoice_not_final',
      `Invoice ${draft.number} is a draft: delete it.`,
    ]);
    await put(draft.id, { paid: true });
    const { id } = await note(draft.id, { lines: [{ line_item: 1, quantity: 0.5 }] });
    await put(id, { approved: true });
    const again = await credit(id);
    expect([again.status, again.body.code, again.body.error]).toEqual([
      409,
      'credit_of_credit',
      `Credit note CN-${YEAR}-000001 cannot be credited.`,
    ]);
    for (const [body, field] of [
      [{ reason: '' }, 'reason'],
      [{ reason: null }, 'reason'],
      [{ charges: 'keep' }, 'charges'],
      [{ lines: [] }, 'lines'],
      [{ lines: [{ line_item: 2, quantity: 1 }] }, 'lines.0.line_item'],
      [{ lines: [{ line_item: 0, quantity: 1 }] }, 'lines.0.line_item'],
      [{ lines: [{ line_item: 1 }] }, 'lines.0.quantity'],
      [{ lines: [{ line_item: 1, quantity: 0 }] }, 'lines.0.quantity'],
      [
        {
          lines: [
            { line_item: 1, quantity: 0.1 },
            { line_item: 1, quantity: 0.1 },
          ],
        },
        'lines.1.line_item',
      ],
    ] as const) {
      const answer = await credit(draft.id, body);
      expect([body, answer.status]).toEqual([body, 422]);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    }
    expect((await credit(99999999)).status).toBe(404);
    expect((await client.as('read').post(`/invoices/${draft.id}/credit`, { reason: 'x' })).status).toBe(403);
    expect((await client.as('write').post(`/invoices/${draft.id}/credit`, { reason: 'x' })).status).toBe(201);
  });

  it('keep the approval of what they credit', async () => {
    const { invoice } = await anApproved();
    const { id } = await note(invoice.id);
    const answer = await put(invoice.id, { approved: false });
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([
      400,
      'invoice_credited',
      `Invoice ${invoice.number} was credited: its approval stays.`,
    ]);
    expect((await put(invoice.id, { paid: true })).status).toBe(200);
    await client.delete(`/invoices/${id}`);
    expect((await put(invoice.id, { approved: false })).status).toBe(200);
  });

  it('leave the charges settled unless they are to be charged again', async () => {
    const { invoice, stay_id } = await anApproved();
    await note(invoice.id);
    const key = { type: 'container_stay' as const, id: stay_id };
    expect(await charge(client, [key])).toMatchObject({ charges: 0, adjustments: 0 });
  });

  it('waive what they credit, until their draft is deleted', async () => {
    const { invoice, stay_id, place } = await anApproved();
    const waivers = async (): Promise<Body[]> => (await client.get('/charges?kind=waiver')).body.charges;
    const due = async () =>
      (await client.get(`/containers/${CONTAINER}/charge_preview`)).body.payers[0].due as string;
    expect(await due()).toBe('539.66');
    const part = await note(invoice.id, { lines: [{ line_item: place('160.00'), quantity: 2 }] });
    expect(await waivers()).toMatchObject([
      {
        charge_code: 'STOR',
        quantity: -2,
        total: '-80.00',
        reason: 'Wrong consignee',
        status: 'draft',
        invoice: { id: part.id },
      },
    ]);
    // a draft of a credit note may be deleted
    expect(await due()).toBe('539.66');
    await put(part.id, { approved: true });
    expect(await due()).toBe('442.86');
    const rest = await note(invoice.id);
    expect((await waivers()).map(({ total }) => total).sort()).toEqual([
      '-250.00',
      '-36.00',
      '-80.00',
      '-80.00',
    ]);
    await client.delete(`/invoices/${rest.id}`);
    const statuses = (await waivers()).map(({ total, status }) => [total, status]);
    expect(statuses).toHaveLength(7);
    expect(statuses.filter(([, status]) => status === 'invoiced')).toEqual([['-80.00', 'invoiced']]);
    expect(statuses.filter(([, status]) => status === 'waived')).toHaveLength(6);
    await put((await note(invoice.id)).id, { approved: true });
    expect(await due()).toBe('0.00');
    const key = { type: 'container_stay' as const, id: stay_id };
    expect(await charge(client, [key])).toMatchObject({ charges: 0, adjustments: 0 });
    const run = await aRun(client);
    await draftRun(client, run);
    expect((await client.get(`/invoices?billing_run_id=${run}`)).body.invoices).toEqual([]);
  });

  it('that charge anew leave what they take back open, with its waivers, when their draft is deleted', async () => {
    await taxed(client);
    const { stay_id } = await aPricedStay(client);
    await charge(client, [{ type: 'container_stay', id: stay_id }]);
    const charges = async (query: string): Promise<Body[]> =>
      (await client.get(`/charges?${query}`)).body.charges;
    const storage = (await charges('charge_code=STOR')).find(({ total }) => total === '250.00')!;
    await client.post(`/charges/${storage.id}/waive`, { reason: 'Crane was down', quantity: 4 });
    const [draft] = await draftsOf(client, CONTAINER);
    expect(draft!.subtotal).toBe('346.00');
    await put(draft!.id, { approved: true });
    const { id } = await note(draft!.id, { charges: 'recharge' });
    await client.delete(`/invoices/${id}`);
    const open = await charges('status=open');
    expect(open.map(({ kind, total }) => [kind, total]).sort()).toEqual([
      ['adjustment', '-160.00'],
      ['adjustment', '-250.00'],
      ['adjustment', '-36.00'],
      ['waiver', '100.00'],
    ]);
  });

  it('take charges back, so that the next run charges what is right', async () => {
    const { invoice, stay_id, place } = await anApproved();
    const key = { type: 'container_stay' as const, id: stay_id };
    const draft = await note(invoice.id, {
      lines: [{ line_item: place('160.00'), quantity: 3 }],
      charges: 'recharge',
    });
    expect(draft.subtotal).toBe('-120.00');
    const marks = await service.current.query(
      `SELECT FROM charge_marks WHERE organization_id = $1 AND mark_type = 'container_stay' AND record_id = $2`,
      [client.organization_id, stay_id],
    );
    expect(marks.length).toBeGreaterThan(0);
    const run = await aRun(client);
    const charged = await charge(client, [key], { run });
    expect(charged.totals).toEqual({ EUR: '120.00' });
    await draftRun(client, run);
    const { invoices } = (await client.get(`/invoices?billing_run_id=${run}`)).body;
    expect(invoices).toMatchObject([{ subtotal: '120.00', taxes_and_fees: '25.20' }]);
    expect(await charge(client, [key])).toMatchObject({ charges: 0, adjustments: 0 });
    const whole = await note(invoice.id, { charges: 'recharge' });
    expect(whole.subtotal).toBe('-326.00');
    expect((await charge(client, [key])).totals).toEqual({ EUR: '326.00' });
  });

  it('give charges back when their draft is deleted', async () => {
    const { invoice, stay_id } = await anApproved();
    const key = { type: 'container_stay' as const, id: stay_id };
    const draft = await note(invoice.id, { charges: 'recharge' });
    await client.delete(`/invoices/${draft.id}`);
    const run = await aRun(client);
    await charge(client, [key], { run });
    await draftRun(client, run);
    expect((await client.get(`/invoices?billing_run_id=${run}`)).body.invoices).toEqual([]);
  });

  it('credit what was calculated elsewhere, with its share of the taxes', async () => {
    const invoice = await anInvoice(client, {
      currency: 'EUR',
      line_items: [
        { amount: 10, quantity: 1 },
        { amount: 20, quantity: 1 },
      ],
      taxes_and_fees: 1,
    });
    await put(invoice.id, { approved: true });
    expect(await note(invoice.id, { lines: [{ line_item: 1, quantity: 1 }] })).toMatchObject({
      subtotal: '-10.00',
      taxes_and_fees: '-0.33',
      total: '-10.33',
    });
    expect(await note(invoice.id)).toMatchObject({
      subtotal: '-20.00',
      taxes_and_fees: '-0.67',
      total: '-20.67',
    });
  });

  it('take a line once, however many credit it at once', async () => {
    const { invoice } = await anApproved();
    const answers = await timesAtOnce(service.current, 3, () => credit(invoice.id));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect((await shown(invoice.id)).credited_by).toHaveLength(1);
  });
});
