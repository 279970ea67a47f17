import { groupBy } from '../../common/group-by';
import type { Numeric } from '../../common/schema/columns';
import { type Exact, money, plain, sum } from '../money';

/** What is summed up of a line. */
export interface SummedLine {
  total: string;
  tax_id: number | null;
  tax_percent: string | null;
}

/** The tax on the lines of a document that share a tax and a percentage. */
export interface DocumentTax {
  tax_id: number;
  percent: string;
  base: Numeric;
  amount: Numeric;
}

/** The sums of a document: they add up to its total, and its taxes to `taxes_and_fees`. */
export interface DocumentSums {
  subtotal: Numeric;
  taxes: DocumentTax[];
  taxes_and_fees: Numeric;
  total: Numeric;
}

/** Lines by tax and percentage; those without a tax are in no group. */
export function byTax<L extends SummedLine>(
  lines: L[],
): { tax_id: number; percent: string; base: Exact; lines: L[] }[] {
  const taxed = lines.filter(({ tax_id, tax_percent }) => tax_id !== null && tax_percent !== null);
  const groups = groupBy(taxed, ({ tax_id, tax_percent }) => `${tax_id} ${plain(tax_percent!)}`);
  return [...groups.values()].map((group) => ({
    tax_id: group[0]!.tax_id!,
    percent: group[0]!.tax_percent!,
    base: sum(group.map(({ total }) => total)),
    lines: group,
  }));
}

/** The tax on a base, rounded once (EN 16931, BR-CO-17). */
export const taxOn = (base: Exact, percent: string, currency: string | null): Numeric =>
  money(base.times(percent).dividedBy(100), currency);

/** The sums of lines with the tax of each group, or with taxes that are reckoned otherwise. */
export function sumsOf(
  lines: SummedLine[],
  currency: string | null,
  taxes: DocumentTax[] = byTax(lines).map(({ tax_id, percent, base }) => ({
    tax_id,
    percent,
    base: money(base, currency),
    amount: taxOn(base, percent, currency),
  })),
): DocumentSums {
  const subtotal = sum(lines.map(({ total }) => total));
  const taxes_and_fees = sum(taxes.map(({ amount }) => amount));
  return {
    subtotal: money(subtotal, currency),
    taxes,
    taxes_and_fees: money(taxes_and_fees, currency),
    total: money(subtotal.plus(taxes_and_fees), currency),
  };
}
