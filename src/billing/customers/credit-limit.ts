import sql, { join, raw, type Sql } from 'sql-template-tag';
import { CUSTOMERS } from './customers';

/** SQL: whether an invoice `i` counts as owed: what is open of it is receivable (decision 885). */
export const IS_OWED = raw(`i.amount_open > 0 AND NOT i.is_proforma AND i.document_type = 'invoice'
  AND (i.approved OR i.numbered_at IS NOT NULL)`);

/** SQL: the charges of an account `a` on no invoice yet, in the currency of its limit. */
export const UNINVOICED = raw(`coalesce((
  SELECT sum(c.total) FROM charges c
  WHERE c.organization_id = a.organization_id AND c.customer_id = a.customer_id AND c.invoice_line_id IS NULL
    AND c.settled_with_id IS NULL AND c.currency = a.credit_currency), 0)`);

/**
 * SQL: whether an account `a` owes more than its limit, by open invoices and by charges on none yet, in the currency of the
 * limit (decision 873).
 * @param column the column of `invoices` that refers to the customer, and its id as SQL
 */
export const isOverLimit = (
  column: string,
  id: Sql,
): Sql => sql`coalesce(a.credit_limit < ${UNINVOICED} + coalesce((
  SELECT sum(i.amount_open) FROM invoices i
  WHERE i.organization_id = a.organization_id AND ${raw(`i.${column}`)} = ${id} AND i.currency = a.credit_currency
    AND ${IS_OWED}), 0), false)`;

/** SQL: the accounts with a limit, each with whether that is exceeded. */
export const accountsWithLimits = (organization_id: number): Sql =>
  join(
    Object.values(CUSTOMERS).map(
      ({ column }) => sql`
        SELECT a.id, ${isOverLimit(column, raw(`b.${column}`))} AS over_limit
        FROM billing_accounts a
        JOIN billing_customers b ON b.organization_id = a.organization_id AND b.id = a.customer_id
        WHERE a.organization_id = ${organization_id} AND a.credit_limit IS NOT NULL AND ${raw(`b.${column}`)} IS NOT NULL`,
    ),
    ' UNION ALL ',
  );
