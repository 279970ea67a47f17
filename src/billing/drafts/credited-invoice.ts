import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/sql/query';
import type { CreditedLine } from './credit.rules';
import type { DocumentTax } from './document.rules';

/** A line of the invoice that is credited. */
export interface CreditedInvoiceLine extends CreditedLine {
  description: string | null;
}

/** The lines of an invoice in their order, with what all its credit notes take of them, drafts too. */
export function creditedLines({ actor: { organization_id } }: Db, id: number): Query<CreditedInvoiceLine[]> {
  return rows<CreditedInvoiceLine>(sql`
    SELECT l.id, l.description, trim_scale(l.quantity)::text AS quantity, trim_scale(l.amount)::text AS amount,
      l.total::text, l.tax_id, trim_scale(l.tax_percent)::text AS tax_percent,
      coalesce(c.quantity, 0)::text AS credited_quantity, coalesce(c.total, 0)::text AS credited_total
    FROM invoice_lines l
    LEFT JOIN LATERAL (
      SELECT trim_scale(sum(c.quantity)) AS quantity, sum(c.total) AS total FROM invoice_lines c
      WHERE c.organization_id = l.organization_id AND c.credits_line_id = l.id) c ON true
    WHERE l.organization_id = ${organization_id} AND l.invoice_id = ${id}
    ORDER BY l.id`);
}

/**
 * The taxes of invoices, added up by tax and percentage.
 * @param which SQL on invoices `i`
 */
export function taxesOf({ actor: { organization_id } }: Db, which: Sql): Query<DocumentTax[]> {
  return rows<DocumentTax>(sql`
    SELECT x.tax_id, trim_scale(x.percent)::text AS percent, sum(x.base)::text AS base, sum(x.amount)::text AS amount
    FROM invoices i
    JOIN invoice_taxes x ON x.organization_id = i.organization_id AND x.invoice_id = i.id
    WHERE i.organization_id = ${organization_id} AND ${which}
    GROUP BY x.tax_id, x.percent ORDER BY x.tax_id, x.percent`);
}
