import { anAccount, anInvoice } from '../factories/billing';
import { aConsignee, aShippingLine, limitedTo } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const DAY = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
/** Amounts as whole cents, so that sums are exact. */
const cents = (amount: string) => Math.round(Number(amount) * 100);
const text = (amount: number) => (amount / 100).toFixed(2).replace(/^-0\.00$/, '0.00');

describe('what customers owe', () => {
  const service = useService();
  let client: Client;
  let consignee: string;
  let customer: { customer_type: string; name: string };
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'UTC' });
    consignee = (await aConsignee(client)).name;
    customer = { customer_type: 'Consignee', name: consignee };
  });

  const path = () => `/customers/Consignee/${encodeURIComponent(consignee)}/statement`;
  /** A file as text. */
  const csvOf = async (path: string) =>
    (
      await client.service.app.inject({
        url: `/api/v1${path}`,
        headers: { authorization: `Token ${client.tokens.read}` },
      })
    ).payload;
  const statement = async (query = '', as = client) => (await as.get(`${path()}${query}`)).body;
  const query = <T extends object>(statement: string, values: unknown[] = []) =>
    client.service.query<T>(statement, [client.organization_id, ...values]);
  /** An approved invoice of so many days ago, to be paid so many days later. */
  const owed = async (amount: number, ago = 0, days: number | null = 0, more: object = {}) => {
    const invoice = await anInvoice(client, { customer, currency: 'EUR', line_items: [{ amount }], ...more });
    await client.put(`/invoices/${invoice.id}`, { invoice: { approved: true } });
    const at = Date.now() - ago * DAY;
    await query(`UPDATE invoices SET approved_at = $3, due_on = $4 WHERE organization_id = $1 AND id = $2`, [
      invoice.id,
      new Date(at),
      days === null ? null : dayOf(at + days * DAY),
    ]);
    return invoice;
  };
  const pay = async (amount: number, ago: number, invoices: object[] = [], more: object = {}) =>
    (
      await client.create('/payments', {
        customer,
        amount,
        currency: 'EUR',
        way: 'card',
        paid_at: new Date(Date.now() - ago * DAY).toISOString(),
        invoices,
        ...more,
      })
    ).payment;

  it('is stated from a balance to a balance, with each document and payment, and by age', async () => {
    const first = await owed(100, 100, 5);
    const second = await owed(50, 10, 0);
    const third = await owed(30, 1, null);
    const payment = await pay(70, 5, [{ invoice: first.number, amount: 60 }]);
    const from = dayOf(Date.now() - 20 * DAY);
    const shown = await statement(`?from=${from}`);
    expect(shown).toMatchObject({
      customer: { customer_type: 'Consignee', name: consignee },
      currency: 'EUR',
      from,
      until: dayOf(Date.now()),
      opening_balance: '100.00',
      rows: [
        {
          kind: 'invoice',
          document: { type: 'invoice', number: second.number },
          amount: '50.00',
          balance: '150.00',
        },
        {
          kind: 'payment',
          document: { type: 'payment', number: payment.number },
          amount: '-70.00',
          balance: '80.00',
        },
        {
          kind: 'invoice',
          document: { number: third.number },
          due_on: null,
          amount: '30.00',
          balance: '110.00',
        },
      ],
      closing_balance: '110.00',
      open_invoices: '120.00',
      open_credit_notes: '0.00',
      unallocated: '10.00',
      ages: {
        not_due: '30.00',
        days_1_30: '50.00',
        days_31_60: '0.00',
        days_61_90: '0.00',
        over_90: '40.00',
      },
    });
    const csv = await csvOf(`${path()}?format=csv&from=${from}`);
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      'day,kind,document.type,document.id,document.number,reference,due_on,amount,balance',
      expect.stringContaining(`invoice,invoice,${second.id},${second.number},`),
    ]);
  });

  it('has the day of a reversal as a row of its own, and before it stands as it was', async () => {
    const invoice = await owed(100, 20, 0);
    const payment = await pay(100, 10, [{ invoice: invoice.number }]);
    await query(`UPDATE payment_allocations SET allocated_at = $2 WHERE organization_id = $1`, [
      new Date(Date.now() - 10 * DAY),
    ]);
    await client.post(`/payments/${payment.number}/reverse`, { reason: 'Bounced' });
    const from = dayOf(Date.now() - 30 * DAY);
    const { rows, closing_balance, open_invoices } = await statement(`?from=${from}`);
    expect(rows.map(({ kind, amount }: Body) => [kind, amount])).toEqual([
      ['invoice', '100.00'],
      ['payment', '-100.00'],
      ['reversal', '100.00'],
    ]);
    expect([closing_balance, open_invoices]).toEqual(['100.00', '100.00']);
    const before = await statement(`?from=${from}&until=${dayOf(Date.now() - 2 * DAY)}`);
    expect([before.closing_balance, before.open_invoices]).toEqual(['0.00', '0.00']);
  });

  it('counts credit notes that wait, are paid out, are applied and are marked as settled', async () => {
    const sums = async () => {
      const { rows, closing_balance, open_invoices, open_credit_notes, unallocated } = await statement();
      expect(text(cents(open_invoices) - cents(open_credit_notes) - cents(unallocated))).toBe(
        closing_balance,
      );
      return [rows.at(-1).kind, closing_balance, open_invoices, open_credit_notes];
    };
    const invoice = await owed(100);
    await pay(100, 0, [{ invoice: invoice.number }]);
    const { invoice: draft } = await client.create(`/invoices/${invoice.id}/credit`, { reason: 'Not done' });
    const { invoices } = (await client.post('/invoices/approve', { ids: [draft.id] })).body;
    const { number } = invoices[0];
    expect((await sums()).slice(1)).toEqual(['-100.00', '0.00', '100.00']);
    await pay(40, 0, [], { refunds: number });
    expect((await sums()).slice(1)).toEqual(['-60.00', '0.00', '60.00']);
    const other = await owed(50);
    expect((await sums()).slice(1)).toEqual(['-10.00', '50.00', '60.00']);
    const applied = await client.post(`/invoices/${draft.id}/apply`, {
      invoices: [{ invoice: other.number }],
    });
    expect(applied.status).toBe(200);
    expect((await sums()).slice(1)).toEqual(['-10.00', '0.00', '10.00']);
    await client.put(`/invoices/${draft.id}`, { invoice: { paid: true } });
    const { rows } = await statement();
    expect(rows.filter(({ kind }: Body) => kind === 'settlement')).toMatchObject([{ amount: '10.00' }]);
    expect((await sums()).slice(1)).toEqual(['0.00', '0.00', '0.00']);
  });

  it('needs a currency where there are several, and refuses spans that are too long', async () => {
    await owed(1);
    await owed(2, 0, 0, { currency: 'USD' });
    const { status, body } = await client.get(path());
    expect([status, body.code, body.error]).toEqual([
      422,
      'currency_missing',
      `Say in which currency: ${consignee} owes in EUR, USD.`,
    ]);
    expect((await statement('?currency=USD')).closing_balance).toBe('2.00');
    for (const span of ['from=2024-01-01&until=2025-02-04', 'from=2025-01-02&until=2025-01-01'])
      expect((await client.get(`${path()}?currency=EUR&${span}`)).body.code).toBe('range_too_long');
    expect((await client.get(`${path()}?currency=EUR&from=2024-01-01&until=2025-02-03`)).status).toBe(200);
  });

  it('is of nothing where nothing is owed, and not there for who is not', async () => {
    expect(await statement()).toMatchObject({ currency: null, closing_balance: '0.00', rows: [] });
    const { code } = await aShippingLine(client);
    expect((await client.get(`/customers/ShippingLine/${code}/statement`)).status).toBe(200);
    for (const wrong of ['ShippingLine/NONE', 'Consignee/0', 'Truck/1'])
      expect([wrong, (await client.get(`/customers/${wrong}/statement`)).status]).toEqual([wrong, 404]);
    const other = await service.current.organization();
    expect((await other.get(path())).status).toBe(404);
  });

  it('is open to the customer itself alone', async () => {
    await owed(5);
    const own = await limitedTo(client, { type: 'consignee', key: consignee });
    expect((await statement('', own)).closing_balance).toBe('5.00');
    expect((await own.get(`${path()}?format=csv`)).status).toBe(200);
    const { name } = await aConsignee(client);
    const stranger = await limitedTo(client, { type: 'consignee', key: name });
    expect((await stranger.get(path())).status).toBe(404);
    for (const closed of ['/receivables', '/receivables/counts?by=currency', '/ledger', '/ledger?format=csv'])
      expect([closed, (await own.get(closed)).status]).toEqual([closed, 403]);
  });

  it('is listed by customer and currency, the most first, with limits, and counted', async () => {
    const old = await owed(40, 40, 0);
    await owed(10, 0, 30);
    await owed(5, 0, 0, { currency: 'USD' });
    const { name } = await aConsignee(client);
    await owed(70, 5, 0, { customer: { customer_type: 'Consignee', name } });
    const account = await anAccount(client, { customer, credit_limit: '50.00', credit_currency: 'EUR' });
    const list = async (filter = '') => (await client.get(`/receivables${filter}`)).body.receivables;
    const rows = await list();
    expect(rows.map(({ customer: { name }, currency, open }: Body) => [name, currency, open])).toEqual([
      [name, 'EUR', '70.00'],
      [consignee, 'EUR', '50.00'],
      [consignee, 'USD', '5.00'],
    ]);
    expect(rows[1]).toMatchObject({
      ages: { not_due: '10.00', days_1_30: '0.00', days_31_60: '40.00' },
      oldest: { number: old.number, due_on: dayOf(Date.now() - 40 * DAY), days: 40 },
      credit_limit: '50.00',
      over_limit: false,
    });
    await client.patch(`/billing_accounts/${account.number}`, { credit_limit: '49.99' });
    expect(await list('?over_limit=true')).toMatchObject([
      { customer: { name: consignee }, currency: 'EUR' },
    ]);
    expect((await list('?over_limit=false&currency=USD')).length).toBe(1);
    const counts = async (by: string) => (await client.get(`/receivables/counts?by=${by}`)).body.counts;
    expect(await counts('currency')).toEqual([
      { currency: 'EUR', count: 2, more: false },
      { currency: 'USD', count: 1, more: false },
    ]);
    expect(await counts('over_limit')).toEqual([
      { over_limit: 'false', count: 2, more: false },
      { over_limit: 'true', count: 1, more: false },
    ]);
    await pay(40, 0, [{ invoice: old.number }]);
    expect((await list('?over_limit=true')).length).toBe(0);
    const changed = async (body: object) =>
      (await client.patch(`/billing_accounts/${account.number}`, body)).status;
    expect(await changed({ credit_limit: null })).toBe(422);
    for (const body of [{ credit_currency: 'eur' }, { credit_limit: '-1' }])
      expect(await changed(body)).toBe(400);
  });

  it('is not reminded of where no mail is set up', async () => {
    const { status, body } = await client.post('/receivables/remind', { min_days: 14 });
    expect([status, body.code]).toEqual([422, 'mail_missing']);
    expect((await client.post('/receivables/remind', {})).body.errors).toHaveProperty('min_days');
    expect((await client.as('read').post('/receivables/remind', { min_days: 1 })).status).toBe(403);
  });

  it('counts payments by way and status', async () => {
    await pay(1, 0);
    const { number } = await pay(2, 0, [], { way: 'transfer' });
    await client.post(`/payments/${number}/reverse`, { reason: 'Wrong' });
    const counts = async (by: string) => (await client.get(`/payments/counts?by=${by}`)).body.counts;
    expect(await counts('way')).toEqual(['card', 'transfer'].map((way) => ({ way, count: 1, more: false })));
    expect(await counts('status')).toEqual(
      ['received', 'reversed'].map((status) => ({ status, count: 1, more: false })),
    );
  });

  it('equals a reckoning of documents and payments at any day, as do receivables and the ledger', async () => {
    let seed = 20_261;
    const random = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    interface Doc {
      id: number;
      number: string;
      total: number;
      day: number;
      due: number | null;
    }
    interface Paid {
      id: number;
      number: string;
      amount: number;
      day: number;
      back: number | null;
    }
    const docs: Doc[] = [];
    const paid: Paid[] = [];
    const parts: { doc: Doc; of: Paid; amount: number; from: number; until: number | null }[] = [];
    const openOf = (doc: Doc, day: number) =>
      doc.total -
      parts
        .filter(({ doc: d, from, until }) => d === doc && from <= day && (until === null || until > day))
        .reduce((sum, { amount }) => sum + amount, 0);
    // a history of 60 days, from the first to the last
    for (let ago = 60; ago >= 0; ago -= 2) {
      const day = 60 - ago;
      const at = new Date(Date.now() - ago * DAY);
      const action = random(4);
      if (action <= 1 || !docs.length) {
        const amount = (random(9_000) + 1_000) / 100;
        const days = random(5) ? random(40) : null;
        const { id, number, total } = await owed(amount, ago, days);
        docs.push({ id, number, total: cents(total), day, due: days === null ? null : day + days });
      } else if (action === 2) {
        const doc = docs[random(docs.length)]!;
        const open = openOf(doc, day);
        const amount = random(6_000) + 1;
        const part = Math.min(amount, open);
        const { id, number } = await pay(
          amount / 100,
          ago,
          part ? [{ invoice: doc.number, amount: part / 100 }] : [],
        );
        await query(
          `UPDATE payment_allocations SET allocated_at = $3 WHERE organization_id = $1 AND payment_id = $2`,
          [id, at],
        );
        const one = { id, number, amount, day, back: null };
        paid.push(one);
        if (part) parts.push({ doc, of: one, amount: part, from: day, until: null });
      } else {
        const one = paid.filter(({ back }) => back === null)[0];
        if (!one) continue;
        await client.post(`/payments/${one.number}/reverse`, { reason: 'Bounced' });
        await query(`UPDATE payments SET reversed_at = $3 WHERE organization_id = $1 AND id = $2`, [
          one.id,
          at,
        ]);
        await query(
          `UPDATE payment_allocations SET deallocated_at = $3 WHERE organization_id = $1 AND payment_id = $2`,
          [one.id, at],
        );
        one.back = day;
        for (const part of parts) if (part.of === one) part.until = day;
      }
    }
    expect(Math.min(docs.length, paid.length)).toBeGreaterThan(3);
    const balanceAt = (day: number) =>
      docs.filter((doc) => doc.day <= day).reduce((sum, { total }) => sum + total, 0) -
      paid
        .filter((one) => one.day <= day && (one.back === null || one.back > day))
        .reduce((sum, { amount }) => sum + amount, 0);
    const agesAt = (day: number) => {
      const ages = [0, 0, 0, 0, 0];
      for (const doc of docs.filter((each) => each.day <= day)) {
        const late = doc.due === null ? 0 : day - doc.due;
        ages[late <= 0 ? 0 : late <= 30 ? 1 : late <= 60 ? 2 : late <= 90 ? 3 : 4]! += openOf(doc, day);
      }
      return ages.map(text);
    };
    const dateAt = (day: number) => dayOf(Date.now() - (60 - day) * DAY);
    for (let day = 0; day <= 60; day += 5) {
      const from = random(day + 1);
      const shown = await statement(`?from=${dateAt(from)}&until=${dateAt(day)}`);
      const open = docs.filter((doc) => doc.day <= day).reduce((sum, doc) => sum + openOf(doc, day), 0);
      expect([day, shown.closing_balance, shown.opening_balance]).toEqual([
        day,
        text(balanceAt(day)),
        text(balanceAt(from - 1)),
      ]);
      expect([day, shown.open_invoices, shown.unallocated]).toEqual([
        day,
        text(open),
        text(open - balanceAt(day)),
      ]);
      expect([day, Object.values(shown.ages)]).toEqual([day, agesAt(day)]);
      const moved = shown.rows.reduce((sum: number, { amount }: Body) => sum + cents(amount), 0);
      expect(text(cents(shown.opening_balance) + moved)).toBe(shown.closing_balance);
      if (shown.rows.length) expect(shown.rows.at(-1).balance).toBe(shown.closing_balance);
    }
    const last = await statement();
    const [receivable] = (await client.get('/receivables')).body.receivables;
    expect([receivable.open, receivable.ages]).toEqual([last.open_invoices, last.ages]);
    const { rows } = (await client.get(`/ledger?from=${dateAt(0)}`)).body;
    const side = (name: 'debit' | 'credit', which: (row: Body) => boolean = () => true) =>
      rows.filter(which).reduce((sum: number, row: Body) => sum + cents(row[name]), 0);
    expect(side('debit')).toBe(side('credit'));
    const isOwed = ({ account }: Body) => account === 'receivable';
    expect(text(side('debit', isOwed) - side('credit', isOwed))).toBe(last.closing_balance);
    for (const { number, total } of docs) {
      const own = ({ document }: Body) => document.number === number;
      expect([number, side('debit', own), side('credit', own)]).toEqual([number, total, total]);
    }
    const csv = await csvOf(`/ledger?format=csv&from=${dateAt(0)}`);
    expect(csv.trim().split('\r\n').length).toBe(rows.length + 1);
  });
});
