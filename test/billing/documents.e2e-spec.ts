import { anInvoice } from '../factories/billing';
import { aConsignee } from '../factories/parties';
import { aContainer } from '../factories/cargo';
import type { Client } from '../setup/client';
import { pagesOf } from '../setup/pdf-text';
import { useService } from '../setup/service';

describe('documents of invoices', () => {
  const service = useService();
  let client: Client;

  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
  });

  const fetchFile = async (path: string, of: Client = client) =>
    service.current.app.inject({
      url: `/api/v1/invoices/${path}`,
      headers: { authorization: `Token ${of.tokens.read}` },
    });

  describe('a PDF', () => {
    it('shows seller, customer, lines by container and sums, in Latin, Greek and Cyrillic letters', async () => {
      await client.patch('/billing_profile', { name: 'Łódź Terminal', note: 'Αθήνα Київ €' });
      const { name } = await aConsignee(client);
      const { number: container } = await aContainer(client);
      const { number } = await anInvoice(client, {
        customer: { customer_type: 'Consignee', name },
        currency: 'EUR',
        line_items: [{ description: 'Stripping', quantity: 2, amount: '21.40', container }],
      });
      const answer = await fetchFile(`${number}/pdf`);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      const [page] = pagesOf(answer.rawPayload);
      for (const text of [
        'Łódź Terminal',
        'Αθήνα Київ €',
        name,
        `Container ${container}`,
        'Stripping',
        '42.80',
      ])
        expect(page!.split('\n').join(' ')).toContain(text);
    });

    it('bears DRAFT on each page until it is approved', async () => {
      const line = { description: 'Lift', quantity: 1, amount: '10.00' };
      const { id, number } = await anInvoice(client, { line_items: Array.from({ length: 80 }, () => line) });
      const pages = pagesOf((await fetchFile(`${number}/pdf`)).rawPayload);
      expect(pages.length).toBeGreaterThan(1);
      for (const [nth, page] of pages.entries()) {
        expect(page).toContain('DRAFT');
        expect(page).toContain(`Page ${nth + 1} of ${pages.length}`);
      }
      await client.put(`/invoices/${id}`, { invoice: { approved: true } });
      expect(pagesOf((await fetchFile(`${number}/pdf`)).rawPayload).join()).not.toContain('DRAFT');
    });

    it('has the same bytes for the same invoice, also drawn at once', async () => {
      const { number } = await anInvoice(client);
      const answers = await Promise.all(Array.from({ length: 4 }, () => fetchFile(`${number}/pdf`)));
      const [first] = answers;
      for (const each of answers) expect(each.rawPayload.equals(first!.rawPayload)).toBe(true);
    });
  });

  it('as CSV have a row for each line, and make no formula of a cell', async () => {
    const { number } = await anInvoice(client, {
      line_items: [
        { description: '=1+1', quantity: 2, amount: '-3.50' },
        { description: 'Lift, off', quantity: 1, amount: '10.00' },
      ],
    });
    const answer = await fetchFile(`${number}/csv`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    const [header, first, second, end] = answer.payload.split('\r\n');
    expect(header).toMatch(/^number,document_type,/);
    expect(first).toContain(`,'=1+1,`);
    expect(first).toContain(',-7.00,');
    expect(second).toContain('"Lift, off"');
    expect(end).toBe('');
  });

  it('are none in UBL of an invoice that was not calculated', async () => {
    const { number } = await anInvoice(client);
    const answer = await fetchFile(`${number}/ubl`);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'document_draft', error: `Invoice ${number} was not calculated here: it has no e-invoice.` },
    ]);
  });

  it('answer 404 for an unknown invoice and for another organization, with JSON', async () => {
    const { id } = await anInvoice(client);
    const other = await service.current.organization();
    for (const form of ['pdf', 'ubl', 'csv']) {
      for (const answer of [await fetchFile(`0/${form}`), await fetchFile(`${id}/${form}`, other)])
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    }
  });
});
