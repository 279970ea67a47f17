import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import type { InvoiceDocument } from '../../src/billing/invoices/invoice-document';
import { DocumentThreads } from '../../src/common/documents/document-threads';
import { anAccount, anInvoice, aTax, aTaxRule } from '../factories/billing';
import { aPricedStay } from '../factories/charges';
import { aConsignee } from '../factories/parties';
import { aContainer } from '../factories/cargo';
import type { Client } from '../setup/client';
import { pagesOf } from '../setup/pdf-text';
import { useService } from '../setup/service';

const readStat = (id: string) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
/** The 19th field of what the system tells of a thread; the second is its name in brackets. */
const niceOf = (stat: string) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);

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

    (process.platform === 'linux' ? it : it.skip)('is drawn below the priority of requests', async () => {
      const { number } = await anInvoice(client);
      expect((await fetchFile(`${number}/pdf`)).statusCode).toBe(200);
      const own = getPriority();
      const ofThreads = readdirSync('/proc/self/task').map((id) => niceOf(readStat(id)));
      expect(ofThreads).toContain(Math.min(19, own + 10));
      expect(niceOf(readStat(`${process.pid}`))).toBe(own);
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

    it('is in the language of the account, with its days and decimal sign', async () => {
      const { name } = await aConsignee(client);
      const customer = { customer_type: 'Consignee', name };
      const account = await anAccount(client, { customer, language: 'de', vat_number: 'DE136695976' });
      expect(account.language).toBe('de');
      const line_items = [{ description: 'Lift', quantity: 2.5, amount: '10.00' }];
      const { number } = await anInvoice(client, { customer, line_items });
      const text = pagesOf((await fetchFile(`${number}/pdf`)).rawPayload).join();
      for (const words of ['ENTWURF', 'Rechnung', 'USt-IdNr. DE136695976', 'Zwischensumme', '25,00'])
        expect(text).toContain(words);
      expect(text).toMatch(/\d\d\.\d\d\.\d{4}/);
      expect(text).not.toMatch(/\d{4}-\d\d-\d\d/);
      const { status, body } = await client.patch(`/billing_accounts/${account.number}`, { language: 'xx' });
      expect([status, Object.keys(body.errors)]).toEqual([400, ['language']]);
    });

    it('is in the language of the organization where the account has none, and stays in that of its issue', async () => {
      const { name } = await aConsignee(client);
      const customer = { customer_type: 'Consignee', name };
      const { id } = await anInvoice(client, { customer });
      const text = async () => pagesOf((await fetchFile(`${id}/pdf`)).rawPayload).join();
      const speaks = (language: string | null) => client.patch('/organization', { language });
      expect(await text()).toContain('Invoice');
      expect((await speaks('de')).body.organization.language).toBe('de');
      expect(await text()).toContain('Rechnung');
      const { number } = await anAccount(client, { customer, language: 'fr' });
      expect(await text()).toContain('Facture');
      await client.patch(`/billing_accounts/${number}`, { language: null });
      await client.put(`/invoices/${id}`, { invoice: { approved: true } });
      await speaks(null);
      expect(await text()).toContain('Rechnung');
      const refused = await speaks('xx');
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['language']]);
    });

    it('of an approved invoice stays until its approval is withdrawn', async () => {
      const { id } = await anInvoice(client);
      const names = async () => pagesOf((await fetchFile(`${id}/pdf`)).rawPayload).join();
      await client.patch('/billing_profile', { name: 'Before' });
      await client.put(`/invoices/${id}`, { invoice: { approved: true } });
      await client.patch('/billing_profile', { name: 'After' });
      expect(await names()).toContain('Before');
      await client.put(`/invoices/${id}`, { invoice: { approved: false } });
      expect(await names()).toContain('After');
    });

    it('has the same bytes for the same invoice, also drawn at once', async () => {
      const { number } = await anInvoice(client);
      const answers = await Promise.all(Array.from({ length: 4 }, () => fetchFile(`${number}/pdf`)));
      const [first] = answers;
      for (const each of answers) expect(each.rawPayload.equals(first!.rawPayload)).toBe(true);
    });

    it('of one organization keeps no other waiting, and is 503 when 20 wait', async () => {
      const other = await service.current.organization();
      const [mine, theirs] = [await anInvoice(client), await anInvoice(other)];
      const held: (() => void)[] = [];
      const drawn: string[] = [];
      const threads = service.current.app.get(DocumentThreads, { strict: false });
      const drawing = jest.spyOn(threads, 'draw').mockImplementation(
        (_, document) =>
          new Promise((resolve) => {
            drawn.push((document as InvoiceDocument).seller.name!);
            held.push(() => resolve(Buffer.from('%PDF')));
          }),
      );
      try {
        for (const [of, name] of [
          [client, 'mine'],
          [other, 'theirs'],
        ] as const)
          await of.patch('/billing_profile', { name });
        const many = Array.from({ length: 23 }, () => fetchFile(`${mine.number}/pdf`));
        const refused = await Promise.race(many);
        expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
          503,
          'unavailable',
          expect.stringMatching(/^[1-3]$/),
        ]);
        const late = fetchFile(`${theirs.number}/pdf`, other);
        while (drawn.length < 22 + 1) {
          held.shift()?.();
          await new Promise(setImmediate);
        }
        for (const each of held) each();
        expect((await late).statusCode).toBe(200);
        const statuses = (await Promise.all(many)).map(({ statusCode }) => statusCode).sort();
        expect(statuses).toEqual([...Array<number>(22).fill(200), 503]);
      } finally {
        drawing.mockRestore();
      }
      expect(drawn.indexOf('theirs')).toBeLessThan(22);
    });

    it('is not drawn further when nobody waits for it, and the next one is', async () => {
      const { number } = await anInvoice(client);
      const threads = service.current.app.get(DocumentThreads, { strict: false });
      const drawing = jest.spyOn(threads, 'draw');
      await fetchFile(`${number}/pdf`);
      const [maker, document] = drawing.mock.calls[0]!;
      drawing.mockRestore();
      const gone = new AbortController();
      const left = threads.draw(maker, document, gone.signal);
      gone.abort();
      await expect(left).rejects.toThrow(/abort/i);
      expect((await fetchFile(`${number}/pdf`)).statusCode).toBe(200);
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
      registration_number: '22001234',
      registration_scheme: '0106',
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
        registration_number: '33005678',
        registration_scheme: '0106',
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
        '<cbc:InvoicedQuantity unitCode="C62">10</cbc:InvoicedQuantity>',
      ])
        expect(answer.payload).toContain(part);
      expect(answer.payload.match(/<cac:InvoiceLine>/g)).toHaveLength(3);
      const pdf = pagesOf((await fetchFile(`${id}/pdf`)).rawPayload).join();
      expect(pdf).toContain('Free time 2026-03-03 – 2026-03-09');
      expect(pdf).toContain('93.66');
      const rows = (await fetchFile(`${id}/csv`)).payload.trim().split('\r\n');
      expect(rows[1]).toMatch(/,250\.00,NL21,21\.00$|,36\.00,NL21,21\.00$/);
    });

    it('is for ever what was issued, and so are its PDF and its CSV file', async () => {
      await client.patch('/billing_profile', SELLER);
      await aTaxRule(client, {
        tax_class: 'standard',
        treatment: 'domestic',
        tax: (await aTax(client, { code: 'NL21' })).code,
      });
      const { id } = await approved();
      const files = async () =>
        Promise.all(['pdf', 'ubl', 'csv'].map(async (form) => (await fetchFile(`${id}/${form}`)).rawPayload));
      const issued = await files();
      const [{ number, customer }] = (await client.get('/billing_accounts')).body.billing_accounts;
      const [{ id: code }] = (await client.get('/charge_codes')).body.charge_codes;
      for (const [path, body] of [
        [`/billing_accounts/${number}`, { street: 'Changed 99', country: 'GB', vat_number: 'GB999999973' }],
        [`/billing_accounts/${number}`, { endpoint_scheme: null, endpoint_id: null, buyer_reference: null }],
        [
          '/billing_profile',
          { street: 'Moved 5', iban: 'NL20INGB0001234567', endpoint_id: null, note: 'New' },
        ],
        [`/consignees/${customer.id}`, { name: 'Renamed', email: 'new@consignee.example' }],
        [`/charge_codes/${code}`, { name: 'Renamed', unit_code: 'TNE' }],
        ['/taxes/NL21', { code: 'OTHER', category: 'Z' }],
      ] as const)
        expect([path, (await client.patch(path, body)).status]).toEqual([path, 200]);
      await client.put(`/invoices/${id}`, { invoice: { approved: false } });
      expect((await files()).map((bytes, nth) => bytes.equals(issued[nth]!))).toEqual([true, true, true]);
    });

    it('says the registers of both companies (Peppol NL-R-003, NL-R-005)', async () => {
      await client.patch('/billing_profile', { ...SELLER, registration_number: '00000001' });
      const { id } = await approved({ registration_number: '00000002', registration_scheme: null });
      const lacking = await fetchFile(`${id}/ubl`);
      expect([lacking.statusCode, Object.keys(lacking.json().errors)]).toEqual([
        422,
        ['customer.registration_scheme'],
      ]);
      const [{ number: account }] = (await client.get('/billing_accounts')).body.billing_accounts;
      await client.patch(`/billing_accounts/${account}`, { registration_scheme: '0190' });
      const { payload } = await fetchFile(`${id}/ubl`);
      for (const [scheme, number] of [
        ['0106', '00000001'],
        ['0190', '00000002'],
      ])
        expect(payload).toContain(`<cbc:CompanyID schemeID="${scheme}">${number}</cbc:CompanyID>`);
    });

    it('refuses codes of no list where they are entered', async () => {
      const { name } = await aConsignee(client);
      const { number } = await anAccount(client, { customer: { customer_type: 'Consignee', name } });
      for (const [field, value] of [
        ['country', 'UK'],
        ['country', 'ZZ'],
        ['endpoint_scheme', '1234'],
        ['registration_scheme', '9999'],
        ['vat_number', '000000001B01'],
      ] as const)
        for (const [path, refused] of [
          ['/billing_profile', 422],
          [`/billing_accounts/${number}`, 400],
        ] as const) {
          const { status, body } = await client.patch(path, { [field]: value });
          expect([path, status, Object.keys(body.errors)]).toEqual([path, refused, [field]]);
        }
    });

    it('takes what it needs and was issued without from now', async () => {
      await client.patch('/billing_profile', SELLER);
      const { id } = await approved({ endpoint_id: null, street: 'Kade 1' });
      expect((await fetchFile(`${id}/ubl`)).statusCode).toBe(422);
      const [{ number }] = (await client.get('/billing_accounts')).body.billing_accounts;
      await client.patch(`/billing_accounts/${number}`, { endpoint_id: '33005678', street: 'Changed 99' });
      const { payload } = await fetchFile(`${id}/ubl`);
      expect(payload).toContain('>33005678</cbc:EndpointID>');
      expect(payload).toContain('Kade 1');
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
