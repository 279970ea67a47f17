import sql, { raw, type Sql } from 'sql-template-tag';

/** What an entry is: a document, a payment, money that was paid out, what takes either back, or a mark as settled. */
export const ENTRY_KINDS = ['invoice', 'credit_note', 'payment', 'refund', 'reversal', 'settlement'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/**
 * SQL: whether an invoice `i` is owed: it was approved or has its number, and is no pro-forma. What was paid without either is
 * owed as well, because its payment counts.
 */
export const IS_OWED = raw(
  '(NOT i.is_proforma AND (i.approved OR i.numbered_at IS NOT NULL) OR i.paid OR i.amount_paid <> 0)',
);

/** SQL: when an invoice `i` began to be owed. */
export const OWED_AT = raw('coalesce(i.numbered_at, i.approved_at, i.paid_at, i.created_at)');

/** SQL: the day of an instant in a time zone. */
export const dayOf = (instant: Sql, time_zone: string): Sql =>
  sql`(${instant} AT TIME ZONE ${time_zone})::date`;

/** Which invoices `i` and payments `p` entries are of. */
export interface Whose {
  invoices: Sql;
  payments: Sql;
}

/**
 * SQL: what changes what customers owe, a row each: what they owe more is above 0. Columns: `day`, `at`, `kind`, `type` and `id`
 * of the document, `number`, `reference`, `due_on`, `amount`, `currency`, `invoice_id` and `payment_id` (decision 884).
 */
export function entries(organization_id: number, time_zone: string, { invoices, payments }: Whose): Sql {
  const day = (instant: Sql) => dayOf(instant, time_zone);
  return sql`
    SELECT ${day(OWED_AT)} AS day, ${OWED_AT} AS at, i.document_type AS kind, 'invoice' AS type, i.id, i.number,
      NULL::text AS reference, i.due_on, i.total AS amount, i.currency
    FROM invoices i WHERE i.organization_id = ${organization_id} AND ${IS_OWED} AND ${invoices}
    UNION ALL
    SELECT ${day(raw('i.paid_at'))}, i.paid_at, 'settlement', 'invoice', i.id, i.number, NULL, NULL,
      -(i.total - i.amount_paid - i.amount_credited), i.currency
    FROM invoices i WHERE i.organization_id = ${organization_id} AND i.marked AND ${IS_OWED} AND ${invoices}
      AND i.total <> i.amount_paid + i.amount_credited
    UNION ALL
    SELECT ${day(raw('p.paid_at'))}, p.paid_at, CASE p.direction WHEN 'in' THEN 'payment' ELSE 'refund' END, 'payment', p.id,
      p.number, p.reference, NULL, CASE p.direction WHEN 'in' THEN -p.amount ELSE p.amount END, p.currency
    FROM payments p WHERE p.organization_id = ${organization_id} AND ${payments}
    UNION ALL
    SELECT ${day(raw('p.reversed_at'))}, p.reversed_at, 'reversal', 'payment', p.id,
      p.number, p.reverse_reason, NULL, CASE p.direction WHEN 'in' THEN p.amount ELSE -p.amount END, p.currency
    FROM payments p WHERE p.organization_id = ${organization_id} AND p.status = 'reversed' AND ${payments}`;
}

/**
 * SQL: what is open of invoices `i` at the end of a day: `i.total` less what counted for it then. A part of a payment counts while
 * its payment does.
 * @param end the first instant behind the day
 */
export const openAt = (
  organization_id: number,
  end: Sql,
): Sql => sql`CASE WHEN i.marked AND i.paid_at < ${end} THEN 0 ELSE i.total
  - coalesce((
    SELECT sum(CASE p.direction WHEN 'in' THEN a.amount ELSE -a.amount END) FROM payment_allocations a
    JOIN payments p ON p.organization_id = a.organization_id AND p.id = a.payment_id
    WHERE a.organization_id = ${organization_id} AND a.invoice_id = i.id AND ${countsAt(end)}), 0)
  - coalesce((
    SELECT sum(CASE WHEN x.credit_note_id = i.id THEN -x.amount ELSE x.amount END) FROM credit_applications x
    JOIN invoices o ON o.organization_id = x.organization_id
      AND o.id = CASE WHEN x.credit_note_id = i.id THEN x.invoice_id ELSE x.credit_note_id END
    WHERE x.organization_id = ${organization_id} AND (x.invoice_id = i.id OR x.credit_note_id = i.id)
      AND x.applied_at < ${end} AND coalesce(o.numbered_at, o.approved_at, o.paid_at, o.created_at) < ${end}), 0) END`;

/** SQL: what is unallocated of a payment `p` at the end of a day. */
export const unallocatedAt = (
  organization_id: number,
  end: Sql,
): Sql => sql`CASE WHEN p.reversed_at < ${end} THEN 0 ELSE
  (p.amount - coalesce((
    SELECT sum(a.amount) FROM payment_allocations a
    JOIN invoices i ON i.organization_id = a.organization_id AND i.id = a.invoice_id AND ${IS_OWED} AND ${OWED_AT} < ${end}
    WHERE a.organization_id = ${organization_id} AND a.payment_id = p.id AND ${countsAt(end)}), 0))
  * CASE p.direction WHEN 'in' THEN 1 ELSE -1 END END`;

/** SQL: whether a part `a` of a payment `p` counted at the end of a day. */
const countsAt = (
  end: Sql,
): Sql => sql`p.paid_at < ${end} AND (p.reversed_at IS NULL OR p.reversed_at >= ${end})
  AND a.allocated_at < ${end} AND (a.deallocated_at IS NULL OR a.deallocated_at >= ${end})`;
