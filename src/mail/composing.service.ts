import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.module';
import { Db } from '../common/database/db';
import { Background } from '../common/database/write/background';
import { mailAddress } from '../common/mail-address';
import { Mail } from '../common/mail/mail.entity';
import { Organization } from '../common/tenancy/organization.entity';
import type { Columns } from '../common/schema/columns';
import { DamageAlertMail } from './kinds/damage-alert-mail.service';
import { DockReceiptMail } from './kinds/dock-receipt-mail.service';
import { InvoiceMail } from './kinds/invoice-mail.service';
import { ReeferAlertMail } from './kinds/reefer-alert-mail.service';
import { ReminderMail } from './kinds/reminder-mail.service';
import type { Composer } from './kinds/composer';
import { asHtml, asText, type Letter, pictureId, picturesOf } from './letter';

/** A mail as bytes. */
interface Message {
  content: Buffer;
  /** The names of its files. */
  attachments: string[];
}

/** Makes messages (RFC 5322) of mails. */
@Injectable()
export class Composing {
  private readonly composers: Composer[];

  constructor(
    private readonly db: Db,
    private readonly background: Background,
    @Inject(CONFIG) private readonly config: Config,
    invoices: InvoiceMail,
    reminders: ReminderMail,
    dockReceipts: DockReceiptMail,
    damageAlerts: DamageAlertMail,
    reeferAlerts: ReeferAlertMail,
  ) {
    this.composers = [invoices, reminders, dockReceipts, damageAlerts, reeferAlerts];
  }

  /** @throws NotFound where what the mail tells of is gone, and Unavailable where the database or too many documents wait */
  async messageOf(mail: Columns<Mail>): Promise<Message> {
    const { organization_id: id, kind, language } = mail;
    const composer = this.composers.find((each) => each.kind === kind)!;
    const { name } = await this.db.dataSource.manager.findOneByOrFail(Organization, { id });
    // without a transaction, because drawing takes long and only reads
    const actor = await this.background.actorOf(id, 'a mail');
    const made = await this.db.reading(actor, '', () => composer.letterOf(mail));
    const letter: Letter = { ...made, language, sender: name };
    return {
      content: await this.bytesOf(mail, letter),
      attachments: letter.files.map(({ name, type }) => name ?? type),
    };
  }

  /** Every text that comes from outside is a value of nodemailer's fields, which encodes it: it makes no header of its own. */
  private async bytesOf(mail: Columns<Mail>, letter: Letter): Promise<Buffer> {
    const { default: Composer } = await import('nodemailer/lib/mail-composer');
    const from = this.config.mail_from!;
    const node = new Composer({
      from: { name: oneLine(letter.sender), address: from },
      to: mail.to,
      replyTo: letter.replyTo ? mailAddress(letter.replyTo) : undefined,
      subject: oneLine(mail.subject),
      messageId: `<${mail.message_id}@${from.split('@').at(-1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      text: asText(letter),
      html: asHtml(letter),
      attachments: [
        ...letter.files.map(({ name, type, content }) => ({
          filename: oneLine(name ?? 'file').replaceAll('/', '-'),
          contentType: type.split(';')[0],
          content,
        })),
        ...picturesOf(letter).map(({ jpeg }, at) => ({
          cid: pictureId(at),
          filename: `${pictureId(at)}.jpg`,
          contentType: 'image/jpeg',
          content: jpeg,
        })),
      ],
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile();
    return node.build();
  }
}

/** A text without characters that are not seen, such as the end of a line. */
const oneLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
