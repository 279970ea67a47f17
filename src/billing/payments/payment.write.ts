import sql from 'sql-template-tag';
import { User } from '../../common/auth/user.kind';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { In } from '../../common/input/in';
import { column, type FieldMap, reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { parts } from '../../common/write/parts';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf, WriteRow } from '../../common/write/write-row';
import { CustomerLine } from '../customers/customer-key';
import { customerReference } from '../customers/customer-reference';
import { Exact, sum, toHundredths } from '../money';
import { amountColumn, amountInput } from '../money-fields';
import { Till } from '../tills/till.kind';
import { WAYS, type Way } from '../tills/ways';
import { CreditApplication } from './credit-application.entity';
import { Payment, PAYMENT_STATUSES } from './payment.entity';
import { PaymentAllocation } from './payment-allocation.entity';

const INVOICE = lookupOf('invoices', 'number');
const USER = lookupOf(User, 'email');

/** What is allocated in a file; with what was taken back. */
class AllocationLine {
  @In.text({ required: true }) invoice: string;
  @amountInput({ required: true }) amount: string;
  @In.text() container?: string | null;
  @In.time({ required: true }) allocated_at: string;
  @In.text() allocated_by?: string | null;
  @In.time() deallocated_at?: string | null;
  @In.note() deallocate_reason?: string | null;
}

/** A payment in a file. What is left of it, and what of invoices is open, follows from what is allocated. */
class PaymentLine {
  /** Null for what was marked as paid before there were payments; the order of the lines tells these apart. */
  @In.text({ identifier: 'visible' }) number?: string | null;
  @In.object(() => CustomerLine, { required: true }) customer: CustomerLine;
  @In.text() currency?: string | null;
  @amountInput({ required: true }) amount: string;
  @In.oneOf(WAYS, { required: true }) way: Way;
  @In.text() reference?: string | null;
  @In.time({ required: true }) paid_at: string;
  @In.text() received_by?: string | null;
  @In.note() notes?: string | null;
  @In.bool({ notNull: true }) is_mark?: boolean;
  /** The number of the credit note that is paid out. */
  @In.text() refunds?: string | null;
  @In.oneOf(PAYMENT_STATUSES, { required: true }) status: string;
  @In.time() reversed_at?: string | null;
  @In.text() reversed_by?: string | null;
  @In.note() reverse_reason?: string | null;
  @In.text() till?: string | null;
  @In.text() till_closing?: string | null;
  @In.text() reversal_closing?: string | null;
  @In.objects(() => AllocationLine, { required: true }) allocations: AllocationLine[];
  @In.time({ required: true }) created_at: string;
}

const allocationModel = new WriteModel({
  entity: PaymentAllocation,
  input: [AllocationLine],
  key: ['invoice'],
  match: ['id'],
  internal: ['payment_id', 'id'],
  maps: {
    invoice: reference('invoice', INVOICE),
    amount: amountColumn('amount'),
    container: reference('container', lookupOf('containers', 'number')),
    allocated_by: reference('allocated_by', USER),
  },
});

const lines = parts('allocations', allocationModel, 'payment_id', 'id');
/** The invoices that a stored payment was allocated to, because a file may allocate it to others. */
const before = new WeakMap<WriteRow, number[]>();

const allocations: FieldMap = {
  ...lines,
  complete: async (rows, run) => {
    await lines.complete?.(rows, run);
    const stored = rows.filter(({ before: known }) => known);
    if (!stored.length) return;
    const found = await allocatedTo(
      run.db,
      stored.map((row) => row.before!.id),
    );
    for (const row of stored)
      before.set(
        row,
        found.flatMap(({ payment_id, invoice_id }) => (payment_id === row.before!.id ? invoice_id : [])),
      );
  },
  written: async (rows, run) => {
    await lines.written!(rows, run);
    const now = await allocatedTo(
      run.db,
      rows.map(({ id }) => id!),
    );
    await sumInvoices(run.db, [
      ...now.map(({ invoice_id }) => invoice_id),
      ...rows.flatMap((row) => before.get(row) ?? []),
    ]);
  },
};

function allocatedTo(db: Db, payment_ids: number[]): Promise<{ payment_id: number; invoice_id: number }[]> {
  return db.query(sql`
    SELECT DISTINCT a.payment_id, a.invoice_id FROM payment_allocations a
    WHERE a.organization_id = ${db.actor.organization_id} AND ${among('a.payment_id', payment_ids)}`);
}

/** Sums anew what is paid and credited of invoices and credit notes. */
async function sumInvoices(db: Db, ids: number[]): Promise<void> {
  const { organization_id } = db.actor;
  await db.query(sql`
    UPDATE invoices i SET amount_paid = s.paid, amount_credited = s.credited, paid_at = coalesce(s.at, i.paid_at)
    FROM (
      SELECT n.id, sign(n.total) * coalesce(a.amount, 0) AS paid, coalesce(c.amount, 0) AS credited, greatest(a.at, c.at) AS at
      FROM invoices n
      CROSS JOIN LATERAL (
        SELECT sum(a.amount) AS amount, max(a.allocated_at) AS at FROM payment_allocations a
        WHERE a.organization_id = n.organization_id AND a.invoice_id = n.id AND a.deallocated_at IS NULL) a
      CROSS JOIN LATERAL (
        SELECT sum(CASE WHEN c.invoice_id = n.id THEN c.amount ELSE -c.amount END) AS amount,
          max(c.applied_at) FILTER (WHERE c.invoice_id = n.id) AS at
        FROM credit_applications c
        WHERE c.organization_id = n.organization_id AND (c.invoice_id = n.id OR c.credit_note_id = n.id)) c
      WHERE n.organization_id = ${organization_id} AND ${among('n.id', [...new Set(ids)])}
      ORDER BY n.id
    ) s
    WHERE i.organization_id = ${organization_id} AND i.id = s.id
      AND (i.amount_paid, i.amount_credited, i.paid_at)
        IS DISTINCT FROM (s.paid, s.credited, CASE WHEN i.paid THEN coalesce(s.at, i.paid_at) END)`);
}

/** Sums what is left of a payment, and says whether it was paid out. */
function sumPayment(row: RowOf<Payment>): void {
  const { amount, status, allocations: stated, refunds } = row.said<PaymentLine>();
  const allocated = sum((stated ?? []).flatMap((each) => (each.deallocated_at ? [] : each.amount)));
  row.columns.allocated = toHundredths(allocated);
  row.columns.unallocated =
    status === 'reversed' ? '0.00' : toHundredths(new Exact(amount ?? 0).minus(allocated));
  row.columns.direction = refunds ? 'out' : 'in';
}

/** Payments in files. */
export const paymentModel = new WriteModel<Payment>({
  entity: Payment,
  input: [PaymentLine],
  key: ['number'],
  compares: true,
  several: true,
  derived: { columns: ['allocated', 'unallocated', 'direction'], fill: sumPayment },
  maps: {
    customer: customerReference(),
    amount: amountColumn('amount'),
    received_by: reference('received_by', USER),
    refunds: reference('refunds', INVOICE),
    reversed_by: reference('reversed_by', USER),
    till: reference('till', lookupOf(Till, 'name')),
    till_closing: reference('till_closing', lookupOf('till_closings', 'number')),
    reversal_closing: reference('reversal_closing', lookupOf('till_closings', 'number')),
    allocations,
    created_at: column('created_at'),
  },
});

/** What of a credit note counts for an invoice, in a file. */
class CreditApplicationLine {
  @In.text({ required: true }) credit_note: string;
  @In.text({ required: true }) invoice: string;
  @amountInput({ required: true }) amount: string;
  @In.time({ required: true }) applied_at: string;
  @In.text() applied_by?: string | null;
}

/** Applications of credit notes in files, each an own line because it is neither of the two documents. */
export const creditApplicationModel = new WriteModel<CreditApplication>({
  entity: CreditApplication,
  input: [CreditApplicationLine],
  key: ['credit_note', 'invoice', 'applied_at'],
  several: true,
  maps: {
    credit_note: reference('credit_note', INVOICE),
    invoice: {
      ...reference('invoice', INVOICE),
      written: async (rows, { db }) =>
        sumInvoices(
          db,
          rows.flatMap(({ columns }) => [columns.invoice_id as number, columns.credit_note_id as number]),
        ),
    },
    amount: amountColumn('amount'),
    applied_by: reference('applied_by', USER),
  },
});
