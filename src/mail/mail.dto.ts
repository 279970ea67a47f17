import { In } from '../common/input/in';
import { PageQuery } from '../common/pagination/page-query';
import { MAIL_KINDS, MAIL_STATUSES, type MailKind, type MailStatus } from '../common/mail/mail-kinds';

export class MailQuery extends PageQuery {
  @In.oneOf(MAIL_STATUSES, { description: 'How far the mail has come' }) status?: MailStatus | null;
  @In.oneOf(MAIL_KINDS, { description: 'What it is about' }) kind?: MailKind | null;
  @In.text({ description: 'Mails to this address', example: 'docs@westhaven.example' }) to?: string | null;
  @In.time({ description: 'Made at this time or later' }) created_from?: string | null;
  @In.endTime({ from: 'created_from', description: 'Made at this time or earlier' }) created_until?:
    string | null;
}
