import sql, { raw, type Sql } from 'sql-template-tag';
import type { InvoiceLanguage } from '../../common/languages/invoice-languages';
import { CUSTOMERS, type CustomerType } from '../customers/customers';
import type { DocumentParty } from '../invoices/invoice-document';
import { NOBODY } from './read-document';

/** The seller, the customer and the language of a document that is drawn of what is known now. */
export interface Parties {
  seller: DocumentParty;
  customer: DocumentParty;
  language: InvoiceLanguage;
  time_zone: string;
}

export interface StoredParties {
  seller: Partial<DocumentParty> | null;
  customer: Partial<DocumentParty> | null;
  language: InvoiceLanguage | null;
  time_zone: string;
}

/** SQL: what an account and a profile have of a party. */
const FIELDS = (row: string) =>
  raw(
    ['street', 'city', 'postal_code', 'country', 'vat_number', 'registration_number']
      .map((field) => `'${field}', ${row}.${field}`)
      .join(', '),
  );

/**
 * The seller, and a customer with its account (decision 877). The language is that of the account, else of the organization, as
 * invoices have it.
 * @param customer nobody for what stays in the house
 */
export function partiesOf(
  organization_id: number,
  customer: { customer_type: CustomerType; id: number } | null,
): Sql {
  const seller = sql`(
    SELECT json_build_object('name', p.name, 'email', p.email, 'phone', p.phone, ${FIELDS('p')})
    FROM billing_profiles p WHERE p.organization_id = o.id)`;
  if (!customer)
    return sql`SELECT ${seller} AS seller, NULL AS customer, o.language, o.time_zone
      FROM organizations o WHERE o.id = ${organization_id}`;
  const { table, column, hasAddress } = CUSTOMERS[customer.customer_type];
  const own = (field: string) => raw(hasAddress ? `c.${field}` : 'NULL::text');
  return sql`
    SELECT ${seller} AS seller, coalesce(a.language, o.language) AS language, o.time_zone,
      json_build_object('name', c.name, 'address', ${own('address')}, 'email', coalesce(a.email, ${own('email')}), 'phone', ${own('phone')},
        ${FIELDS('a')}) AS customer
    FROM organizations o
    JOIN ${raw(table)} c ON c.organization_id = o.id AND c.id = ${customer.id}
    LEFT JOIN billing_customers b ON b.organization_id = o.id AND ${raw(`b.${column}`)} = c.id
    LEFT JOIN billing_accounts a ON a.organization_id = o.id AND a.customer_id = b.id
    WHERE o.id = ${organization_id}`;
}

/** The parties as they are shown: with all fields, and in English unless a language is given. */
export const completedParties = ({ seller, customer, language, time_zone }: StoredParties): Parties => ({
  seller: { ...NOBODY, ...seller },
  customer: { ...NOBODY, ...customer },
  language: language ?? 'en',
  time_zone,
});
