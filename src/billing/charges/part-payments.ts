import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { isFinal } from '../invoices/invoice-sql';
import { type PaidPart, paidParts, type PartlyPaid } from './part-payments.rules';
import { type StatedCharge, unitsOf } from './stored-charge';

/**
 * The charges with what part payments of their invoices settle of them (decision 872). A charge that is settled as a whole is
 * `paid`. Nothing is queried where no invoice is paid in part.
 */
export async function withPartPayments(db: Db, stated: StatedCharge[]): Promise<StatedCharge[]> {
  const ids = [...new Set(stated.flatMap(({ part_paid_invoice_id }) => part_paid_invoice_id ?? []))];
  if (!ids.length) return stated;
  const invoices = await partlyPaid(db, ids);
  const parts = new Map<number, PaidPart>(invoices.flatMap((invoice) => [...paidParts(invoice)]));
  return stated.map((charge) => {
    const part = parts.get(charge.id);
    if (!part) return charge;
    return part.units === unitsOf(charge).length ? { ...charge, status: 'paid' } : { ...charge, part };
  });
}

/** Invoices with their lines, the charges on these, and what counts for them. */
function partlyPaid(db: Db, ids: number[]): Promise<PartlyPaid[]> {
  const { organization_id } = db.actor;
  return db.query<PartlyPaid>(sql`
    SELECT i.currency, i.total::text, (
        SELECT coalesce(json_agg(json_build_object('amount', a.amount::text, 'container_id', a.container_id) ORDER BY a.id), '[]')
        FROM (
          SELECT p.id, p.amount, p.container_id FROM payment_allocations p
          WHERE p.organization_id = i.organization_id AND p.invoice_id = i.id AND p.deallocated_at IS NULL
          UNION ALL
          SELECT a.id, a.amount, NULL FROM credit_applications a
          JOIN invoices n ON n.organization_id = a.organization_id AND n.id = a.credit_note_id
          WHERE a.organization_id = i.organization_id AND a.invoice_id = i.id AND n.credits_id IS DISTINCT FROM i.id) a
      ) AS allocations, (
        SELECT coalesce(sum(a.amount), 0)::text FROM credit_applications a
        JOIN invoices n ON n.organization_id = a.organization_id AND n.id = a.credit_note_id
        WHERE a.organization_id = i.organization_id AND a.invoice_id = i.id AND n.credits_id = i.id
      ) AS credited, (
        SELECT coalesce(json_agg(json_build_object('total', l.total::text, 'container_id', l.container_id,
          'tax', (
            SELECT json_build_object('id', t.id, 'base', t.base::text, 'amount', t.amount::text) FROM invoice_taxes t
            WHERE t.organization_id = l.organization_id AND t.invoice_id = l.invoice_id AND t.tax_id = l.tax_id
              AND t.percent = l.tax_percent),
          'credited', (
            SELECT coalesce(-sum(n.total), 0)::text FROM invoice_lines n
            JOIN invoices o ON o.organization_id = n.organization_id AND o.id = n.invoice_id AND ${raw(isFinal((column) => `o.${column}`))}
            WHERE n.organization_id = l.organization_id AND n.credits_line_id = l.id),
          'charges', (
            SELECT coalesce(json_agg(json_build_object('id', c.id, 'total', c.total::text,
              'units', coalesce(c.last_unit - c.first_unit + 1, 1)) ORDER BY c.id), '[]')
            FROM charges c WHERE c.organization_id = l.organization_id AND c.invoice_line_id = l.id)
          ) ORDER BY l.id), '[]')
        FROM invoice_lines l WHERE l.organization_id = i.organization_id AND l.invoice_id = i.id
      ) AS lines
    FROM invoices i
    WHERE i.organization_id = ${organization_id} AND ${among('i.id', ids)}`);
}
