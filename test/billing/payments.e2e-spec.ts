import { anInvoice } from '../factories/billing';
import { aDraft, aPriceOfWork } from '../factories/drafts';
import { aConsignee } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { allPublished } from '../setup/events';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const YEAR = new Date().getFullYear();

describe('payments', () => {
  const service = useService();
  let client: Client;
  let customer: { customer_type: string; name: string };
  beforeEach(async () => {
    client = await service.current.organization();
    customer = { customer_type: 'Consignee', name: (await aConsignee(client)).name };
  });

  const shown = async (id: number): Promise<Body> => (await client.get(`/invoices/${id}`)).body.invoice;
  const mark = (id: number, paid: boolean) => client.put(`/invoices/${id}`, { invoice: { paid } });
  const events = async (type: string): Promise<Body[]> => {
    await allPublished(client);
    return (await client.get(`/events?types[]=${type}&per=100`)).body.events;
  };

  /** An approved invoice of the customer with one line. */
  async function anApproved(amount: string | number = 100, body: object = {}): Promise<Body> {
    const { id } = await anInvoice(client, {
      customer,
      currency: 'EUR',
      line_items: [{ amount: Number(amount) }],
      ...body,
    });
    await client.put(`/invoices/${id}`, { invoice: { approved: true } });
    return shown(id);
  }
  const pay = (body: object = {}) =>
    client.post('/payments', { customer, amount: '100.00', way: 'card', currency: 'EUR', ...body });
  const paid = async (body: object = {}): Promise<Body> => {
    const answer = await pay(body);
    expect([answer.body.error, answer.status]).toEqual([undefined, 201]);
    return answer.body.payment;
  };
  const act = (payment: Body, action: string, body: object) =>
    client.post(`/payments/${payment.id}/${action}`, body);

  describe('that are received', () => {
    it('count for the invoices that they name, in their order as far as they reach', async () => {
      const [first, second, third] = [await anApproved(30), await anApproved(50), await anApproved(40)];
      const payment = await paid({
        reference: 'Slip 93',
        notes: 'At the desk',
        invoices: [
          { invoice: second.number },
          { invoice: String(first.id), amount: 20 },
          { invoice: third.number },
        ],
      });
      expect(payment).toMatchObject({
        number: `PAY-${YEAR}-000001`,
        customer,
        currency: 'EUR',
        amount: '100.00',
        direction: 'in',
        way: 'card',
        reference: 'Slip 93',
        notes: 'At the desk',
        status: 'received',
        allocated: '100.00',
        unallocated: '0.00',
        allocations: [
          { invoice: { id: second.id, number: second.number }, amount: '50.00', container: null },
          { invoice: { id: first.id }, amount: '20.00' },
          { invoice: { id: third.id }, amount: '30.00' },
        ],
      });
      expect(await shown(second.id)).toMatchObject({
        paid: true,
        status: 'paid',
        amount_paid: '50.00',
        amount_open: '0.00',
        paid_at: expect.any(String),
        payments: [{ id: payment.id, number: payment.number, way: 'card', amount: '50.00' }],
      });
      expect(await shown(first.id)).toMatchObject({
        paid: false,
        amount_paid: '20.00',
        amount_open: '10.00',
        paid_at: null,
      });
      expect((await events('payment.received')).map(({ subject }) => subject.key)).toEqual([payment.number]);
      expect((await events('invoice.paid')).map(({ subject }) => subject.key)).toEqual([second.number]);
    });

    it('count nowhere where they name none, and take the only currency that the customer owes in', async () => {
      await anApproved(100, { currency: 'USD' });
      expect(await paid({ currency: undefined })).toMatchObject({
        currency: 'USD',
        allocated: '0.00',
        unallocated: '100.00',
        allocations: [],
      });
      await anApproved(100);
      const answer = await pay({ currency: undefined });
      expect([answer.status, answer.body.code]).toEqual([422, 'currency_missing']);
    });

    it('are numbered without gaps by the year of their day', async () => {
      const before = await paid({ paid_at: `${YEAR - 1}-12-31T12:00:00Z` });
      expect(before).toMatchObject({
        number: `PAY-${YEAR - 1}-000001`,
        paid_at: `${YEAR - 1}-12-31T12:00:00.000Z`,
      });
      const numbers = [await paid(), await paid()].map(({ number }) => number);
      expect(numbers).toEqual([`PAY-${YEAR}-000001`, `PAY-${YEAR}-000002`]);
    });

    it('leave what has nothing open as it is', async () => {
      const invoice = await anApproved();
      await paid({ invoices: [{ invoice: invoice.number }] });
      expect(await paid({ invoices: [{ invoice: invoice.number }] })).toMatchObject({
        unallocated: '100.00',
        allocations: [],
      });
    });

    it('are exact in thirds', async () => {
      const invoices = [await anApproved(33.33), await anApproved(33.33), await anApproved(33.34)];
      const payment = await paid({ invoices: invoices.map(({ number }) => ({ invoice: number })) });
      expect(payment).toMatchObject({ allocated: '100.00', unallocated: '0.00' });
      for (const { id } of invoices)
        expect(await shown(id)).toMatchObject({ paid: true, amount_open: '0.00' });
    });
  });

  describe('are refused', () => {
    it.each<[name: string, status: number, code: string, body: (invoice: Body) => object]>([
      [
        'more than is open',
        422,
        'more_than_open',
        ({ number }) => ({ amount: 200, invoices: [{ invoice: number, amount: '100.01' }] }),
      ],
      [
        'more than is left',
        422,
        'more_than_left',
        ({ number }) => ({ amount: 50, invoices: [{ invoice: number, amount: 51 }] }),
      ],
      [
        'another currency',
        422,
        'currency_differs',
        ({ number }) => ({ currency: 'USD', invoices: [{ invoice: number }] }),
      ],
      ['an unknown invoice', 422, 'unknown_reference', () => ({ invoices: [{ invoice: 'X-1' }] })],
      [
        'an invoice that is named twice',
        422,
        'invalid',
        ({ id, number }) => ({ invoices: [{ invoice: number }, { invoice: String(id) }] }),
      ],
      ['nothing', 422, 'invalid', () => ({ amount: 0 })],
      ['a third decimal', 422, 'invalid', () => ({ amount: '1.005' })],
      ['part of a yen', 422, 'invalid', () => ({ amount: '1.50', currency: 'JPY' })],
      ['a time to come', 422, 'time_to_come', () => ({ paid_at: `${YEAR + 2}-01-01T00:00:00Z` })],
      [
        'an unknown customer',
        422,
        'unknown_reference',
        () => ({ customer: { customer_type: 'Agent', name: 'Nobody' } }),
      ],
      ['an unknown till', 422, 'unknown_reference', () => ({ till: 'Desk 9' })],
      ['an unknown way', 422, 'invalid', () => ({ way: 'shells' })],
      [
        'a container that is not on the invoice',
        422,
        'unknown_reference',
        ({ number }) => ({ invoices: [{ invoice: number, container: 'WHAU4142033' }] }),
      ],
      [
        'a refund with invoices',
        422,
        'invalid',
        ({ number }) => ({ refunds: number, invoices: [{ invoice: number }] }),
      ],
      ['a refund of what is no credit note', 422, 'more_than_open', ({ number }) => ({ refunds: number })],
    ])('for %s', async (_, status, code, body) => {
      const invoice = await anApproved();
      const answer = await pay(body(invoice));
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect((await client.get('/payments')).body.payments).toEqual([]);
      expect(await shown(invoice.id)).toMatchObject({ amount_open: '100.00', payments: [] });
    });

    it('with the sum that is open or left', async () => {
      const invoice = await anApproved(120);
      const answer = await pay({ amount: 300, invoices: [{ invoice: invoice.number, amount: 121 }] });
      expect(answer.body).toMatchObject({
        error: `Invoice ${invoice.number} has 120.00 open.`,
        errors: { 'invoices.0.amount': [expect.any(String)] },
      });
      const payment = await paid({ amount: 20 });
      const more = await act(payment, 'allocate', { invoices: [{ invoice: invoice.number, amount: 21 }] });
      expect(more.body).toMatchObject({
        code: 'more_than_left',
        error: `Payment ${payment.number} has 20.00 left.`,
      });
    });

    it('for invoices of others, drafts and pro-formas', async () => {
      const other = await anInvoice(client, { currency: 'EUR', line_items: [{ amount: 10 }] });
      const draft = await anInvoice(client, { customer, currency: 'EUR', line_items: [{ amount: 10 }] });
      const proforma = await anInvoice(client, {
        customer,
        currency: 'EUR',
        is_proforma: true,
        line_items: [{ amount: 10 }],
      });
      await client.put(`/invoices/${other.id}`, { invoice: { approved: true } });
      await client.put(`/invoices/${proforma.id}`, { invoice: { approved: true } });
      for (const [{ number }, code] of [
        [other, 'customer_differs'],
        [draft, 'not_numbered'],
        [proforma, 'not_numbered'],
      ] as const) {
        const answer = await pay({ invoices: [{ invoice: number }] });
        expect([answer.status, answer.body.code]).toEqual([422, code]);
      }
    });
  });

  describe('later', () => {
    it('are allocated, taken back and allocated again', async () => {
      const invoice = await anApproved();
      const payment = await paid({ amount: 60 });
      const first = await act(payment, 'allocate', { invoices: [{ invoice: invoice.number }] });
      expect(first.status).toBe(200);
      expect(first.body.payment).toMatchObject({ allocated: '60.00', unallocated: '0.00' });
      expect(await shown(invoice.id)).toMatchObject({ amount_open: '40.00', paid: false });
      const back = await act(payment, 'deallocate', { invoice: invoice.number, reason: 'Wrong invoice' });
      expect([back.status, back.body.payment]).toEqual([
        200,
        expect.objectContaining({ allocated: '0.00', unallocated: '60.00', allocations: [] }),
      ]);
      expect(await shown(invoice.id)).toMatchObject({ amount_open: '100.00', payments: [] });
      const none = await act(payment, 'deallocate', { invoice: invoice.number, reason: 'Again' });
      expect([none.status, none.body.code]).toEqual([422, 'not_allocated']);
      await act(payment, 'allocate', { invoices: [{ invoice: invoice.number, amount: '0.01' }] });
      expect(await shown(invoice.id)).toMatchObject({ amount_open: '99.99' });
      expect((await events('payment.deallocated')).length).toBe(1);
      expect((await events('payment.allocated')).length).toBe(2);
    });

    it('are reversed, and what they paid is open again', async () => {
      const [one, other] = [await anApproved(60), await anApproved(40)];
      const payment = await paid({
        way: 'cheque',
        invoices: [{ invoice: one.number }, { invoice: other.number }],
      });
      const answer = await act(payment, 'reverse', { reason: 'Bounced cheque' });
      expect([answer.status, answer.body.payment]).toEqual([
        200,
        expect.objectContaining({
          status: 'reversed',
          reverse_reason: 'Bounced cheque',
          reversed_at: expect.any(String),
          allocated: '0.00',
          unallocated: '0.00',
          allocations: [],
        }),
      ]);
      for (const { id, total } of [one, other])
        expect(await shown(id)).toMatchObject({ paid: false, amount_open: total, paid_at: null });
      for (const [action, body] of [
        ['reverse', { reason: 'Again' }],
        ['allocate', { invoices: [] }],
        ['deallocate', { invoice: one.number, reason: 'Again' }],
      ] as const) {
        const again = await act(payment, action, body);
        expect([again.status, again.body.code, again.body.error]).toEqual([
          409,
          'already_reversed',
          `Payment ${payment.number} was reversed.`,
        ]);
      }
      expect((await events('payment.reversed')).length).toBe(1);
    });

    it('are listed by what they say', async () => {
      const invoice = await anApproved();
      const one = await paid({ amount: 60, way: 'cash', invoices: [{ invoice: invoice.number }] });
      const two = await paid({ currency: 'USD', paid_at: '2026-03-01T12:00:00Z' });
      await act(two, 'reverse', { reason: 'Wrong' });
      const three = await paid({ amount: 5 });
      const ids = async (query: string) =>
        (await client.get(`/payments?${query}`)).body.payments.map(({ id }: Body) => id);
      expect(await ids('way=cash')).toEqual([one.id]);
      expect(await ids('status=reversed')).toEqual([two.id]);
      expect(await ids('currency=USD')).toEqual([two.id]);
      expect(await ids(`invoice_number=${invoice.number}`)).toEqual([one.id]);
      expect(await ids('unallocated=true')).toEqual([three.id]);
      expect(await ids('paid_from=2026-03-01&paid_until=2026-03-01')).toEqual([two.id]);
      expect(await ids('paid_from=2026-03-02')).toEqual([one.id, three.id]);
      expect(await ids(`customer_type=Consignee&customer=${encodeURIComponent(customer.name)}`)).toEqual([
        one.id,
        two.id,
        three.id,
      ]);
      expect(await ids('customer_type=Agent&customer=X')).toEqual([]);
      expect(await ids('direction=out')).toEqual([]);
      expect((await client.get('/payments/999999')).status).toBe(404);
      expect((await client.get(`/payments/${one.number}`)).body.payment.id).toBe(one.id);
    });
  });

  describe('at once', () => {
    it('of the whole of an invoice pay it once', async () => {
      const invoice = await anApproved();
      const answers = await timesAtOnce(service.current, 2, () =>
        pay({ invoices: [{ invoice: invoice.number }] }),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(answers.map(({ body }) => body.payment.allocated).sort()).toEqual(['0.00', '100.00']);
      expect(await shown(invoice.id)).toMatchObject({ amount_open: '0.00', amount_paid: '100.00' });
    });

    it('never allocate more than is open, 64 of them', async () => {
      const invoice = await anApproved();
      const answers = await timesAtOnce(
        service.current,
        64,
        () => pay({ amount: 3, invoices: [{ invoice: invoice.number, amount: 3 }] }),
        5,
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(33);
      expect(new Set(answers.map(({ status, body }) => body.code ?? status))).toEqual(
        new Set([201, 'more_than_open']),
      );
      expect(await shown(invoice.id)).toMatchObject({ amount_open: '1.00', amount_paid: '99.00' });
      const numbers = (await client.get('/payments?per=100')).body.payments.map(({ number }: Body) => number);
      expect(numbers).toEqual(
        Array.from({ length: 33 }, (_, n) => `PAY-${YEAR}-${String(n + 1).padStart(6, '0')}`),
      );
    });
  });

  describe('of the contract', () => {
    it('are made by marking as paid, and reversed by taking that back, twice as well as once', async () => {
      const { id } = await anInvoice(client, { customer, currency: 'EUR', line_items: [{ amount: 75 }] });
      for (let times = 0; times < 2; times++)
        expect((await mark(id, true)).body.invoice).toMatchObject({ paid: true, amount_open: '0.00' });
      const [payment, ...others] = (await client.get('/payments')).body.payments;
      expect(others).toEqual([]);
      expect(payment).toMatchObject({
        number: `PAY-${YEAR}-000001`,
        way: 'other',
        reference: 'marked as paid',
        amount: '75.00',
        allocations: [{ invoice: { id }, amount: '75.00' }],
      });
      for (let times = 0; times < 2; times++)
        expect((await mark(id, false)).body.invoice).toMatchObject({ paid: false, amount_open: '75.00' });
      expect((await client.get('/payments')).body.payments).toMatchObject([{ status: 'reversed' }]);
      expect((await client.delete(`/invoices/${id}`)).status).toBe(200);
    });

    it('pay what is open of an invoice that was paid in part, and no more is taken back', async () => {
      const invoice = await anApproved();
      const part = await paid({ amount: 30, invoices: [{ invoice: invoice.number }] });
      await mark(invoice.id, true);
      expect(await shown(invoice.id)).toMatchObject({
        paid: true,
        payments: [
          { id: part.id, amount: '30.00' },
          { way: 'other', amount: '70.00' },
        ],
      });
      await mark(invoice.id, false);
      expect(await shown(invoice.id)).toMatchObject({
        paid: false,
        amount_open: '70.00',
        payments: [{ id: part.id }],
      });
    });

    it('stay where they are real: marking it as not paid is refused', async () => {
      const invoice = await anApproved();
      await paid({ invoices: [{ invoice: invoice.number }] });
      const answer = await mark(invoice.id, false);
      expect([answer.status, answer.body.code, answer.body.error]).toEqual([
        409,
        'has_payments',
        `Invoice ${invoice.number} is paid by payments or credit notes: reverse or deallocate its payments.`,
      ]);
      expect(await shown(invoice.id)).toMatchObject({ paid: true });
      expect((await mark(invoice.id, true)).body.invoice).toMatchObject({ paid: true });
      expect((await client.get('/payments')).body.payments).toHaveLength(1);
    });

    it('are not made of what is 0 or below, nor of what is not paid', async () => {
      const [nothing, below] = [await anInvoice(client, { customer }), await anApproved(-20)];
      for (const { id } of [nothing, below]) {
        expect((await mark(id, true)).body.invoice).toMatchObject({ paid: true, amount_open: '0.00' });
        expect((await mark(id, false)).body.invoice).toMatchObject({ paid: false });
      }
      expect(await shown(below.id)).toMatchObject({ amount_open: '-20.00' });
      expect((await client.get('/payments')).body.payments).toEqual([]);
    });

    it('are made of a pro-forma and of a draft, which gets its number', async () => {
      const proforma = await anInvoice(client, { customer, is_proforma: true, line_items: [{ amount: 5 }] });
      expect((await mark(proforma.id, true)).body.invoice).toMatchObject({ paid: true });
      await aPriceOfWork(client);
      const draft = await aDraft(client);
      expect((await mark(draft.id, true)).body.invoice).toMatchObject({
        paid: true,
        number: `INV-${YEAR}-000001`,
      });
    });

    it('in part keep an invoice from its deletion, also once its approval is withdrawn', async () => {
      const invoice = await anApproved();
      await paid({ amount: 30, invoices: [{ invoice: invoice.number }] });
      await client.put(`/invoices/${invoice.id}`, { invoice: { approved: false } });
      const answer = await client.delete(`/invoices/${invoice.id}`);
      expect([answer.status, answer.body.code]).toEqual([409, 'has_payments']);
    });
  });

  describe('and credit notes', () => {
    /** A draft of a credit note over part of the only line of an invoice. */
    const credited = async (invoice: Body, quantity: number): Promise<Body> =>
      (
        await client.create(`/invoices/${invoice.id}/credit`, {
          reason: 'Wrong',
          lines: [{ line_item: 1, quantity }],
        })
      ).invoice;
    const approve = (id: number) => client.put(`/invoices/${id}`, { invoice: { approved: true } });

    it('apply to what they credit at their approval, as far as that is open', async () => {
      const invoice = await anApproved();
      await paid({ amount: 70, invoices: [{ invoice: invoice.number }] });
      const note = await credited(invoice, 0.5);
      expect(note).toMatchObject({ total: '-50.00', amount_open: '-50.00' });
      expect(await shown(invoice.id)).toMatchObject({ amount_open: '30.00' });
      await approve(note.id);
      expect(await shown(invoice.id)).toMatchObject({
        amount_paid: '70.00',
        amount_credited: '30.00',
        amount_open: '0.00',
        paid: true,
      });
      expect(await shown(note.id)).toMatchObject({
        amount_credited: '-30.00',
        amount_open: '-20.00',
        paid: false,
      });
      expect((await events('invoice.credit_applied')).map(({ subject }) => subject.id)).toEqual([note.id]);
    });

    it('apply together at the approval of several', async () => {
      const invoice = await anApproved();
      const notes = [await credited(invoice, 0.3), await credited(invoice, 0.2)];
      const answer = await client.post('/invoices/approve', { ids: notes.map(({ id }) => id) });
      expect(answer.status).toBe(200);
      expect(await shown(invoice.id)).toMatchObject({ amount_credited: '50.00', amount_open: '50.00' });
    });

    it('apply to other invoices, and are paid out', async () => {
      const [invoice, other] = [await anApproved(), await anApproved(30)];
      await paid({ invoices: [{ invoice: invoice.number }] });
      const draft = await credited(invoice, 0.8);
      const early = await client.post(`/invoices/${draft.id}/apply`, {
        invoices: [{ invoice: other.number }],
      });
      expect([early.status, early.body.code]).toEqual([422, 'not_numbered']);
      await approve(draft.id);
      const note = await shown(draft.id);
      const applied = await client.post(`/invoices/${note.number}/apply`, {
        invoices: [{ invoice: other.number }],
      });
      expect([applied.status, applied.body.invoice]).toEqual([
        200,
        expect.objectContaining({ id: note.id, amount_open: '-50.00' }),
      ]);
      expect(await shown(other.id)).toMatchObject({ amount_credited: '30.00', paid: true });
      const more = await pay({ refunds: note.number, amount: '50.01' });
      expect([more.status, more.body.error]).toEqual([422, `Credit note ${note.number} has 50.00 open.`]);
      const refund = await paid({ refunds: note.number, amount: 40, way: 'transfer' });
      expect(refund).toMatchObject({
        direction: 'out',
        refunds: { id: note.id, number: note.number },
        unallocated: '0.00',
        allocations: [{ invoice: { id: note.id }, amount: '40.00' }],
      });
      expect(await shown(note.id)).toMatchObject({ amount_paid: '-40.00', amount_open: '-10.00' });
      expect((await events('payment.refunded')).length).toBe(1);
      const stays = await act(refund, 'deallocate', { invoice: note.number, reason: 'Wrong' });
      expect([stays.status, stays.body.code]).toEqual([409, 'refund_stays']);
      await act(refund, 'reverse', { reason: 'Returned' });
      expect(await shown(note.id)).toMatchObject({ amount_paid: '0.00', amount_open: '-50.00' });
    });

    it('refuse to apply what is no credit note, and more than is open of them', async () => {
      const [invoice, other] = [await anApproved(), await anApproved(200)];
      await paid({ invoices: [{ invoice: invoice.number }] });
      const apply = (id: number, body: object) => client.post(`/invoices/${id}/apply`, { invoices: [body] });
      const no = await apply(invoice.id, { invoice: other.number });
      expect([no.status, no.body.code]).toEqual([409, 'no_credit_note']);
      const note = await credited(invoice, 1);
      await approve(note.id);
      const more = await apply(note.id, { invoice: other.number, amount: 101 });
      expect([more.status, more.body.code]).toEqual([422, 'more_than_open']);
      expect((await apply(999999, { invoice: other.number })).status).toBe(404);
    });
  });

  it('list what is open and overdue, and when it was paid', async () => {
    const [open, part, done] = [await anApproved(), await anApproved(), await anApproved()];
    await anInvoice(client, { customer, currency: 'EUR', line_items: [{ amount: 1 }] });
    await paid({ amount: 1, invoices: [{ invoice: part.number }] });
    await paid({ invoices: [{ invoice: done.number }] });
    await service.current.query(
      `UPDATE invoices SET due_on = '2026-01-31' WHERE organization_id = $1 AND id = ANY($2)`,
      [client.organization_id, [part.id, done.id]],
    );
    const ids = async (query: string) =>
      (await client.get(`/invoices?${query}`)).body.invoices.map(({ id }: Body) => id);
    expect(await ids('open=true')).toEqual([open.id, part.id]);
    expect(await ids('open=false&approved=true')).toEqual([done.id]);
    expect(await ids('overdue=true')).toEqual([part.id]);
    expect(await ids('overdue=false&approved=true')).toEqual([open.id, done.id]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await ids(`paid_from=${today}&paid_until=${today}`)).toEqual([done.id]);
    expect(await ids('paid_until=2026-01-01')).toEqual([]);
    expect(await ids('due_from=2026-01-31')).toEqual([part.id, done.id]);
    expect(await ids('due_from=2026-02-01')).toEqual([]);
  });
});
