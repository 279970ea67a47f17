import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { effect, type Query, rows } from '../../common/database/sql/query';
import type { Numeric } from '../../common/schema/columns';

/** An allocation that is written, with the container whose lines it pays first. */
export interface ToWrite {
  invoice: { id: number };
  amount: Numeric;
  container_id?: number | null;
}

const asJson = (allocated: ToWrite[]) =>
  JSON.stringify(
    allocated.map(({ invoice, amount, container_id = null }) => ({
      invoice_id: invoice.id,
      amount,
      container_id,
    })),
  );

/**
 * Writes what of a payment is allocated to invoices, and in the same statement what of both is open then. The caller has
 * locked the invoices and the payment.
 */
export function writeAllocations(
  { actor: { organization_id, user_id } }: Db,
  payment_id: number,
  allocated: ToWrite[],
  at: Date,
): Query<void> {
  return effect(sql`
    WITH made AS (
      INSERT INTO payment_allocations (organization_id, payment_id, invoice_id, amount, container_id, allocated_at,
        allocated_by_id)
      SELECT ${organization_id}::bigint, ${payment_id}::bigint, r.invoice_id, r.amount, r.container_id, ${at},
        ${user_id}::bigint
      FROM json_to_recordset(${asJson(allocated)}::json) AS r(invoice_id bigint, amount numeric, container_id bigint)
      RETURNING invoice_id, amount
    ), paid AS (
      UPDATE invoices i SET amount_paid = i.amount_paid + sign(i.total) * m.amount, paid_at = ${at}, updated_at = now()
      FROM made m WHERE i.organization_id = ${organization_id} AND i.id = m.invoice_id
    )
    UPDATE payments p SET allocated = p.allocated + m.amount, unallocated = p.unallocated - m.amount, updated_at = now()
    FROM (SELECT sum(amount) AS amount FROM made) m
    WHERE p.organization_id = ${organization_id} AND p.id = ${payment_id} AND m.amount IS NOT NULL`);
}

/**
 * Takes allocations of a payment back, and in the same statement opens what they were allocated to. The caller has locked the
 * invoices and the payment.
 * @param invoice_id of this invoice alone; of all unless given
 * @returns what was taken back
 */
export function takeBack(
  { actor: { organization_id } }: Db,
  payment_id: number,
  reason: string | null,
  invoice_id: number | null = null,
): Query<{ invoice_id: number; amount: string }[]> {
  return rows(sql`
    WITH gone AS (
      UPDATE payment_allocations a SET deallocated_at = now(), deallocate_reason = ${reason}, updated_at = now()
      WHERE a.organization_id = ${organization_id} AND a.payment_id = ${payment_id} AND a.deallocated_at IS NULL
        AND (${invoice_id}::bigint IS NULL OR a.invoice_id = ${invoice_id})
      RETURNING a.invoice_id, a.amount
    ), summed AS (
      SELECT g.invoice_id, sum(g.amount) AS amount FROM gone g GROUP BY g.invoice_id
    ), opened AS (
      UPDATE invoices i SET amount_paid = i.amount_paid - sign(i.total) * s.amount, updated_at = now()
      FROM summed s WHERE i.organization_id = ${organization_id} AND i.id = s.invoice_id
    ), freed AS (
      UPDATE payments p SET allocated = p.allocated - s.amount, unallocated = p.unallocated + s.amount, updated_at = now()
      FROM (SELECT sum(amount) AS amount FROM summed) s
      WHERE p.organization_id = ${organization_id} AND p.id = ${payment_id} AND s.amount IS NOT NULL
    )
    SELECT s.invoice_id, s.amount::text FROM summed s ORDER BY s.invoice_id`);
}

/** Writes what of a credit note is applied to invoices, and in the same statement what of all of them is open then. */
export function writeApplications(
  { actor: { organization_id, user_id } }: Db,
  credit_note_id: number,
  applied: ToWrite[],
  at: Date,
): Query<void> {
  return effect(sql`
    WITH made AS (
      INSERT INTO credit_applications (organization_id, credit_note_id, invoice_id, amount, applied_at, applied_by_id)
      SELECT ${organization_id}::bigint, ${credit_note_id}::bigint, r.invoice_id, r.amount, ${at}, ${user_id}::bigint
      FROM json_to_recordset(${asJson(applied)}::json) AS r(invoice_id bigint, amount numeric)
      RETURNING invoice_id, amount
    ), changed AS (
      SELECT m.invoice_id AS id, m.amount FROM made m
      UNION ALL SELECT ${credit_note_id}::bigint, -sum(m.amount) FROM made m HAVING count(*) > 0
    )
    UPDATE invoices i SET amount_credited = i.amount_credited + c.amount,
      paid_at = CASE WHEN i.id <> ${credit_note_id} THEN ${at}::timestamptz ELSE i.paid_at END, updated_at = now()
    FROM changed c WHERE i.organization_id = ${organization_id} AND i.id = c.id`);
}
