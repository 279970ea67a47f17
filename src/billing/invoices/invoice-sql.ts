import type { Of } from '../../common/view/view';

/**
 * SQL: whether an invoice has lines that were calculated here.
 * A scalar sub-select is an index probe for each invoice; EXISTS may be planned as one over all calculated lines.
 */
export const isCalculated = (of: Of) => `coalesce((
  SELECT true FROM invoice_lines n
  WHERE n.organization_id = ${of('organization_id')} AND n.invoice_id = ${of('id')} AND n.charge_code_id IS NOT NULL
  LIMIT 1), false)`;

/** SQL: whether an invoice is no draft any more: approved, paid, or numbered for good. */
export const isFinal = (of: Of) => `(${of('approved')} OR ${of('paid')} OR ${of('numbered_at')} IS NOT NULL)`;
