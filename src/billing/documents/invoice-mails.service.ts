import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { NotFound, Refused } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { InvoiceLanguage } from '../../common/languages/invoice-languages';
import { mailAddress } from '../../common/mail-address';
import { MAIL } from '../../common/mail/mail.codes';
import { MailShow } from '../../common/mail/mail.view';
import { Outbox } from '../../common/mail/outbox.service';
import { traceMails } from '../../common/mail/trace-mails';
import { BILLING } from '../billing.codes';
import { emailOf, languageOf } from '../customers/contact';
import { Invoice } from '../invoices/invoice.entity';
import type { SendInvoice } from './invoice-mail.dto';

/** What a mail of an invoice says beside the invoice. */
export interface InvoiceMailFacts {
  message: string | null;
}

/** Sends invoices to their customers by mail. */
@Injectable()
export class InvoiceMailsService {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Puts a mail with an approved or numbered document into the outbox, in the language of the customer.
   * @throws NotFound, and Refused for a draft or a pro-forma, and without an address
   */
  async send(idOrNumber: string, { to, message }: SendInvoice): Promise<Json> {
    const invoice = await this.db.findByIdOrKey(Invoice, 'number', idOrNumber.trim());
    if (!invoice) throw new NotFound('Invoice', idOrNumber);
    const { id, number, document_type } = invoice;
    if (invoice.is_proforma || !(invoice.approved || invoice.numbered_at))
      throw new Refused({
        code: BILLING.not_numbered,
        sentence: `Invoice ${number} is a draft or a pro-forma: it is not sent.`,
        status: 422,
      });
    const [contact] = await this.db.query<{ email: string | null; language: InvoiceLanguage | null }>(sql`
      SELECT ${emailOf('i')} AS email, ${languageOf('i')} AS language FROM invoices i
      WHERE i.organization_id = ${this.db.actor.organization_id} AND i.id = ${id}`);
    const { email, language } = contact!;
    if (!to && !email)
      throw new Refused({
        code: MAIL.mail_address,
        sentence: `The customer of invoice ${number} has no e-mail address: say whom it goes to.`,
        field: 'to',
        status: 422,
      });
    to?.forEach(requireAddress);
    const facts: InvoiceMailFacts = { message: message ?? null };
    const [mail] = await this.outbox.put([
      {
        kind: 'invoice',
        about: document_type,
        to: to ?? [email!],
        record: { type: 'invoice', id, key: number },
        language,
        facts,
      },
    ]);
    await traceMails(this.db, [mail!]);
    return this.db.show(MailShow, mail!, 'Mail');
  }
}

function requireAddress(address: string): void {
  if (!mailAddress(address))
    throw new Refused({
      code: MAIL.mail_address,
      sentence: `'${address}' is no address that mail is sent to.`,
      field: 'to',
      status: 422,
    });
}
