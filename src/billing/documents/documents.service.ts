import { Injectable } from '@nestjs/common';
import { csvLine } from '../../common/csv';
import { Db } from '../../common/database/db';
import { Conflict, Invalid, NotFound } from '../../common/errors/errors';
import { FileAnswer } from '../../common/file-answer';
import { BILLING } from '../billing.codes';
import { Invoice } from '../invoices/invoice.entity';
import { invoiceRows } from './invoice-csv';
import type { InvoiceDocument } from './invoice-document';
import { PdfThreads } from './pdf-threads';
import { completed, documentOf } from './read-document';
import { ublOf } from './ubl';
import { brokenRules, missingFields } from './ubl.rules';

/** Invoices as files: PDF for people, UBL for the customer's books, CSV for a spreadsheet. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly db: Db,
    private readonly threads: PdfThreads,
  ) {}

  /** @throws NotFound */
  async pdf(idOrNumber: string): Promise<FileAnswer> {
    const document = await this.document(idOrNumber);
    return new FileAnswer('application/pdf', await this.threads.draw(document), `${document.number}.pdf`);
  }

  /**
   * The document after EN 16931.
   * @throws NotFound; Conflict for a document without a number; Invalid for missing fields
   */
  async ubl(idOrNumber: string): Promise<FileAnswer> {
    const document = await this.document(idOrNumber);
    requireNumbered(document);
    requireComplete(document);
    return new FileAnswer('application/xml; charset=utf-8', await ublOf(document), `${document.number}.xml`);
  }

  /** A row for each line. Throws NotFound. */
  async csv(idOrNumber: string): Promise<FileAnswer> {
    const document = await this.document(idOrNumber);
    const text = invoiceRows(document).map(csvLine).join('');
    return new FileAnswer('text/csv; charset=utf-8; header=present', text, `${document.number}.csv`);
  }

  private async document(idOrNumber: string): Promise<InvoiceDocument> {
    const invoice = await this.db.findByIdOrKey(Invoice, 'number', idOrNumber.trim());
    if (!invoice) throw new NotFound('Invoice', idOrNumber);
    const { organization_id, time_zone } = this.db.actor;
    const [stored] = await this.db.query<Parameters<typeof completed>[0]>(
      documentOf(organization_id, time_zone, invoice.id),
    );
    return completed(stored!);
  }
}

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
