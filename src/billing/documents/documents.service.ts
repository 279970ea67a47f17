import { Injectable } from '@nestjs/common';
import { csvLine } from '../../common/csv';
import { Db } from '../../common/database/db';
import { Conflict, Invalid, NotFound } from '../../common/errors/errors';
import { join } from 'node:path';
import { DocumentThreads } from '../../common/documents/document-threads';
import { FileAnswer } from '../../common/file-answer';
import { HOME } from '../../common/home';
import type { Json } from '../../common/json';
import { BILLING } from '../billing.codes';
import { Invoice } from '../invoices/invoice.entity';
import type { PaymentShow } from '../payments/payment.view';
import { PaymentsService } from '../payments/payments.service';
import type { TillClosingShow } from '../tills/till-closing.view';
import { TillsService } from '../tills/tills.service';
import { invoiceRows } from './invoice-csv';
import type { InvoiceDocument } from '../invoices/invoice-document';
import { completed, documentNow, documentOf, supplied, type StoredDocument } from './read-document';
import { completedParties, partiesOf, type Parties, type StoredParties } from './read-parties';
import { type Receipt, receiptOf } from './receipt';
import type { Sheet } from './sheet';
import { tillClosingSheet } from './till-closing-sheet';
import { brokenRules, missingFields } from './ubl.rules';

const FOLDER = join(HOME, 'dist/src/billing/documents');
const INVOICE = { filename: join(FOLDER, 'draw-invoice.js') };
const SHEET = { filename: join(FOLDER, 'draw-sheet.js') };
const UBL = { filename: join(FOLDER, 'ubl.js'), name: 'ublOf' };

/** Documents as files: PDF for people; of invoices also UBL for the customer's books, and CSV for a spreadsheet. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly db: Db,
    private readonly threads: DocumentThreads,
    private readonly payments: PaymentsService,
    private readonly tills: TillsService,
  ) {}

  /** @throws NotFound, and Unavailable when too many documents of the organization wait */
  pdf(idOrNumber: string): Promise<FileAnswer> {
    return this.threads.inTurn(async (signal) => {
      const document = await this.ofInvoice(idOrNumber);
      const drawn = await this.threads.draw(INVOICE, document, signal);
      return new FileAnswer('application/pdf', drawn, `${document.number}.pdf`);
    });
  }

  /**
   * The document after EN 16931.
   * @throws NotFound; Conflict for a document without a number; Invalid for missing fields; Unavailable as `pdf` does
   */
  ubl(idOrNumber: string): Promise<FileAnswer> {
    return this.threads.inTurn(async (signal) => {
      const invoice = await this.find(idOrNumber);
      const issued = await this.read(documentOf, invoice.id);
      requireNumbered(issued);
      const missing = missingFields(issued);
      const document = missing.length
        ? supplied(issued, await this.read(documentNow, invoice.id), missing)
        : issued;
      requireComplete(document);
      // that of a thousand lines takes half a second
      const xml = (await this.threads.run(UBL, document, signal)) as string;
      return new FileAnswer('application/xml; charset=utf-8', xml, `${document.number}.xml`);
    });
  }

  /** A row for each line. Throws NotFound. */
  async csv(idOrNumber: string): Promise<FileAnswer> {
    const document = await this.ofInvoice(idOrNumber);
    const text = invoiceRows(document).map(csvLine).join('');
    return new FileAnswer('text/csv; charset=utf-8; header=present', text, `${document.number}.csv`);
  }

  /** The receipt of a payment. Throws as `pdf` does. */
  receipt(idOrNumber: string): Promise<FileAnswer> {
    return this.sheet(async () => {
      const payment = shown<Receipt & Pick<PaymentShow, 'customer'>>(await this.payments.show(idOrNumber));
      return receiptOf(payment, await this.parties(payment.customer));
    });
  }

  /** The closing of a till. Throws as `pdf` does. */
  tillClosing(idOrNumber: string): Promise<FileAnswer> {
    return this.sheet(async () => {
      const closing = shown<TillClosingShow>(await this.tills.showClosing(idOrNumber));
      return tillClosingSheet(closing, await this.parties(null));
    });
  }

  /**
   * A sheet as a PDF, in the turns of invoices.
   * @param make reads what it shows, when its turn comes
   * @throws Unavailable when too many documents of the organization wait, and as `make` does
   */
  sheet(make: () => Promise<Sheet>): Promise<FileAnswer> {
    return this.threads.inTurn(async (signal) => {
      const sheet = await make();
      const drawn = await this.threads.draw(SHEET, sheet, signal);
      return new FileAnswer('application/pdf', drawn, `${sheet.file}.pdf`);
    });
  }

  /** The seller, and a customer as it is now. */
  async parties(customer: Parameters<typeof partiesOf>[1]): Promise<Parties> {
    const [stored] = await this.db.query<StoredParties>(partiesOf(this.db.actor.organization_id, customer));
    return completedParties(stored!);
  }

  /** What the documents of an invoice show. Throws NotFound. */
  async ofInvoice(idOrNumber: string): Promise<InvoiceDocument> {
    return this.read(documentOf, (await this.find(idOrNumber)).id);
  }

  private async find(idOrNumber: string): Promise<Pick<Invoice, 'id'>> {
    const invoice = await this.db.findByIdOrKey(Invoice, 'number', idOrNumber.trim());
    if (!invoice) throw new NotFound('Invoice', idOrNumber);
    return invoice;
  }

  private async read(which: typeof documentOf, id: number): Promise<InvoiceDocument> {
    const [stored] = await this.db.query<{ document: StoredDocument }>(
      which(this.db.actor.organization_id, id),
    );
    return completed(stored!.document);
  }
}

/** The fields of an answer. */
const shown = <T>({ text }: Json): T => JSON.parse(text) as T;

function requireNumbered({ number, is_numbered, is_calculated }: InvoiceDocument): void {
  if (is_numbered && is_calculated) return;
  const sentence = is_calculated
    ? `Invoice ${number} has no number yet.`
    : `Invoice ${number} was not calculated here: it has no e-invoice.`;
  throw new Conflict({ code: BILLING.document_draft, sentence });
}

function requireComplete(document: InvoiceDocument): void {
  const missing = missingFields(document);
  if (missing.length)
    throw new Invalid(
      Object.fromEntries(missing.map((field) => [field, ['is missing']])),
      `The document needs ${missing[0]}.`,
      BILLING.document_incomplete,
    );
  const broken = brokenRules(document);
  if (broken.length)
    throw new Invalid(
      { total: broken.map((rule) => `breaks ${rule} of EN 16931`) },
      `The sums of the document break ${broken[0]} of EN 16931.`,
      BILLING.document_incomplete,
    );
}
