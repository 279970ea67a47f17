/** A company as a document names it. */
export interface DocumentParty {
  name: string | null;
  /** The address in one text, where the parts are not known. */
  address: string | null;
  street: string | null;
  city: string | null;
  postal_code: string | null;
  country: string | null;
  vat_number: string | null;
  registration_number: string | null;
  endpoint_scheme: string | null;
  endpoint_id: string | null;
  email: string | null;
  phone: string | null;
}

/** How a document pays: the account of the seller, and a note below it. */
export interface DocumentSeller extends DocumentParty {
  iban: string | null;
  bic: string | null;
  note: string | null;
}

/** The tax of a line or of a group of lines (EN 16931, BT-118 to BT-121 and BT-151). */
export interface DocumentTax {
  code: string;
  category: string;
  percent: string;
  exemption_code: string | null;
  exemption_reason: string | null;
}

export interface DocumentLine {
  /** The charge code or item, such as `STOR`. */
  item: string | null;
  description: string | null;
  container: string | null;
  quantity: string;
  /** UN/ECE Recommendation 20. */
  unit_code: string;
  billed_by: string | null;
  billed_per: string | null;
  amount: string;
  total: string;
  period_from: string | null;
  period_until: string | null;
  /** The first and the last day of free time before this line. */
  free_from: string | null;
  free_until: string | null;
  tax: DocumentTax | null;
}

/** The lines of one tax and percentage together. */
export interface DocumentTaxGroup extends DocumentTax {
  base: string;
  amount: string;
}

/**
 * Everything that a PDF, a UBL document or a CSV file of an invoice shows. Days are those of the organization; amounts
 * are texts with two places, unit prices with two to six.
 */
export interface InvoiceDocument {
  number: string;
  document_type: 'invoice' | 'credit_note';
  is_proforma: boolean;
  /** Whether it waits for its number or its approval. */
  is_draft: boolean;
  /** Whether it was made of charges, so that it has or will have a number of a series. */
  is_calculated: boolean;
  is_numbered: boolean;
  currency: string;
  /** The day of its number, else of its making. */
  issued_on: string;
  due_on: string | null;
  credits: { number: string; issued_on: string } | null;
  voyage: string | null;
  bill_of_lading: string | null;
  truck_visit: string | null;
  seller: DocumentSeller;
  customer: DocumentParty & { buyer_reference: string | null };
  lines: DocumentLine[];
  taxes: DocumentTaxGroup[];
  subtotal: string;
  taxes_and_fees: string;
  total: string;
}
