import { Injectable } from '@nestjs/common';
import { Failure } from '../../common/errors/errors';
import { Unavailable } from '../../common/errors/database-errors';
import type { FileAnswer } from '../../common/file-answer';
import { WORDS } from '../../billing/documents/invoice-words';
import { dayIn, numberIn } from '../../common/documents/written';
import { DocumentsService } from '../../billing/documents/documents.service';
import type { InvoiceMailFacts } from '../../billing/documents/invoice-mails.service';
import type { Letter } from '../letter';
import { MAIL_WORDS } from '../mail-words';
import type { Composer, ToCompose } from './composer';

/** An invoice with its PDF, and its e-invoice where there is one. */
@Injectable()
export class InvoiceMail implements Composer {
  readonly kind = 'invoice';

  constructor(private readonly documents: DocumentsService) {}

  async letterOf({
    subject,
    language,
    record_id,
    facts,
  }: ToCompose): Promise<Omit<Letter, 'sender' | 'language'>> {
    const id = String(record_id);
    const document = await this.documents.ofInvoice(id);
    const words = WORDS[language];
    const { message } = facts as InvoiceMailFacts;
    const total = `${document.currency} ${numberIn(language, document.total)}`;
    const pdf = await this.documents.pdf(id);
    return {
      heading: subject,
      parts: [
        ...(message ? [{ text: message }] : []),
        { text: MAIL_WORDS[language][document.document_type === 'credit_note' ? 'credit_note' : 'invoice'] },
        {
          values: [
            [words.date, dayIn(language, document.issued_on)],
            [words.due, document.due_on && dayIn(language, document.due_on)],
            [words.total, total],
          ],
        },
      ],
      replyTo: document.seller.email,
      files: [pdf, ...(await this.ubl(id))],
    };
  }

  /** The e-invoice, unless the document or its parties lack what it needs. */
  private async ubl(id: string): Promise<FileAnswer[]> {
    try {
      return [await this.documents.ubl(id)];
    } catch (error) {
      if (!(error instanceof Failure) || error instanceof Unavailable) throw error;
      return [];
    }
  }
}
