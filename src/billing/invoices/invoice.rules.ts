import { Refused } from '../../common/errors/errors';
import type { Numeric } from '../../common/schema/columns';
import { BILLING } from '../billing.codes';
import { Exact, sum, toHundredths } from '../money';

/** The total of a line: quantity times unit price, rounded to hundredths. */
export function lineTotal(quantity: number, amount: number): Numeric {
  return toHundredths(new Exact(quantity).times(amount));
}

/** The sums of an invoice: the subtotal of the rounded line totals, and the total with taxes and fees. */
export function invoiceTotals(
  lineTotals: string[],
  taxes: number,
): { subtotal: Numeric; taxes_and_fees: Numeric; total: Numeric } {
  const subtotal = sum(lineTotals);
  const taxes_and_fees = toHundredths(taxes);
  return {
    subtotal: toHundredths(subtotal),
    taxes_and_fees,
    total: toHundredths(subtotal.plus(taxes_and_fees)),
  };
}

/**
 * The currency of an invoice: the stated one, or else that of its lines; null when there is none.
 * @throws Refused when a line has another currency, because amounts in different currencies do not add up
 */
export function invoiceCurrency(
  currency: string | null | undefined,
  lines: { currency?: string | null }[],
): string | null {
  const ofInvoice = currency || lines.find((line) => line.currency)?.currency || null;
  lines.forEach((line, i) => {
    if (line.currency && line.currency !== ofInvoice)
      throw new Refused({
        code: BILLING.currency_mixed,
        sentence: `An invoice has one currency: it cannot be ${ofInvoice} and ${line.currency}.`,
        field: `line_items.${i}.currency`,
      });
  });
  return ofInvoice;
}
