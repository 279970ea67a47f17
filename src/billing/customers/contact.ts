import { raw, type Sql } from 'sql-template-tag';
import { customerRowOf } from './customer-row';
import { CUSTOMERS, type CustomerType } from './customers';

/** SQL: the address of a company `c` of this type for invoices. */
const ownAddress = (type: CustomerType): string =>
  type === 'Consignee' ? "coalesce(nullif(c.billing_contact_email, ''), c.email)" : 'c.email';

const account = (column: string, of: string): string => `(
  SELECT a.${column} FROM billing_accounts a
  WHERE a.organization_id = ${of}.organization_id AND a.customer_id = ${customerRowOf(of).sql})`;

const ownAddresses = (of: string): string[] =>
  Object.entries(CUSTOMERS).flatMap(([type, { table, column, hasAddress }]) =>
    hasAddress
      ? `(SELECT nullif(${ownAddress(type as CustomerType)}, '') FROM ${table} c
          WHERE c.organization_id = ${of}.organization_id AND c.id = ${of}.${column})`
      : [],
  );

/**
 * SQL: where the invoices of the company go to that a record refers to by one of the columns of customers: the address of its
 * account, else its own; NULL where there is none.
 * @param of the alias of the record
 */
export const emailOf = (of: string): Sql =>
  raw(`coalesce(nullif(${account('email', of)}, ''), ${ownAddresses(of).join(', ')})`);

/** SQL: the language of such a company; NULL where its account has none. */
export const languageOf = (of: string): Sql => raw(account('language', of));
