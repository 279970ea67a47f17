import { anAccount, anInvoice } from '../factories/billing';
import { aDraft, aPriceOfWork, draftsOf, workDone } from '../factories/drafts';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const YEAR = new Date().getFullYear();

describe('numbers of invoices', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aPriceOfWork(client);
  });

  const put = async (id: number, invoice: object) => client.put(`/invoices/${id}`, { invoice });
  const shown = async (id: number): Promise<Body> => (await client.get(`/invoices/${id}`)).body.invoice;

  it('are given at approval or payment, whichever comes first, and stay', async () => {
    const [first, second] = [await aDraft(client), await aDraft(client)];
    const before = Date.now();
    const approved = await put(first.id, { approved: true });
    expect(approved.body.invoice).toMatchObject({
      number: `INV-${YEAR}-000001`,
      approved: true,
      paid: false,
    });
    const { numbered_at, due_on } = await shown(first.id);
    expect(approved.body.invoice).toMatchObject({ status: 'approved', numbered_at, due_on });
    const paid = await put(second.id, { paid: true });
    expect(paid.body.invoice).toMatchObject({ number: `INV-${YEAR}-000002`, approved: false, paid: true });
    const invoice = await shown(first.id);
    expect(Date.parse(invoice.numbered_at)).toBeGreaterThanOrEqual(before - 1000);
    expect(invoice.invoiced_at).toBe(invoice.numbered_at);
    const due = new Date(Date.parse(invoice.numbered_at) + 30 * 86_400_000).toISOString().slice(0, 10);
    expect(invoice.due_on).toBe(due);
    await put(first.id, { paid: true });
    await put(first.id, { paid: false });
    const withdrawn = await put(first.id, { approved: false });
    expect(withdrawn.body.invoice).toMatchObject({
      number: `INV-${YEAR}-000001`,
      approved: false,
      approved_at: null,
    });
    await put(first.id, { approved: true });
    expect(await shown(first.id)).toMatchObject({
      number: `INV-${YEAR}-000001`,
      numbered_at: invoice.numbered_at,
      invoiced_at: invoice.invoiced_at,
      due_on: invoice.due_on,
    });
  });

  it('are due as the account of the customer says', async () => {
    const { container, customer } = await workDone(client);
    await anAccount(client, { customer: customer!, payment_days: 0 });
    const [draft] = await draftsOf(client, container);
    await put(draft!.id, { approved: true });
    const { due_on, numbered_at } = await shown(draft!.id);
    expect(due_on).toBe(numbered_at.slice(0, 10));
  });

  it('are not given to what was not calculated here, and not by other changes', async () => {
    const other = await anInvoice(client);
    await put(other.id, { approved: true, paid: true });
    expect(await shown(other.id)).toMatchObject({ number: other.number, numbered_at: null, due_on: null });
    const draft = await aDraft(client);
    await put(draft.id, { general_ledger_id: 'GL-1', approved: false, paid: false });
    expect(await shown(draft.id)).toMatchObject({ number: draft.number, numbered_at: null });
  });

  it('keep a document from deletion for good, and its sentence comes first', async () => {
    const draft = await aDraft(client);
    await put(draft.id, { approved: true });
    for (const change of [{ approved: true }, { approved: false }]) {
      await put(draft.id, change);
      const answer = await client.delete(`/invoices/${draft.id}`);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        code: 'invoice_numbered',
        error: `Invoice INV-${YEAR}-000001 has its number for good: credit it.`,
      });
    }
  });

  it('are reserved once a series was used', async () => {
    const free = await anInvoice(client, { number: `INV-${YEAR}-X` });
    expect(free.number).toBe(`INV-${YEAR}-X`);
    const draft = await aDraft(client);
    await put(draft.id, { approved: true });
    const { customer } = await workDone(client);
    for (const number of [`INV-${YEAR}-000002`, `INV-${YEAR}-X2`, `INV-${YEAR + 1}-000001`]) {
      const answer = await client.post('/invoices', { number, customer });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        code: 'number_reserved',
        error: `Numbers that begin with ${number.slice(0, 9)} are given by the service.`,
      });
    }
    for (const number of [`CN-${YEAR}-000001`, 'INV-9', `INV-${YEAR}`])
      expect((await client.post('/invoices', { number, customer })).status).toBe(201);
  });

  it('begin behind those that invoices have already', async () => {
    await anInvoice(client, { number: `INV-${YEAR}-000001` });
    await anInvoice(client, { number: `INV-${YEAR}-000017` });
    const drafts = [await aDraft(client), await aDraft(client)];
    const { invoices } = (await client.post('/invoices/approve', { ids: drafts.map(({ id }) => id) })).body;
    expect(invoices.map(({ number }: Body) => number)).toEqual([`INV-${YEAR}-000018`, `INV-${YEAR}-000019`]);
  });

  it('list what is overdue, and what is to be paid by a day', async () => {
    const [late, early, draft] = [await aDraft(client), await aDraft(client), await aDraft(client)];
    await client.post('/invoices/approve', { ids: [late.id, early.id] });
    await service.current.query(
      `UPDATE invoices SET due_on = '2026-01-31' WHERE organization_id = $1 AND id = $2`,
      [client.organization_id, late.id],
    );
    const ids = async (query: string) =>
      (await client.get(`/invoices?${query}`)).body.invoices.map(({ id }: Body) => id);
    expect(await ids('status=overdue')).toEqual([late.id]);
    expect(await ids('due_until=2026-01-31')).toEqual([late.id]);
    expect(await ids('due_until=2026-01-30')).toEqual([]);
    expect(await ids('status=approved')).toEqual([late.id, early.id]);
    expect(await ids('status=draft')).toEqual([draft.id]);
    await put(late.id, { paid: true });
    expect(await ids('status=overdue')).toEqual([]);
    expect(await ids('status=paid')).toEqual([late.id]);
    expect((await client.get('/invoices?status=other')).status).toBe(400);
    expect((await client.get('/invoices?customer=X')).status).toBe(400);
  });

  describe('by a series of the organization', () => {
    it('are written with its prefix and digits, on from the counter of the year', async () => {
      await put((await aDraft(client)).id, { approved: true });
      const { number_series } = await client.create('/number_series', {
        document_type: 'invoice',
        prefix: '{year}/F/',
        digits: 3,
      });
      expect(number_series).toMatchObject({ document_type: 'invoice', prefix: '{year}/F/', digits: 3 });
      const answer = await put((await aDraft(client)).id, { approved: true });
      expect(answer.body.invoice.number).toBe(`${YEAR}/F/002`);
      const shownSeries = await client.get('/number_series/invoice');
      expect(shownSeries.body.number_series).toEqual(number_series);
      await client.patch('/number_series/invoice', { digits: 10 });
      expect((await put((await aDraft(client)).id, { paid: true })).body.invoice.number).toBe(
        `${YEAR}/F/0000000003`,
      );
      expect((await client.delete('/number_series/invoice')).status).toBe(200);
      expect((await put((await aDraft(client)).id, { paid: true })).body.invoice.number).toBe(
        `INV-${YEAR}-000004`,
      );
    });

    it('has its defaults, and refuses what no series is', async () => {
      const { number_series } = await client.create('/number_series', { document_type: 'credit_note' });
      expect(number_series).toMatchObject({ prefix: 'CN-{year}-', digits: 6 });
      for (const [body, status] of [
        [{ document_type: 'invoice', prefix: 'INV-' }, 400],
        [{ document_type: 'invoice', digits: 2 }, 400],
        [{ document_type: 'invoice', digits: 11 }, 400],
        [{ document_type: 'invoice', prefix: 'CN-{year}-' }, 422],
        [{ document_type: 'letter' }, 400],
        [{ prefix: 'X{year}' }, 400],
        [{ document_type: 'credit_note', prefix: 'X{year}' }, 422],
      ] as const)
        expect([body, (await client.post('/number_series', body)).status]).toEqual([body, status]);
      expect(
        (await client.create('/number_series', { document_type: 'invoice', digits: 3 })).number_series.digits,
      ).toBe(3);
      expect((await client.as('write').post('/number_series', { document_type: 'invoice' })).status).toBe(
        403,
      );
    });
  });

  describe('approving several', () => {
    const approve = (ids: unknown, as: 'read' | 'write' = 'write') =>
      client.as(as).post('/invoices/approve', { ids });

    it('numbers them in the order sent', async () => {
      const drafts = [await aDraft(client), await aDraft(client), await aDraft(client)];
      const ids = drafts.map(({ id }) => id).reverse();
      const answer = await approve(ids);
      expect(answer.status).toBe(200);
      expect(answer.body.invoices.map(({ id, number, approved }: Body) => [id, number, approved])).toEqual(
        ids.map((id, at) => [id, `INV-${YEAR}-00000${at + 1}`, true]),
      );
    });

    it('is all or none, and takes up to 100 different ids', async () => {
      const { id } = await aDraft(client);
      for (const [ids, field] of [
        [[id, 99999999], 'ids.1'],
        [[id, id], 'ids'],
        [[], 'ids'],
        [undefined, 'ids'],
        ['x', 'ids'],
        [Array.from({ length: 101 }, (_, n) => n + 1), 'ids'],
      ] as const) {
        const answer = await approve(ids);
        expect([ids, answer.status]).toEqual([ids, 422]);
        expect(Object.keys(answer.body.errors)).toEqual([field]);
      }
      expect(await shown(id)).toMatchObject({ approved: false, numbered_at: null });
      expect((await approve([id], 'read')).status).toBe(403);
      expect((await approve([id])).body.invoices).toMatchObject([{ number: `INV-${YEAR}-000001` }]);
    });

    it('approves what has a number already, and what has none of a series', async () => {
      const [draft, other] = [await aDraft(client), await anInvoice(client)];
      await put(draft.id, { paid: true });
      const { invoices } = (await approve([other.id, draft.id])).body;
      expect(invoices).toMatchObject([
        { number: other.number, approved: true, numbered_at: null },
        { number: `INV-${YEAR}-000001`, approved: true, paid: true },
      ]);
    });
  });

  it('have no gap and no double after 64 approvals at once, a third of which are rolled back', async () => {
    const drafts: Body[] = [];
    const { container } = await workDone(client);
    for (let n = 0; n < 64; n++) {
      await workDone(client, { container });
    }
    drafts.push(...(await draftsOf(client, container)));
    expect(drafts).toHaveLength(65);
    const [gone] = drafts.splice(64, 1);
    await client.delete(`/invoices/${gone!.id}`);
    const answers = await Promise.all(
      drafts.map(({ id }, at) =>
        at % 3 === 0
          ? client.post('/invoices/approve', { ids: [id, gone!.id] })
          : put(id, { approved: true }),
      ),
    );
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(42);
    const numbers = good.map(({ body }) => body.invoice.number as string).sort();
    expect(numbers).toEqual(
      Array.from({ length: 42 }, (_, n) => `INV-${YEAR}-${String(n + 1).padStart(6, '0')}`),
    );
    const [counter] = await service.current.query<{ last: number }>(
      'SELECT last FROM number_counters WHERE organization_id = $1',
      [client.organization_id],
    );
    expect(counter!.last).toBe(42);
  });
});
