import { Injectable } from '@nestjs/common';
import { dayIn, numberIn } from '../../common/documents/written';
import { DocumentsService } from '../../billing/documents/documents.service';
import type { ReminderFacts } from '../../billing/statements/reminders.service';
import type { Letter } from '../letter';
import { MAIL_WORDS } from '../mail-words';
import type { Composer, ToCompose } from './composer';

/** What a customer has to pay, as it was when the reminder was made. */
@Injectable()
export class ReminderMail implements Composer {
  readonly kind = 'reminder';

  constructor(private readonly documents: DocumentsService) {}

  async letterOf({ subject, language, facts }: ToCompose): Promise<Omit<Letter, 'sender' | 'language'>> {
    const words = MAIL_WORDS[language];
    const { invoices } = facts as ReminderFacts;
    const { seller } = await this.documents.parties(null);
    const rows = invoices.map(({ number, due_on, days, open, currency }) => [
      number,
      dayIn(language, due_on),
      String(days),
      [currency, numberIn(language, open)].filter(Boolean).join(' '),
    ]);
    return {
      heading: subject,
      parts: [
        { text: words.reminder },
        { head: [words.invoice_number, words.reminder_due, words.days_overdue, words.open], rows },
        { text: words.reminder_paid },
      ],
      replyTo: seller.email,
      files: [],
    };
  }
}
