import sql, { raw, Sql } from 'sql-template-tag';
import { customerRowOf } from '../customers/customer-row';
import { customerJson } from '../customers/customers';
import { isCalculated, isFinal } from '../invoices/invoice-sql';
import { asAmount } from '../money-fields';
import type { DocumentParty, DocumentSeller, DocumentTaxGroup, InvoiceDocument } from './invoice-document';
import { OUTSIDE } from './ubl.rules';

/** A row of the statement below, before what it lacks is filled in. */
type StoredDocument = Omit<InvoiceDocument, 'seller' | 'customer'> & {
  seller: Partial<DocumentSeller> | null;
  customer: { name: string | null; address: string | null; email: string | null; phone: string | null };
  account: Partial<InvoiceDocument['customer']> | null;
};

const NOBODY: DocumentParty = {
  name: null,
  address: null,
  street: null,
  city: null,
  postal_code: null,
  country: null,
  vat_number: null,
  registration_number: null,
  endpoint_scheme: null,
  endpoint_id: null,
  email: null,
  phone: null,
};

/** The only group of an invoice without taxes. */
const UNTAXED = {
  code: OUTSIDE,
  category: OUTSIDE,
  percent: '0',
  exemption_code: 'VATEX-EU-O',
  exemption_reason: 'Not subject to VAT',
} as const;

const of = (column: string) => `i.${column}`;

/** The document of an invoice, in one statement: with seller, customer, lines and taxes. */
export function documentOf(organization_id: number, time_zone: string, id: number): Sql {
  const day = (time: string) => sql`(${raw(time)} AT TIME ZONE ${time_zone})::date`;
  return sql`
    SELECT i.number, i.document_type, i.is_proforma, NOT ${raw(isFinal(of))} AS is_draft,
      NOT i.is_proforma AND ${raw(isCalculated(of))} AS is_calculated,
      i.numbered_at IS NOT NULL AS is_numbered, coalesce(i.currency, '') AS currency,
      ${day('coalesce(i.numbered_at, i.invoiced_at, i.created_at)')}::text AS issued_on, i.due_on::text AS due_on,
      (SELECT json_build_object('number', c.number,
          'issued_on', ${day('coalesce(c.numbered_at, c.invoiced_at, c.created_at)')})
        FROM invoices c WHERE c.organization_id = i.organization_id AND c.id = i.credits_id) AS credits,
      (SELECT v.number FROM voyages v WHERE v.organization_id = i.organization_id AND v.id = i.voyage_id) AS voyage,
      (SELECT b.number FROM bill_of_ladings b
        WHERE b.organization_id = i.organization_id AND b.id = i.bill_of_lading_id) AS bill_of_lading,
      i.truck_visit_id::text AS truck_visit,
      (SELECT to_json(p) FROM billing_profiles p WHERE p.organization_id = i.organization_id) AS seller,
      ${raw(customerJson(of))} AS customer,
      (SELECT to_json(a) FROM billing_accounts a
        WHERE a.organization_id = i.organization_id AND a.customer_id = ${customerRowOf('i')}) AS account,
      (SELECT coalesce(json_agg(json_build_object(
          'item', coalesce(k.code, l.item), 'description', coalesce(l.description, k.name),
          'container', n.number, 'quantity', trim_scale(l.quantity)::text, 'unit_code', coalesce(k.unit_code, 'C62'),
          'billed_by', l.billed_by, 'billed_per', l.billed_per,
          'amount', ${raw(asAmount('l.amount'))}, 'total', l.total::text,
          'period_from', l.period_from, 'period_until', l.period_until,
          'free_from', f.free_from, 'free_until', f.free_until,
          'tax', CASE WHEN t.id IS NOT NULL THEN json_build_object('code', t.code, 'category', t.category,
            'percent', ${raw(asAmount('l.tax_percent'))}, 'exemption_code', t.exemption_code,
            'exemption_reason', t.exemption_reason) END) ORDER BY l.id), '[]')
        FROM invoice_lines l
        LEFT JOIN charge_codes k ON k.organization_id = l.organization_id AND k.id = l.charge_code_id
        LEFT JOIN containers n ON n.organization_id = l.organization_id AND n.id = l.container_id
        LEFT JOIN taxes t ON t.organization_id = l.organization_id AND t.id = l.tax_id
        LEFT JOIN LATERAL (
          SELECT min(c.explanation ->> 'free_from') AS free_from, max(c.explanation ->> 'free_until') AS free_until
          FROM charges c WHERE c.organization_id = l.organization_id AND c.invoice_line_id = l.id) f ON true
        WHERE l.organization_id = i.organization_id AND l.invoice_id = i.id) AS lines,
      (SELECT coalesce(json_agg(json_build_object('code', t.code, 'category', t.category,
          'percent', ${raw(asAmount('x.percent'))}, 'base', x.base::text, 'amount', x.amount::text,
          'exemption_code', t.exemption_code, 'exemption_reason', t.exemption_reason) ORDER BY t.code, x.percent), '[]')
        FROM invoice_taxes x JOIN taxes t ON t.organization_id = x.organization_id AND t.id = x.tax_id
        WHERE x.organization_id = i.organization_id AND x.invoice_id = i.id) AS taxes,
      i.subtotal::text AS subtotal, i.taxes_and_fees::text AS taxes_and_fees, i.total::text AS total
    FROM invoices i WHERE i.organization_id = ${organization_id} AND i.id = ${id}`;
}

/** The document as it is shown: the customer by its account, and one group for what has no tax. */
export function completed(stored: StoredDocument): InvoiceDocument {
  const { seller, customer, account, ...document } = stored;
  const untaxed: DocumentTaxGroup = { ...UNTAXED, base: stored.subtotal, amount: '0.00' };
  return {
    ...document,
    taxes: document.is_calculated && !document.taxes.length ? [untaxed] : document.taxes,
    seller: { ...NOBODY, iban: null, bic: null, note: null, ...seller },
    customer: {
      ...NOBODY,
      buyer_reference: null,
      ...account,
      name: customer.name,
      address: customer.address,
      email: account?.email ?? customer.email,
      phone: customer.phone,
    },
  };
}
