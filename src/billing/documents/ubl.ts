import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces';
import { xmlText } from '../../common/xml';
import { Exact } from '../money';
import type {
  DocumentLine,
  DocumentParty,
  DocumentSeller,
  DocumentTax,
  InvoiceDocument,
} from '../invoices/invoice-document';
import { countOf, quantityUnit } from './line-quantity';
import { exemptionOf, OUTSIDE } from './ubl.rules';

const NAMESPACES = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};
/** Peppol BIS Billing 3, which is a subset of EN 16931. */
const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** The words of a document type: UNTDID 1001 has 380 for an invoice and 381 for a credit note. */
const TYPES = {
  invoice: {
    root: 'Invoice',
    code: '380',
    typeCode: 'InvoiceTypeCode',
    line: 'InvoiceLine',
    quantity: 'InvoicedQuantity',
  },
  credit_note: {
    root: 'CreditNote',
    code: '381',
    typeCode: 'CreditNoteTypeCode',
    line: 'CreditNoteLine',
    quantity: 'CreditedQuantity',
  },
} as const;

/** Credit transfer (UNTDID 4461). */
const CREDIT_TRANSFER = '30';

/**
 * An invoice or a credit note in UBL 2.1 after EN 16931, as Peppol BIS Billing 3 has it. A credit note has positive
 * amounts. The elements stand in the order of the schema.
 */
export async function ublOf(document: InvoiceDocument): Promise<string> {
  const { create } = await import('xmlbuilder2');
  const type = TYPES[document.document_type];
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele(
    `urn:oasis:names:specification:ubl:schema:xsd:${type.root}-2`,
    type.root,
    { 'xmlns:cac': NAMESPACES.cac, 'xmlns:cbc': NAMESPACES.cbc },
  );
  new UblWriter(root, document).write();
  return root.end({ prettyPrint: true });
}

/** Writes one document below its root. */
class UblWriter {
  private readonly type = TYPES[this.document.document_type];
  private readonly isCredit = this.document.document_type === 'credit_note';

  constructor(
    private readonly root: XMLBuilder,
    private readonly document: InvoiceDocument,
  ) {}

  write(): void {
    const { document, root } = this;
    value(root, 'CustomizationID', CUSTOMIZATION);
    value(root, 'ProfileID', PROFILE);
    value(root, 'ID', document.number);
    value(root, 'IssueDate', document.issued_on);
    if (!this.isCredit) value(root, 'DueDate', document.due_on);
    value(root, this.type.typeCode, this.type.code);
    value(root, 'Note', document.seller.note);
    value(root, 'DocumentCurrencyCode', document.currency);
    value(root, 'BuyerReference', document.customer.buyer_reference || document.bill_of_lading);
    if (document.credits) {
      const reference = root.ele('cac:BillingReference').ele('cac:InvoiceDocumentReference');
      value(reference, 'ID', document.credits.number);
      value(reference, 'IssueDate', document.credits.issued_on);
    }
    this.party('AccountingSupplierParty', document.seller);
    this.party('AccountingCustomerParty', document.customer);
    this.delivery();
    this.payment(document.seller);
    this.taxes();
    this.totals();
    document.lines.forEach((line, index) => this.line(line, index + 1));
  }

  private party(role: string, party: DocumentParty): void {
    const element = this.root.ele(`cac:${role}`).ele('cac:Party');
    value(element, 'EndpointID', party.endpoint_id, { schemeID: xmlText(party.endpoint_scheme ?? '') });
    value(element.ele('cac:PartyName'), 'Name', party.name);
    const address = element.ele('cac:PostalAddress');
    value(address, 'StreetName', party.street);
    value(address, 'CityName', party.city);
    value(address, 'PostalZone', party.postal_code);
    value(address.ele('cac:Country'), 'IdentificationCode', party.country);
    if (party.vat_number && !this.isOutside()) {
      const scheme = element.ele('cac:PartyTaxScheme');
      value(scheme, 'CompanyID', party.vat_number);
      taxScheme(scheme);
    }
    const legal = element.ele('cac:PartyLegalEntity');
    value(legal, 'RegistrationName', party.name);
    const scheme = party.registration_scheme;
    value(legal, 'CompanyID', party.registration_number, scheme ? { schemeID: xmlText(scheme) } : {});
    if (party.phone || party.email) {
      const contact = element.ele('cac:Contact');
      value(contact, 'Telephone', party.phone);
      value(contact, 'ElectronicMail', party.email);
    }
  }

  /** An intra-community supply says when and to which country it was delivered (BR-IC-11, BR-IC-12). */
  private delivery(): void {
    const { taxes, lines, issued_on, customer } = this.document;
    if (!taxes.some(({ category }) => category === 'K')) return;
    const days = lines.map(({ period_until }) => period_until?.slice(0, 10) ?? issued_on).sort();
    const delivery = this.root.ele('cac:Delivery');
    value(delivery, 'ActualDeliveryDate', days.at(-1) ?? issued_on);
    const address = delivery.ele('cac:DeliveryLocation').ele('cac:Address');
    value(address.ele('cac:Country'), 'IdentificationCode', customer.country);
  }

  private payment({ iban, bic }: DocumentSeller): void {
    const { due_on, number } = this.document;
    if (!iban && !(this.isCredit && due_on)) return;
    const means = this.root.ele('cac:PaymentMeans');
    value(means, 'PaymentMeansCode', CREDIT_TRANSFER);
    if (this.isCredit) value(means, 'PaymentDueDate', due_on);
    value(means, 'PaymentID', number);
    if (!iban) return;
    const account = means.ele('cac:PayeeFinancialAccount');
    value(account, 'ID', iban.replaceAll(' ', ''));
    if (bic) value(account.ele('cac:FinancialInstitutionBranch'), 'ID', bic);
  }

  private taxes(): void {
    const total = this.root.ele('cac:TaxTotal');
    this.amount(total, 'TaxAmount', this.document.taxes_and_fees);
    for (const group of this.document.taxes) {
      const subtotal = total.ele('cac:TaxSubtotal');
      this.amount(subtotal, 'TaxableAmount', group.base);
      this.amount(subtotal, 'TaxAmount', group.amount);
      const category = taxCategory(subtotal, 'TaxCategory', group);
      const exemption = exemptionOf(group);
      value(category, 'TaxExemptionReasonCode', exemption.code);
      value(category, 'TaxExemptionReason', exemption.reason);
      taxScheme(category);
    }
  }

  private totals(): void {
    const { subtotal, total } = this.document;
    const totals = this.root.ele('cac:LegalMonetaryTotal');
    this.amount(totals, 'LineExtensionAmount', subtotal);
    this.amount(totals, 'TaxExclusiveAmount', subtotal);
    this.amount(totals, 'TaxInclusiveAmount', total);
    this.amount(totals, 'PayableAmount', total);
  }

  private line(line: DocumentLine, number: number): void {
    const element = this.root.ele(`cac:${this.type.line}`);
    value(element, 'ID', String(number));
    const { unit, unit_code: unitCode } = quantityUnit(line);
    const units = line.units === null ? null : this.signed(String(line.units)).toNumber();
    value(element, 'Note', [unit, countOf({ ...line, units })].filter(Boolean).join(', '));
    value(element, this.type.quantity, this.signed(line.quantity).toFixed(), { unitCode });
    this.amount(element, 'LineExtensionAmount', line.total);
    if (line.period_from) {
      const period = element.ele('cac:InvoicePeriod');
      value(period, 'StartDate', line.period_from.slice(0, 10));
      value(period, 'EndDate', line.period_until?.slice(0, 10) ?? null);
    }
    const item = element.ele('cac:Item');
    value(item, 'Description', line.container && `Container ${line.container}`);
    value(item, 'Name', line.description || line.item || 'Service');
    if (line.item) value(item.ele('cac:SellersItemIdentification'), 'ID', line.item);
    taxScheme(taxCategory(item, 'ClassifiedTaxCategory', line.tax ?? NO_TAX));
    value(element.ele('cac:Price'), 'PriceAmount', line.amount, { currencyID: this.document.currency });
  }

  private amount(element: XMLBuilder, name: string, amount: string): void {
    value(element, name, this.signed(amount).toFixed(2), { currencyID: this.document.currency });
  }

  /** An amount or a quantity as the document states it: that of a credit note is turned round. */
  private signed(amount: string): Exact {
    const exact = new Exact(amount);
    return this.isCredit && !exact.isZero() ? exact.negated() : exact;
  }

  private isOutside(): boolean {
    return this.document.taxes.every(({ category }) => category === OUTSIDE);
  }
}

/** The tax of a line of an organization without taxes. */
const NO_TAX: Pick<DocumentTax, 'category' | 'percent'> = { category: OUTSIDE, percent: '0' };

/** A category; one outside of the scope has no percentage (BR-O-05). */
function taxCategory(
  element: XMLBuilder,
  name: string,
  { category, percent }: Pick<DocumentTax, 'category' | 'percent'>,
): XMLBuilder {
  const found = element.ele(`cac:${name}`);
  value(found, 'ID', category);
  if (category !== OUTSIDE) value(found, 'Percent', new Exact(percent).toFixed());
  return found;
}

function taxScheme(element: XMLBuilder): void {
  value(element.ele('cac:TaxScheme'), 'ID', 'VAT');
}

/** Adds an element with a value, and nothing for a value that is not known. */
function value(
  element: XMLBuilder,
  name: string,
  text: string | null,
  attributes: Record<string, string> = {},
): void {
  if (text) element.ele(`cbc:${name}`, attributes).txt(xmlText(text));
}
