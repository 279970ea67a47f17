import { Exact, sum } from '../money';
import type { DocumentParty, DocumentTax, InvoiceDocument } from '../invoices/invoice-document';

/** The category of what is outside of the scope of VAT (EN 16931). */
export const OUTSIDE = 'O';
/** Why nothing is taken, by category, where the tax does not say it (code list VATEX). An exemption (E) has many reasons. */
const EXEMPTION_CODES: Readonly<Record<string, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};
/** The categories of which the document must not say why nothing is taken (BR-S-10, BR-Z-10). */
const WITHOUT_EXEMPTION = new Set(['S', 'Z']);

/** Why nothing is taken of a group, as a code or in words; neither for standard and zero rates. */
export function exemptionOf({ category, exemption_code, exemption_reason }: DocumentTax): {
  code: string | null;
  reason: string | null;
} {
  if (WITHOUT_EXEMPTION.has(category)) return { code: null, reason: null };
  const code = exemption_code || (exemption_reason ? null : (EXEMPTION_CODES[category] ?? null));
  return { code, reason: exemption_reason };
}

/** Whether a group has to say why nothing is taken, and does not (BR-E-10). */
function isUnexplained(group: DocumentTax): boolean {
  const { code, reason } = exemptionOf(group);
  return !WITHOUT_EXEMPTION.has(group.category) && !code && !reason;
}

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
    ...registration('seller', seller, seller),
    ['customer.name', customer.name],
    ['customer.country', customer.country],
    ...(categories.some((category) => CUSTOMER_NAMED.has(category))
      ? [['customer.vat_number', customer.vat_number] as [string, string | null]]
      : []),
    ...endpoint('customer', customer),
    ...registration('customer', customer, seller),
    ['customer.buyer_reference', customer.buyer_reference || bill_of_lading],
    ...taxes
      .filter(isUnexplained)
      .map(({ code }): [string, null] => [`taxes.${code}.exemption_reason`, null]),
  ];
  return known.filter(([, value]) => !value).map(([field]) => field);
}

function endpoint(of: string, party: DocumentParty): [string, string | null][] {
  return [
    [`${of}.endpoint_scheme`, party.endpoint_scheme],
    [`${of}.endpoint_id`, party.endpoint_id],
  ];
}

/** The registers of the Netherlands: KVK and OIN. */
const DUTCH_REGISTERS = ['0106', '0190'];

/** A Dutch seller says its number in a register of the country, and that of a Dutch customer (Peppol NL-R-003, NL-R-005). */
function registration(of: string, party: DocumentParty, seller: DocumentParty): [string, string | null][] {
  const { country, registration_number, registration_scheme } = party;
  if (seller.country !== 'NL' || country !== 'NL') return [];
  const isDutch = DUTCH_REGISTERS.includes(registration_scheme ?? '');
  return [
    [`${of}.registration_number`, registration_number],
    [`${of}.registration_scheme`, isDutch ? registration_scheme : null],
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
