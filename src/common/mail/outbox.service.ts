import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config.module';
import { Db } from '../database/db';
import type { InvoiceLanguage } from '../languages/invoice-languages';
import type { Columns, Values } from '../schema/columns';
import { mailAddress } from '../mail-address';
import { MAIL } from './mail.codes';
import type { MailKind, MailStatus } from './mail-kinds';
import { Mail } from './mail.entity';
import { type About, SUBJECTS } from './subjects';

/** A mail to put into the outbox. */
interface NewMail {
  kind: MailKind;
  /** What the subject calls it; its kind unless given. */
  about?: About;
  /** Whom it is for, as records or a request have it. What is no address is left out. */
  to: string[];
  record: { type: string; id: number; key: string };
  /** What its text is made of beside the record. */
  facts?: object;
  /** The language of the receiver; that of the organization unless given. */
  language?: InvoiceLanguage | null;
  /** How many seconds it waits for more to tell; it is sent at once unless given. */
  wait?: number;
}

/** The organization that sends. */
interface Sender {
  name: string;
  language: InvoiceLanguage | null;
}

/** The outbox of mails: domains put into it what they have to tell, in the transaction of what happened (decision 930). */
@Injectable()
export class Outbox {
  constructor(
    private readonly db: Db,
    @Inject(CONFIG) private readonly config: Pick<Config, 'mail_url'>,
  ) {}

  /** Whether mails are sent here. */
  get isSetUp(): boolean {
    return this.config.mail_url !== undefined;
  }

  /**
   * Puts mails into the outbox in the running transaction, by two statements however many they are. One without an address is
   * `failed`, one where no mail is set up `not_sent`. Returns their ids, in their order.
   */
  async put(mails: NewMail[]): Promise<number[]> {
    if (!mails.length) return [];
    const sender = await this.sender();
    return this.db.insertAll(
      Mail,
      mails.map((mail) => this.row(mail, sender)),
    );
  }

  /**
   * Puts a mail into the outbox as `put` does, unless one was made of its cause.
   * @param cause what happened once, such as `receipt 17`
   */
  async putOnce(mail: NewMail, cause: string): Promise<void> {
    await this.db.insertUnlessTaken(Mail, { ...this.row(mail, await this.sender()), cause }, 'cause');
  }

  /** Puts a mail that was sent into the outbox once more, as another one. Returns its id. */
  again(mail: Columns<Mail>): Promise<number> {
    return this.db.insert(Mail, {
      kind: mail.kind,
      to: mail.to,
      subject: mail.subject,
      language: mail.language,
      record_type: mail.record_type,
      record_id: mail.record_id,
      record_key: mail.record_key,
      facts: mail.facts,
      resent_of: mail.id,
      ...this.beginning(mail.to),
    });
  }

  /** How a new mail begins. */
  private beginning(to: string[], wait = 0): Values<Mail> {
    const status: MailStatus = !to.length ? 'failed' : this.isSetUp ? 'queued' : 'not_sent';
    return {
      status,
      message_id: randomUUID(),
      send_after: new Date(Date.now() + wait * 1000),
      last_error: to.length ? null : `${MAIL.mail_address}: there is no address that mail is sent to`,
    };
  }

  private async sender(): Promise<Sender> {
    const [sender] = await this.db.query<Sender>(
      sql`SELECT o.name, o.language FROM organizations o WHERE o.id = ${this.db.actor.organization_id}`,
    );
    return sender!;
  }

  private row(mail: NewMail, sender: Sender): Values<Mail> {
    const language = mail.language ?? sender.language ?? 'en';
    const to = [...new Set(mail.to.flatMap((each) => mailAddress(each) ?? []))];
    return {
      kind: mail.kind,
      to,
      subject: SUBJECTS[language][mail.about ?? mail.kind](mail.record.key, sender.name),
      language,
      record_type: mail.record.type,
      record_id: mail.record.id,
      record_key: mail.record.key,
      facts: mail.facts ?? {},
      ...this.beginning(to, mail.wait),
    };
  }
}
