import { anAccount, anInvoice } from '../factories/billing';
import { aConsignee, limitedTo } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { pagesOf } from '../setup/pdf-text';
import { useService } from '../setup/service';

describe('receipts, closings of tills and statements as PDFs', () => {
  const service = useService();
  let client: Client;
  let consignee: string;
  let customer: { customer_type: string; name: string };
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    await client.patch('/billing_profile', { name: 'North Quay', note: 'Not on a receipt' });
    consignee = (await aConsignee(client)).name;
    customer = { customer_type: 'Consignee', name: consignee };
  });

  const fetchFile = (path: string, token = client.tokens.read) =>
    service.current.app.inject({
      url: `/api/v1${path}`,
      headers: { authorization: `Token ${token}` },
    });
  /** The pages of a PDF, each as one line. */
  const drawn = async (path: string): Promise<string[]> => {
    const answer = await fetchFile(path);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    return pagesOf(answer.rawPayload).map((page) => page.replace(/\s+/g, ' '));
  };
  const approved = async (amount: number): Promise<Body> => {
    const invoice = await anInvoice(client, { customer, currency: 'EUR', line_items: [{ amount }] });
    await client.put(`/invoices/${invoice.id}`, { invoice: { approved: true } });
    return invoice;
  };
  const pay = async (more: object = {}): Promise<Body> =>
    (
      await client.create('/payments', {
        customer,
        amount: 50,
        currency: 'EUR',
        way: 'card',
        reference: 'Slip 0093',
        ...more,
      })
    ).payment;
  const statement = (query = '') =>
    `/customers/Consignee/${encodeURIComponent(consignee)}/statement.pdf${query}`;

  describe('a receipt', () => {
    it('names seller and payer, what it counts for, and what is left on account', async () => {
      const invoice = await approved(30);
      const payment = await pay({ paid_at: '2026-03-17T23:30:00Z', invoices: [{ invoice: invoice.number }] });
      const [page] = await drawn(`/payments/${payment.number}/pdf`);
      for (const text of [
        'North Quay',
        `Receipt ${payment.number}`,
        `Received from ${consignee}`,
        'Card',
        'Slip 0093',
        // the day where the terminal is
        'Date 2026-03-18',
        `${invoice.number} 30.00`,
        'On account 20.00',
        'Total EUR 50.00',
      ])
        expect(page).toContain(text);
      expect(page).not.toContain('REVERSED');
      expect(page).not.toContain('Not on a receipt');
    });

    it('is saved by its number', async () => {
      const payment = await pay();
      const { headers } = await fetchFile(`/payments/${payment.id}/pdf`);
      expect(headers['content-disposition']).toContain(`${payment.number}.pdf`);
    });

    it('says across the page that its payment was reversed', async () => {
      const payment = await pay();
      await client.post(`/payments/${payment.id}/reverse`, { reason: 'Bounced' });
      const [page] = await drawn(`/payments/${payment.id}/pdf`);
      expect(page).toContain('REVERSED');
      expect(page).toContain('Reversed on');
    });

    it('is in the language of the account', async () => {
      await anAccount(client, { customer, language: 'nl' });
      const payment = await pay({ paid_at: '2026-03-17T12:00:00Z' });
      const [page] = await drawn(`/payments/${payment.id}/pdf`);
      for (const text of [`Kwitantie ${payment.number}`, '17-03-2026', 'Totaal EUR 50,00'])
        expect(page).toContain(text);
    });

    it('is shown to its payer alone', async () => {
      const payment = await pay();
      const own = await limitedTo(client, { type: 'consignee', key: consignee });
      const other = await limitedTo(client, { type: 'consignee', key: (await aConsignee(client)).name });
      expect((await fetchFile(`/payments/${payment.id}/pdf`, own.tokens.read)).statusCode).toBe(200);
      for (const key of [payment.id, payment.number])
        expect((await other.get(`/payments/${key}/pdf`)).status).toBe(404);
    });

    it('is 404 of a payment that is not there', async () => {
      expect((await client.get('/payments/PAY-1999-000001/pdf')).status).toBe(404);
    });
  });

  describe('a closing', () => {
    const close = async (): Promise<Body> => {
      await client.create('/tills', { name: 'Desk 1', currency: 'EUR' });
      await client.post('/tills/Desk%201/open', { float: 150 });
      await pay({ way: 'cash', till: 'Desk 1' });
      const wrong = await pay({ way: 'cheque', amount: 5, till: 'Desk 1' });
      await client.post(`/payments/${wrong.id}/reverse`, { reason: 'Wrong' });
      return (await client.post('/tills/Desk%201/close', { counted: { cash: '199.50' } })).body.till_closing;
    };

    it('shows what was expected and counted by way, and each payment', async () => {
      const closing = await close();
      const [page] = await drawn(`/till_closings/${closing.number}/pdf`);
      for (const text of [
        `Till closing ${closing.number}`,
        'Desk 1',
        'Float 150.00 EUR',
        'Cash 200.00 199.50 -0.50',
        'Total EUR 200.00 199.50 -0.50',
        'Payment, reversed',
      ])
        expect(page).toContain(text);
    });

    it('is a row for each payment in a CSV file', async () => {
      const closing = await close();
      const { payload } = await fetchFile('/till_closings?format=csv');
      const rows = payload.trim().split('\n').slice(1);
      expect(rows).toHaveLength(2);
      expect(rows[0]).toContain(`${closing.number},`);
      expect(rows[0]).toContain(',cash,payment,50.00,Slip 0093,');
      expect(rows[1]).toContain(',cheque,payment,5.00,');
    });

    it('is not shown to parties', async () => {
      const closing = await close();
      const party = await limitedTo(client, { type: 'consignee', key: consignee });
      expect((await party.get(`/till_closings/${closing.id}/pdf`)).status).toBe(403);
    });

    it('is 404 of a closing that is not there', async () => {
      expect((await client.get('/till_closings/TC-1999-000001/pdf')).status).toBe(404);
    });
  });

  describe('a statement', () => {
    it('goes from a balance to a balance, and says what is open by age', async () => {
      const invoice = await approved(80);
      await pay({ invoices: [{ invoice: invoice.number, amount: 30 }] });
      const [page] = await drawn(statement());
      for (const text of [
        'Statement',
        consignee,
        `${invoice.number}`,
        '80.00 80.00',
        '-50.00 30.00',
        'Open of invoices 50.00',
        'Not allocated 20.00',
        'Closing balance EUR 30.00',
        'Not due 1–30 31–60 61–90 > 90',
      ])
        expect(page).toContain(text);
    });

    it('begins further pages with the titles of its columns', async () => {
      await approved(80);
      for (let at = 0; at < 70; at++) await pay({ amount: 1 });
      const pages = await drawn(statement());
      expect(pages.length).toBeGreaterThan(1);
      expect(pages[1]).toMatch(/^Date Kind Document/);
      expect(pages.join(' ')).toContain(`Page 2 of ${pages.length}`);
    });

    it('is shown to its customer alone, and refuses what the statement refuses', async () => {
      await approved(80);
      const own = await limitedTo(client, { type: 'consignee', key: consignee });
      const other = await limitedTo(client, { type: 'consignee', key: (await aConsignee(client)).name });
      expect((await fetchFile(statement(), own.tokens.read)).statusCode).toBe(200);
      expect((await other.get(statement())).status).toBe(404);
      const { status, body } = await client.get(statement('?from=2020-01-01&until=2026-01-01'));
      expect([status, body.code]).toEqual([422, 'range_too_long']);
    });
  });
});
