import { In } from '../../common/input/in';
import { INVOICE_LANGUAGES, type InvoiceLanguage } from '../../common/languages/invoice-languages';
import { DOCUMENT_TYPES, type DocumentType } from './invoice.entity';

/** A text that a document shows as it is. */
const Shown = () => In.note();
/** An exact decimal as text. */
const Exactly = () =>
  In.text({ required: true, pattern: /^-?\d{1,15}(\.\d{1,12})?$/, must: 'must be a decimal number' });

/** A company as a document names it. */
export class DocumentParty {
  @Shown() name: string | null;
  /** The address in one text, where the parts are not known. */
  @Shown() address: string | null;
  @Shown() street: string | null;
  @Shown() city: string | null;
  @Shown() postal_code: string | null;
  @Shown() country: string | null;
  @Shown() vat_number: string | null;
  @Shown() registration_number: string | null;
  /** The register of that number (ISO 6523). */
  @Shown() registration_scheme: string | null;
  @Shown() endpoint_scheme: string | null;
  @Shown() endpoint_id: string | null;
  @Shown() email: string | null;
  @Shown() phone: string | null;
  /** The language that its documents are in. */
  @In.oneOf(INVOICE_LANGUAGES) language: InvoiceLanguage | null;
}

/** How a document pays: the account of the seller, and a note below it. */
export class DocumentSeller extends DocumentParty {
  @Shown() iban: string | null;
  @Shown() bic: string | null;
  @Shown() note: string | null;
}

/** The customer of a document, with what it wants to read there. */
export class DocumentCustomer extends DocumentParty {
  @Shown() buyer_reference: string | null;
}

/** The tax of a line or of a group of lines (EN 16931, BT-118 to BT-121 and BT-151). */
export class DocumentTax {
  @In.note({ required: true }) code: string;
  @In.note({ required: true }) category: string;
  @Exactly() percent: string;
  @Shown() exemption_code: string | null;
  @Shown() exemption_reason: string | null;
}

export class DocumentLine {
  /** The charge code or item, such as `STOR`. */
  @Shown() item: string | null;
  @Shown() description: string | null;
  @Shown() container: string | null;
  @Exactly() quantity: string;
  /** UN/ECE Recommendation 20. */
  @In.note({ required: true }) unit_code: string;
  @Shown() billed_by: string | null;
  @Shown() billed_per: string | null;
  /** How many days or periods it counts; null of what is not counted, and of lines without charges. */
  @In.int() units: number | null;
  @Exactly() amount: string;
  @Exactly() total: string;
  @Shown() period_from: string | null;
  @Shown() period_until: string | null;
  /** The first and the last day of free time before this line. */
  @Shown() free_from: string | null;
  @Shown() free_until: string | null;
  @In.object(() => DocumentTax) tax: DocumentTax | null;
}

/** The lines of one tax and percentage together. */
export class DocumentTaxGroup extends DocumentTax {
  @Exactly() base: string;
  @Exactly() amount: string;
}

/** The invoice that a credit note credits. */
class CreditedDocument {
  @In.note({ required: true }) number: string;
  @In.date({ required: true }) issued_on: string;
}

/**
 * Everything that a PDF, a UBL document or a CSV file of an invoice shows. Days are those of the organization; amounts
 * are texts with two places, unit prices with two to six. The function `invoice_document` of the database makes it of
 * what is known now, and `invoice_documents` keeps it of what was issued, which a file states with these fields.
 */
export class InvoiceDocument {
  @In.note({ required: true }) number: string;
  @In.oneOf(DOCUMENT_TYPES, { required: true }) document_type: DocumentType;
  @In.bool({ required: true }) is_proforma: boolean;
  /** Whether it waits for its number or its approval. */
  @In.bool({ required: true }) is_draft: boolean;
  /** Whether it was made of charges, so that it has or will have a number of a series. */
  @In.bool({ required: true }) is_calculated: boolean;
  @In.bool({ required: true }) is_numbered: boolean;
  @In.text({ notNull: true }) currency: string;
  /** The day of its number, else of its making. */
  @In.date({ required: true }) issued_on: string;
  @In.date() due_on: string | null;
  @In.object(() => CreditedDocument) credits: CreditedDocument | null;
  @Shown() voyage: string | null;
  @Shown() bill_of_lading: string | null;
  @Shown() truck_visit: string | null;
  @In.object(() => DocumentSeller) seller: DocumentSeller;
  @In.object(() => DocumentCustomer, { required: true }) customer: DocumentCustomer;
  @In.objects(() => DocumentLine, { required: true }) lines: DocumentLine[];
  @In.objects(() => DocumentTaxGroup, { required: true }) taxes: DocumentTaxGroup[];
  @Exactly() subtotal: string;
  @Exactly() taxes_and_fees: string;
  @Exactly() total: string;
}
