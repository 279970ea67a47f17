import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { mayCall } from '../common/auth/rights';
import { Db } from '../common/database/db';
import { COMMON } from '../common/errors/codes';
import { Conflict, Forbidden, NotFound } from '../common/errors/errors';
import type { Json } from '../common/json';
import { BILLING_KINDS } from '../common/mail/mail-kinds';
import { mailAddress } from '../common/mail-address';
import { MAIL } from '../common/mail/mail.codes';
import { Mail } from '../common/mail/mail.entity';
import { Outbox } from '../common/mail/outbox.service';
import { traceMails } from '../common/mail/trace-mails';
import type { Page } from '../common/pagination/page';
import type { MailQuery } from './mail.dto';
import { MailShow } from '../common/mail/mail.view';

/** Lists the mails of the outbox, and sends them again. */
@Injectable()
export class MailsService {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
  ) {}

  list(query: MailQuery): Promise<Page> {
    return this.db
      .read(MailShow)
      .skewed(query.status, (status) => sql`t.status = ${status}`)
      .skewed(query.kind, (kind) => sql`t.kind = ${kind}`)
      .skewed(query.to && (mailAddress(query.to) ?? query.to), (to) => sql`t."to" @> ${[to]}::text[]`)
      .since(query.created_from, (from) => sql`t.created_at >= ${from}::timestamptz`)
      .filter(query.created_until, (until) => sql`t.created_at <= ${until}::timestamptz`)
      .page(query.request());
  }

  /** @throws NotFound */
  show(id: number): Promise<Json> {
    return this.db.show(MailShow, id, 'Mail');
  }

  /**
   * Sends a mail again as a new one, with a message id of its own, to all its addresses.
   * @throws NotFound; Forbidden for a token that is confined to other domains; Conflict while it waits to be sent
   */
  async resend(id: number): Promise<Json> {
    const mail = await this.db.find(Mail, { id }, { lock: true });
    if (!mail) throw new NotFound('Mail', id);
    const domain = BILLING_KINDS.includes(mail.kind) ? 'billing' : 'condition';
    if (!mayCall(this.db.actor, 'write', { domain }))
      throw new Forbidden({
        code: COMMON.other_domain,
        sentence: `This mail is sent again by who writes in ${domain}.`,
      });
    if (mail.status === 'queued')
      throw new Conflict({ code: MAIL.mail_queued, sentence: `Mail ${id} waits to be sent.` });
    const resent = await this.outbox.again(mail);
    await traceMails(this.db, [resent]);
    return this.show(resent);
  }
}
