import type { ChargeStatus } from './charge-words';

/** SQL: how far a row `c` of charges has come. */
export const STATUS_OF_CHARGE = `CASE WHEN c.invoice_line_id IS NOT NULL THEN (
    SELECT CASE WHEN i.paid THEN 'paid' WHEN i.approved OR i.numbered_at IS NOT NULL THEN 'invoiced' ELSE 'draft' END
    FROM invoice_lines l JOIN invoices i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
    WHERE l.organization_id = c.organization_id AND l.id = c.invoice_line_id)
  WHEN c.settled_with_id IS NULL THEN 'open'
  WHEN (SELECT w.kind FROM charges w WHERE w.organization_id = c.organization_id AND w.id = c.settled_with_id) = 'waiver'
    THEN 'waived' ELSE 'settled' END`;

/** Whether nothing of a charge with this status is left to be paid. */
export const isSettled = (status: ChargeStatus): boolean =>
  status === 'paid' || status === 'waived' || status === 'settled';
