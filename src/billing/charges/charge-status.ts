import { isFinal } from '../invoices/invoice-sql';
import type { ChargeStatus } from './charge-words';

/** SQL of a column of a charge. */
type ColumnOf = (name: string) => string;

/** SQL: something of the invoice `i` that a charge is on; NULL for none. */
export const invoiceOf = (of: ColumnOf, what: string) => `(SELECT ${what} FROM invoice_lines l
  JOIN invoices i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
  WHERE l.organization_id = ${of('organization_id')} AND l.id = ${of('invoice_line_id')})`;

/** SQL: how far an invoice `i` with charges has come. */
const OF_INVOICE = `CASE WHEN i.paid THEN 'paid' WHEN ${isFinal((column) => `i.${column}`)} THEN 'invoiced' ELSE 'draft' END`;

/** SQL: whether a part of an invoice `i` is paid or credited, which is no draft any more. */
export const IS_PAID_IN_PART = `NOT i.paid AND i.amount_open < i.total AND ${isFinal((column) => `i.${column}`)}`;

/** SQL: how far a charge has come. */
export const statusOf = (
  of: ColumnOf,
) => `CASE WHEN ${of('invoice_line_id')} IS NOT NULL THEN ${invoiceOf(of, OF_INVOICE)}
  WHEN ${of('settled_with_id')} IS NULL THEN 'open'
  WHEN (SELECT s.kind FROM charges s WHERE s.organization_id = ${of('organization_id')} AND s.id = ${of('settled_with_id')}) = 'waiver'
    THEN 'waived' ELSE 'settled' END`;

/** Whether nothing of a charge with this status is left to be paid. */
export const isSettled = (status: ChargeStatus): boolean =>
  status === 'paid' || status === 'waived' || status === 'settled';
