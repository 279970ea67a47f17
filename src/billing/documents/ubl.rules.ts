import { Exact, sum } from '../money';
import type { DocumentParty, InvoiceDocument } from './invoice-document';

/** The category of what is outside of the scope of VAT (EN 16931). */
export const OUTSIDE = 'O';
/** The categories of which the document names the VAT number of the customer: reverse charge and intra-community. */
const CUSTOMER_NAMED = new Set(['AE', 'K']);

/** The fields that EN 16931 and Peppol BIS Billing 3 ask for and that the document lacks, by their paths. */
export function missingFields({ seller, customer, bill_of_lading, taxes }: InvoiceDocument): string[] {
  const categories = taxes.map(({ category }) => category);
  const taxed = categories.some((category) => category !== OUTSIDE);
  const known: [field: string, value: string | null][] = [
    ['seller.name', seller.name],
    ['seller.country', seller.country],
    ...(taxed ? [['seller.vat_number', seller.vat_number] as [string, string | null]] : []),
    ...endpoint('seller', seller),
    ['customer.name', customer.name],
    ['customer.country', customer.country],
    ...(categories.some((category) => CUSTOMER_NAMED.has(category))
      ? [['customer.vat_number', customer.vat_number] as [string, string | null]]
      : []),
    ...endpoint('customer', customer),
    ['customer.buyer_reference', customer.buyer_reference || bill_of_lading],
  ];
  return known.filter(([, value]) => !value).map(([field]) => field);
}

function endpoint(of: string, party: DocumentParty): [string, string | null][] {
  return [
    [`${of}.endpoint_scheme`, party.endpoint_scheme],
    [`${of}.endpoint_id`, party.endpoint_id],
  ];
}

/**
 * The rules on sums of EN 16931 that the document breaks: BR-CO-10 and 13 (the sum of the lines), BR-CO-14 (of the
 * taxes), BR-CO-15 and 16 (the total), BR-CO-17 (each tax; the last credit of an invoice takes the rest of its tax, so
 * it may differ by less than one, as the validation of the standard allows). There are no allowances (BR-CO-11, 12).
 */
export function brokenRules({ lines, taxes, subtotal, taxes_and_fees, total }: InvoiceDocument): string[] {
  const broken: string[] = [];
  if (!sum(lines.map((line) => line.total)).equals(subtotal)) broken.push('BR-CO-10');
  if (!sum(taxes.map(({ base }) => base)).equals(subtotal)) broken.push('BR-CO-13');
  if (!sum(taxes.map(({ amount }) => amount)).equals(taxes_and_fees)) broken.push('BR-CO-14');
  if (!sum([subtotal, taxes_and_fees]).equals(total)) broken.push('BR-CO-15');
  const wrong = taxes.some(({ base, percent, amount }) =>
    new Exact(base).times(percent).dividedBy(100).minus(amount).abs().greaterThanOrEqualTo(1),
  );
  if (wrong) broken.push('BR-CO-17');
  return broken;
}
