import { Check, Entity, Index, Unique } from 'typeorm';
import { INVOICE_LANGUAGES, type InvoiceLanguage } from '../languages/invoice-languages';
import { BigInteger, Integer, JsonColumn, OneOf, Row, Text, Texts, Time } from '../schema/columns';
import { MAIL_KINDS, MAIL_STATUSES, type MailKind, type MailStatus } from './mail-kinds';

/**
 * A mail in the outbox (decision 930). It is written in the transaction of what it tells, and its text is made when it is
 * sent. A process that takes it up draws a number (`claim`) and moves `send_after`, so that no other one sends it meanwhile.
 */
@Entity('mails')
@Index('ix_mails_updated_at_id', ['organization_id', 'updated_at', 'id'])
@Index('ix_mails_created_at_id', ['organization_id', 'created_at', 'id'])
@Index('ix_mails_status_id', ['organization_id', 'status', 'id'])
@Index('ix_mails_kind_id', ['organization_id', 'kind', 'id'])
@Index('ix_mails_tried_at', ['organization_id', 'tried_at'])
@Index('ix_mails_due', ['organization_id', 'send_after', 'id'], { where: "status = 'queued'" })
@Unique('uq_mails_cause', ['organization_id', 'cause'])
@Index('ix_mails_to', { synchronize: false })
@Check('ck_mails_sent', "(status = 'sent') = (sent_at IS NOT NULL)")
export class Mail extends Row {
  @OneOf(MAIL_KINDS, { required: true }) kind: MailKind;
  @OneOf(MAIL_STATUSES, { required: true, default: 'queued' }) status: MailStatus;
  /** Whom it is for: up to five addresses. None where the record had none that mail is sent to. */
  @Texts() to: string[];
  /** The addresses for which a server took it, and those that a server refused for good. */
  @Texts() accepted: string[];
  @Texts() refused: string[];
  @Text({ required: true }) subject: string;
  @OneOf(INVOICE_LANGUAGES, { required: true }) language: InvoiceLanguage;
  /** The record that it tells of, without a foreign key, because it tells of it also when that is gone. */
  @Text({ required: true }) record_type: string;
  @BigInteger({ required: true }) record_id: number;
  @Text({ required: true }) record_key: string;
  /** What its text is made of beside the record, by kind. */
  @JsonColumn({ required: true, default: {} }) facts: object;
  /** What happened once and is told once, such as `receipt 17`; null where a clerk sends it. */
  @Text() cause: string | null;
  /** Its `Message-ID` before the @: a receiver that gets it twice knows it. */
  @Text({ required: true }) message_id: string;
  /** When it is tried next; of one that a process has taken up, when that claim is over. */
  @Time({ required: true }) send_after: Date;
  @Integer({ required: true, default: 0 }) attempts: number;
  @Integer({ required: true, default: 0 }) claim: number;
  @Time() tried_at: Date | null;
  /** Since when its content may be with the server without an answer. */
  @Time() data_at: Date | null;
  @Time() sent_at: Date | null;
  @Text() last_error: string | null;
  /** The names of the files that went with it. */
  @Texts() attachments: string[];
  /** The id of the mail that a clerk sent again by this one. */
  @BigInteger() resent_of: number | null;
}
