import { invoiceRows } from './invoice-csv';
import type { DocumentLine, InvoiceDocument } from '../invoices/invoice-document';
import { drawInvoice } from './invoice-pdf';
import { pagesOf } from '../../../test/setup/pdf-text';
import { INVOICE_LANGUAGES } from '../../common/languages/invoice-languages';
import { countOf, quantityUnit } from './line-quantity';
import { ublOf } from './ubl';
import { brokenRules, missingFields } from './ubl.rules';

const NL21 = { code: 'NL21', category: 'S', percent: '21.00', exemption_code: null, exemption_reason: null };
const party = {
  address: null,
  street: 'Kanaalkade 14',
  city: 'Westhaven',
  postal_code: '4381 AA',
  country: 'NL',
  registration_number: '22001234',
  registration_scheme: '0106',
  endpoint_scheme: '0106',
  endpoint_id: '22001234',
  email: null,
  phone: null,
  language: null,
};
const line: DocumentLine = {
  item: 'STOR',
  description: 'Storage',
  container: 'WHAU4142033',
  quantity: '10',
  unit_code: 'DAY',
  billed_by: 'day',
  billed_per: 'teu',
  units: 5,
  amount: '25.00',
  total: '250.00',
  period_from: '2026-03-10',
  period_until: '2026-03-14',
  free_from: '2026-03-03',
  free_until: '2026-03-09',
  tax: NL21,
};
const invoice: InvoiceDocument = {
  number: 'INV-2026-000001',
  document_type: 'invoice',
  is_proforma: false,
  is_draft: false,
  is_calculated: true,
  is_numbered: true,
  currency: 'EUR',
  issued_on: '2026-03-17',
  due_on: '2026-04-16',
  credits: null,
  voyage: null,
  bill_of_lading: 'WHA26110041',
  truck_visit: null,
  seller: {
    ...party,
    name: 'North Quay',
    vat_number: 'NL123456789B01',
    iban: 'NL91 ABNA 0417 1643 00',
    bic: null,
    note: null,
  },
  customer: {
    ...party,
    name: 'Westhaven & Sons',
    vat_number: 'NL987654321B01',
    buyer_reference: null,
    language: null,
  },
  lines: [line],
  taxes: [{ ...NL21, base: '250.00', amount: '52.50' }],
  subtotal: '250.00',
  taxes_and_fees: '52.50',
  total: '302.50',
};
const credit: InvoiceDocument = {
  ...invoice,
  number: 'CN-2026-000001',
  document_type: 'credit_note',
  credits: { number: 'INV-2026-000001', issued_on: '2026-03-17' },
  lines: [{ ...line, quantity: '-2', amount: '40.00', total: '-80.00' }],
  taxes: [{ ...NL21, base: '-80.00', amount: '-16.80' }],
  subtotal: '-80.00',
  taxes_and_fees: '-16.80',
  total: '-96.80',
};

describe('the quantity of a line', () => {
  it.each([
    ['day', 'teu', 'C62', 'TEU × day', '5 × day'],
    ['day', 'container', 'DAY', 'day', '5 × day'],
    ['24 h', 'tonne', 'C62', 't × 24 h', '5 × 24 h'],
    ['move', 'tonne', 'TNE', 't', null],
    ['move', 'once', 'DAY', 'move', null],
  ])('by %s and %s is in %s, %s', (billed_by, billed_per, unit_code, unit, count) => {
    const of = { ...line, billed_by, billed_per };
    expect(quantityUnit(of)).toEqual({ unit_code, unit });
    expect(countOf(of)).toBe(count);
  });

  it('is in the e-invoice and in the file as it is', async () => {
    const xml = await ublOf(invoice);
    expect(xml).toContain('<cbc:Note>TEU × day, 5 × day</cbc:Note>');
    expect(xml).toContain('<cbc:InvoicedQuantity unitCode="C62">10</cbc:InvoicedQuantity>');
    const [names, cells] = invoiceRows(invoice);
    const row = Object.fromEntries(names!.map((name, at) => [name, cells![at]]));
    expect(row).toMatchObject({ quantity: '10', unit: 'TEU × day', units: '5' });
  });
});

it('a draft asks nobody to pay', async () => {
  const bytes = async (is_draft: boolean, iban: string | null) =>
    (await drawInvoice({ ...invoice, is_draft, seller: { ...invoice.seller, iban } })).length;
  expect(await bytes(true, invoice.seller.iban)).toBe(await bytes(true, null));
  expect(await bytes(false, invoice.seller.iban)).not.toBe(await bytes(false, null));
});

describe('the fields of an e-invoice', () => {
  it('are complete with a bill in place of a buyer reference', () => {
    expect(missingFields(invoice)).toEqual([]);
    expect(missingFields({ ...invoice, bill_of_lading: null })).toEqual(['customer.buyer_reference']);
  });

  it('are named where the profile or the account lacks them', () => {
    const seller = { ...invoice.seller, country: null, endpoint_id: null };
    const customer = { ...invoice.customer, country: null, vat_number: null };
    expect(missingFields({ ...invoice, seller, customer })).toEqual([
      'seller.country',
      'seller.endpoint_id',
      'customer.country',
    ]);
  });

  it('include numbers in a Dutch register between Dutch companies, and that of the seller else', () => {
    const of = (seller: object, customer: object) =>
      missingFields({
        ...invoice,
        seller: { ...invoice.seller, ...seller },
        customer: { ...invoice.customer, ...customer },
      });
    const unregistered = { registration_number: null, registration_scheme: null };
    const names = (of: string) => [`${of}.registration_number`, `${of}.registration_scheme`];
    expect(of(unregistered, unregistered)).toEqual([...names('seller'), ...names('customer')]);
    expect(of(unregistered, { ...unregistered, country: 'DE' })).toEqual(names('seller'));
    expect(of({ ...unregistered, country: 'DE' }, unregistered)).toEqual([]);
    expect(of({ registration_scheme: '0002' }, { registration_scheme: '0190' })).toEqual([
      'seller.registration_scheme',
    ]);
  });

  it('include VAT numbers by category: both for a reverse charge, none outside of the scope', () => {
    const seller = { ...invoice.seller, vat_number: null };
    const customer = { ...invoice.customer, vat_number: null };
    const of = (category: string) =>
      missingFields({ ...invoice, seller, customer, taxes: [{ ...invoice.taxes[0]!, category }] });
    expect(of('S')).toEqual(['seller.vat_number']);
    expect(of('AE')).toEqual(['seller.vat_number', 'customer.vat_number']);
    expect(of('O')).toEqual([]);
  });
});

describe('why nothing is taken', () => {
  const group = (category: string, more: object = {}) => ({
    ...invoice.taxes[0]!,
    code: 'T',
    category,
    percent: '0.00',
    amount: '0.00',
    ...more,
  });
  const missing = (category: string, more: object = {}) =>
    missingFields({ ...invoice, taxes: [group(category, more)] });
  const xmlOf = (category: string, more: object = {}) =>
    ublOf({ ...invoice, taxes: [group(category, more)] });

  it.each([
    ['AE', 'VATEX-EU-AE'],
    ['K', 'VATEX-EU-IC'],
    ['G', 'VATEX-EU-G'],
    ['O', 'VATEX-EU-O'],
  ])('follows from the category %s where the tax does not say it', async (category, code) => {
    expect(missing(category)).toEqual([]);
    expect(await xmlOf(category)).toContain(
      `<cbc:TaxExemptionReasonCode>${code}</cbc:TaxExemptionReasonCode>`,
    );
    const xml = await xmlOf(category, { exemption_reason: 'Agreed' });
    expect(xml).toContain('<cbc:TaxExemptionReason>Agreed</cbc:TaxExemptionReason>');
    expect(xml).not.toContain('TaxExemptionReasonCode');
  });

  it('is missing of an exemption, which has many reasons', () => {
    expect(missing('E')).toEqual(['taxes.T.exemption_reason']);
    expect(missing('E', { exemption_reason: 'Article 44' })).toEqual([]);
    expect(missing('E', { exemption_code: 'VATEX-EU-132' })).toEqual([]);
  });

  it.each(['S', 'Z'])('is not said of the category %s', async (category) => {
    expect(missing(category)).toEqual([]);
    expect(await xmlOf(category, { exemption_code: 'VATEX-EU-O' })).not.toContain('TaxExemption');
  });
});

describe('the sums of an e-invoice', () => {
  it('keep BR-CO-10 to 17', () => {
    expect([invoice, credit].map(brokenRules)).toEqual([[], []]);
  });

  it.each([
    ['BR-CO-10', { lines: [{ ...line, total: '250.01' }] }],
    ['BR-CO-13', { taxes: [{ ...NL21, base: '249.99', amount: '52.50' }] }],
    ['BR-CO-14', { taxes: [{ ...NL21, base: '250.00', amount: '52.49' }] }],
    ['BR-CO-15', { total: '302.51' }],
    [
      'BR-CO-17',
      { taxes: [{ ...NL21, base: '250.00', amount: '53.50' }], taxes_and_fees: '53.50', total: '303.50' },
    ],
  ])('break %s', (rule, change) => {
    expect(brokenRules({ ...invoice, ...change })).toEqual([rule]);
  });
});

describe('a document in UBL', () => {
  it('is an invoice with a number, parties, taxes and lines', async () => {
    const xml = await ublOf(invoice);
    for (const part of [
      '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>',
      '<cbc:BuyerReference>WHA26110041</cbc:BuyerReference>',
      '<cbc:Name>Westhaven &amp; Sons</cbc:Name>',
      '<cbc:EndpointID schemeID="0106">22001234</cbc:EndpointID>',
      '<cbc:TaxableAmount currencyID="EUR">250.00</cbc:TaxableAmount>',
      '<cbc:PayableAmount currencyID="EUR">302.50</cbc:PayableAmount>',
      '<cbc:InvoicedQuantity unitCode="C62">10</cbc:InvoicedQuantity>',
      '<cbc:StartDate>2026-03-10</cbc:StartDate>',
    ])
      expect(xml).toContain(part);
  });

  it('is a credit note with positive amounts that names what it credits', async () => {
    const xml = await ublOf(credit);
    for (const part of [
      '<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"',
      '<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>',
      '<cbc:CreditedQuantity unitCode="C62">2</cbc:CreditedQuantity>',
      '<cbc:PayableAmount currencyID="EUR">96.80</cbc:PayableAmount>',
      '<cbc:PaymentDueDate>2026-04-16</cbc:PaymentDueDate>',
    ])
      expect(xml).toContain(part);
    expect(xml).toMatch(/<cac:BillingReference>\s*<cac:InvoiceDocumentReference>\s*<cbc:ID>INV-2026-000001</);
    expect(xml).not.toContain('>-');
  });

  it('has no VAT numbers and no percentage outside of the scope, and says why', async () => {
    const outside = {
      code: 'O',
      category: 'O',
      percent: '0',
      exemption_code: 'VATEX-EU-O',
      exemption_reason: 'Not subject to VAT',
    };
    const xml = await ublOf({
      ...invoice,
      lines: [{ ...line, tax: null }],
      taxes: [{ ...outside, base: '250.00', amount: '0.00' }],
      taxes_and_fees: '0.00',
      total: '250.00',
    });
    expect(xml).not.toMatch(/PartyTaxScheme|Percent/);
    expect(xml).toContain('<cbc:TaxExemptionReasonCode>VATEX-EU-O</cbc:TaxExemptionReasonCode>');
  });

  it('drops characters that XML forbids', async () => {
    const xml = await ublOf({ ...invoice, seller: { ...invoice.seller, note: 'a\u0001b\uFFFEc < d' } });
    expect(xml).toContain('<cbc:Note>abc &lt; d</cbc:Note>');
  });
});

describe('a document as PDF', () => {
  it('has the same bytes for the same invoice', async () => {
    const [one, two] = await Promise.all([drawInvoice(invoice), drawInvoice(invoice)]);
    expect(one.subarray(0, 5).toString()).toBe('%PDF-');
    expect(one.equals(two)).toBe(true);
  });

  it.each(INVOICE_LANGUAGES)(
    'says in %s all of where to pay and of why nothing is taken',
    async (language) => {
      const reason = `${'Exempt by article 44 of the directive. '.repeat(5)}END`;
      const exempt = { ...NL21, category: 'E', exemption_reason: reason, base: '1.00', amount: '0.00' };
      const [page] = pagesOf(
        await drawInvoice({
          ...invoice,
          taxes: [exempt],
          seller: { ...invoice.seller, bic: 'ABNANL2A' },
          customer: { ...invoice.customer, language },
        }),
      );
      expect(page).toContain('END');
      expect(page).not.toContain('…');
      expect(page!.match(/INV-2026-000001/g)).toHaveLength(3);
    },
  );
});

describe('a document as CSV', () => {
  it('has a row for each line', () => {
    const rows = invoiceRows({ ...invoice, lines: [line, { ...line, container: null, tax: null }] });
    expect(rows).toHaveLength(3);
    expect(rows[1]!.slice(0, 9)).toEqual([
      'INV-2026-000001',
      'invoice',
      '2026-03-17',
      '2026-04-16',
      'Westhaven & Sons',
      'EUR',
      'STOR',
      'Storage',
      'WHAU4142033',
    ]);
  });
});
