import type { DocumentLine } from '../invoices/invoice-document';
import { isCounted, perUnit, unitOf } from '../quantity-unit';

/** The units of UN/ECE Recommendation 20 of what a price is per, for a quantity that is of it. */
const UNIT_CODES: Record<string, string> = {
  tonne: 'TNE',
  revenue_tonne: 'TNE',
  cubic_metre: 'MTQ',
  square_metre: 'MTK',
  metre: 'MTR',
};

/** The quantity of a line with its unit, as documents say it. */
export interface LineQuantity {
  /** UN/ECE Recommendation 20. */
  unit_code: string;
  /** `TEU × day` for 2 TEU of one day; `day` for one container. */
  unit: string;
}

/**
 * What the quantity of a line is of. Priced by TEU or tonne, a line of one day says `TEU × day` and not `day`, because its
 * quantity is the product of both. No code of Recommendation 20 is of such a product: it is `C62`, one.
 */
export function quantityUnit(
  line: Pick<DocumentLine, 'billed_by' | 'billed_per' | 'unit_code'>,
): LineQuantity {
  return { unit_code: unitCodeOf(line), unit: unitOf(line) };
}

function unitCodeOf({
  billed_by,
  billed_per,
  unit_code,
}: Pick<DocumentLine, 'billed_by' | 'billed_per' | 'unit_code'>): string {
  if (!perUnit(billed_per)) return unit_code;
  return isCounted(billed_by) ? 'C62' : (UNIT_CODES[billed_per!] ?? 'C62');
}

/** How many days or periods a line counts, such as `5 × day`; null of what is not counted, and where it is not known. */
export const countOf = ({ units, billed_by }: Pick<DocumentLine, 'units' | 'billed_by'>): string | null =>
  units === null || !isCounted(billed_by) ? null : `${units} × ${billed_by}`;
