import { anAccount, anInvoice, aTax, aTaxRule } from '../factories/billing';
import { aPricedStay } from '../factories/charges';
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

    it('shows the taxes and fees of an invoice that was calculated elsewhere', async () => {
      const line_items = [{ description: 'Lift', quantity: 1, amount: '100.00' }];
      const { number } = await anInvoice(client, { line_items, taxes_and_fees: '21.50' });
      const text = pagesOf((await fetchFile(`${number}/pdf`)).rawPayload).join();
      for (const part of ['Taxes and fees', '21.50', '121.50']) expect(text).toContain(part);
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

  describe('an e-invoice', () => {
    const SELLER = {
      name: 'North Quay',
      country: 'NL',
      vat_number: 'NL123456789B01',
      endpoint_scheme: '0106',
      endpoint_id: '22001234',
      iban: 'NL91ABNA0417164300',
    };

    /** An approved invoice of 446.00 for a stay, to a customer with an account. */
    async function approved(account: object = {}) {
      const { consignee } = await aPricedStay(client);
      await anAccount(client, {
        customer: { customer_type: 'Consignee', name: consignee },
        country: 'NL',
        endpoint_scheme: '0106',
        endpoint_id: '33005678',
        buyer_reference: 'PO-77',
        ...account,
      });
      const { body } = await client.post('/invoice_drafts', { container_numbers: ['WHAU4142033'] });
      const [{ id }] = body.invoices;
      const { invoice } = (await client.put(`/invoices/${id}`, { invoice: { approved: true } })).body;
      return invoice as { id: number; number: string };
    }

    it('has the sums of the invoice, its taxes by group and its lines', async () => {
      await client.patch('/billing_profile', SELLER);
      await aTaxRule(client, {
        tax_class: 'standard',
        treatment: 'domestic',
        tax: (await aTax(client, { code: 'NL21' })).code,
      });
      const { id, number } = await approved();
      const answer = await fetchFile(`${id}/ubl`);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        'application/xml; charset=utf-8',
      ]);
      expect(answer.headers['content-disposition']).toBe(`inline; filename*=UTF-8''${number}.xml`);
      for (const part of [
        `<cbc:ID>${number}</cbc:ID>`,
        '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>',
        '<cbc:BuyerReference>PO-77</cbc:BuyerReference>',
        '<cbc:TaxAmount currencyID="EUR">93.66</cbc:TaxAmount>',
        '<cbc:TaxExclusiveAmount currencyID="EUR">446.00</cbc:TaxExclusiveAmount>',
        '<cbc:PayableAmount currencyID="EUR">539.66</cbc:PayableAmount>',
        '<cbc:Description>Container WHAU4142033</cbc:Description>',
        '<cbc:InvoicedQuantity unitCode="DAY">10</cbc:InvoicedQuantity>',
      ])
        expect(answer.payload).toContain(part);
      expect(answer.payload.match(/<cac:InvoiceLine>/g)).toHaveLength(3);
      const pdf = pagesOf((await fetchFile(`${id}/pdf`)).rawPayload).join();
      expect(pdf).toContain('Free time 2026-03-03 – 2026-03-09');
      expect(pdf).toContain('93.66');
      const rows = (await fetchFile(`${id}/csv`)).payload.trim().split('\r\n');
      expect(rows[1]).toMatch(/,250\.00,NL21,21\.00$|,36\.00,NL21,21\.00$/);
    });

    it('names every field that it lacks', async () => {
      const { id } = await approved({ country: null, endpoint_id: null, buyer_reference: null });
      const answer = await fetchFile(`${id}/ubl`);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        { code: 'document_incomplete', error: 'The document needs seller.name.' },
      ]);
      expect(Object.keys(answer.json().errors)).toEqual([
        'seller.name',
        'seller.country',
        'seller.endpoint_scheme',
        'seller.endpoint_id',
        'customer.country',
        'customer.endpoint_id',
        'customer.buyer_reference',
      ]);
    });

    it('is outside of the scope of VAT without tax rules', async () => {
      await client.patch('/billing_profile', SELLER);
      const { id } = await approved();
      const { payload } = await fetchFile(`${id}/ubl`);
      expect(payload).toContain('<cbc:TaxExemptionReasonCode>VATEX-EU-O</cbc:TaxExemptionReasonCode>');
      expect(payload).not.toContain('PartyTaxScheme');
    });

    it('is a credit note with positive amounts', async () => {
      await client.patch('/billing_profile', SELLER);
      const { id, number } = await approved();
      const { body } = await client.post(`/invoices/${id}/credit`, {
        reason: 'Agreed',
        lines: [{ line_item: 3, quantity: 2 }],
      });
      const draft = await fetchFile(`${body.invoice.id}/ubl`);
      expect([draft.statusCode, draft.json()]).toMatchObject([
        409,
        { code: 'document_draft', error: `Invoice ${body.invoice.number} has no number yet.` },
      ]);
      await client.put(`/invoices/${body.invoice.id}`, { invoice: { approved: true } });
      const { payload } = await fetchFile(`${body.invoice.id}/ubl`);
      expect(payload).toContain('<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>');
      expect(payload).toContain('<cbc:PayableAmount currencyID="EUR">80.00</cbc:PayableAmount>');
      expect(payload).toMatch(new RegExp(`<cac:InvoiceDocumentReference>\\s*<cbc:ID>${number}<`));
      expect(pagesOf((await fetchFile(`${body.invoice.id}/pdf`)).rawPayload).join()).toContain(number);
    });

    it('is none of an invoice that was not calculated', async () => {
      const { number } = await anInvoice(client);
      const answer = await fetchFile(`${number}/ubl`);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        { code: 'document_draft', error: `Invoice ${number} was not calculated here: it has no e-invoice.` },
      ]);
    });
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
