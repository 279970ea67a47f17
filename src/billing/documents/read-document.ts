import sql, { type Sql } from 'sql-template-tag';
import type {
  DocumentCustomer,
  DocumentParty,
  DocumentSeller,
  DocumentTaxGroup,
  InvoiceDocument,
} from '../invoices/invoice-document';
import { WORDS } from './invoice-words';
import { OUTSIDE } from './ubl.rules';

/** A document as the database has it, before what it lacks is filled in. */
export type StoredDocument = Omit<InvoiceDocument, 'seller' | 'customer'> & {
  seller: Partial<DocumentSeller> | null;
  customer: Partial<DocumentCustomer>;
};

/** A party of which nothing is known. */
export const NOBODY: DocumentParty = {
  name: null,
  address: null,
  street: null,
  city: null,
  postal_code: null,
  country: null,
  vat_number: null,
  registration_number: null,
  registration_scheme: null,
  endpoint_scheme: null,
  endpoint_id: null,
  email: null,
  phone: null,
  language: null,
};

/** The only group of an invoice without taxes. */
const UNTAXED = {
  code: OUTSIDE,
  category: OUTSIDE,
  percent: '0',
  exemption_code: 'VATEX-EU-O',
  exemption_reason: WORDS.en.untaxed,
} as const;

/** The document of an invoice: as it was issued, and that of a draft as it is now. */
export const documentOf = (organization_id: number, id: number): Sql => sql`
  SELECT coalesce(
    (SELECT d.document FROM invoice_documents d WHERE d.organization_id = ${organization_id} AND d.invoice_id = ${id}),
    invoice_document(${organization_id}, ${id})) AS document`;

/** The document of an invoice as it would be issued now. */
export const documentNow = (organization_id: number, id: number): Sql =>
  sql`SELECT invoice_document(${organization_id}, ${id}) AS document`;

/** The document as it is shown: with all fields, and one group for what has no tax. */
export function completed({ seller, customer, ...document }: StoredDocument): InvoiceDocument {
  const untaxed: DocumentTaxGroup = { ...UNTAXED, base: document.subtotal, amount: '0.00' };
  return {
    ...document,
    taxes: document.is_calculated && !document.taxes.length ? [untaxed] : document.taxes,
    seller: { ...NOBODY, iban: null, bic: null, note: null, ...seller },
    customer: { ...NOBODY, buyer_reference: null, ...customer },
  };
}

/**
 * A document that was issued without fields that an e-invoice needs, with these fields as they are now: an address for
 * e-invoices that was agreed since does not ask for a new invoice. What the document says stays as it is.
 * @param missing paths such as `customer.endpoint_id`
 */
export function supplied(issued: InvoiceDocument, now: InvoiceDocument, missing: string[]): InvoiceDocument {
  const of = (party: 'seller' | 'customer') => {
    const lacks = (name: string) => missing.includes(`${party}.${name}`);
    return Object.fromEntries(Object.entries(now[party]).filter(([name]) => lacks(name)));
  };
  return {
    ...issued,
    seller: { ...issued.seller, ...of('seller') },
    customer: { ...issued.customer, ...of('customer') },
  };
}
