import { Inject, Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.module';
import { Db } from '../common/database/db';
import { BACKGROUND, OwnConnection } from '../common/database/pool/own-connection';
import { Background } from '../common/database/write/background';
import { failureOf, Unavailable } from '../common/errors/database-errors';
import { Failure } from '../common/errors/errors';
import { stackOf } from '../common/errors/stack-of';
import { mailAddress } from '../common/mail-address';
import { MAIL } from '../common/mail/mail.codes';
import type { Mail } from '../common/mail/mail.entity';
import type { Columns } from '../common/schema/columns';
import { Composing } from './composing.service';
import { NotYet } from './kinds/composer';
import { DUE, MailLog } from './mail-log.service';
import { MailMetrics } from './mail-metrics';
import { deliver, type MailServer, mailServerOf, type Outcome } from './smtp';

/** How often due mails are looked for, in milliseconds. */
const EVERY_MS = 1_000;

/** The most mails that a process sends at a time, of one organization and of all. */
const OF_ORGANIZATION = 2;
const MOST = 4;

/** How long a stopping service waits for the answer to a content, in milliseconds. */
const STOP_MS = 3_000;

/** In how many seconds a mail is looked at again whose record has still to come to its end. */
const NOT_YET_S = 60;

/** How often a result is written until the database takes it, with a second between. */
const NOTES = 60;

/** What came of a try, or in how many seconds a mail is taken up that was not tried. */
type Tried = { outcome: Outcome; attachments: string[] } | { later: number };

/** What comes of addresses that records have and that mail is not sent to. */
const noAddress = (refused: string[]): Outcome => ({
  accepted: [],
  refused,
  unsure: false,
  error: `${MAIL.mail_address}: ${refused.join(', ')} is no address`,
});

/** Sends what is in the outboxes, organizations in turns; each mail is sent by one process at a time (decision 931). */
@Injectable()
export class MailSender implements OnModuleDestroy {
  private readonly logger = new Logger('Mails');
  private readonly connection: OwnConnection;
  private readonly stopped = new AbortController();
  /** The number of mails under way, by organization. */
  private readonly sending = new Map<number, number>();
  private readonly server: MailServer | undefined;
  private readonly wake: () => void = () => undefined;

  constructor(
    background: Background,
    private readonly composing: Composing,
    private readonly log: MailLog,
    private readonly metrics: MailMetrics,
    @Inject(CONFIG) private readonly config: Config,
    db: Db,
  ) {
    this.connection = new OwnConnection(db, `${BACKGROUND}: mails`);
    this.server = mailServerOf(config);
    if (this.server) this.wake = background.repeat('Sending mails', EVERY_MS, () => this.turns(background));
  }

  /** Ends tries that have not come to their content; the others may have arrived, so their answers are waited for. */
  async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    const end = performance.now() + STOP_MS;
    while (this.under() && performance.now() < end) await pause(10);
    await this.connection.end();
  }

  private turns(background: Background): Promise<void> {
    const find = async () =>
      this.under() < MOST ? this.connection.query<{ organization_id: number }>(DUE) : [];
    return background.inTurns('Sending mails', find, async ({ organization_id }) => {
      const room = Math.min(MOST - this.under(), OF_ORGANIZATION - (this.sending.get(organization_id) ?? 0));
      if (room <= 0 || this.stopped.signal.aborted) return false;
      const taken = await this.log.take(this.connection, organization_id, room);
      for (const mail of taken) void this.send(mail);
      return taken.length > 0;
    });
  }

  /** The number of mails under way. */
  private under(): number {
    return [...this.sending.values()].reduce((all, each) => all + each, 0);
  }

  private async send(mail: Columns<Mail>): Promise<void> {
    const { organization_id, id } = mail;
    this.sending.set(organization_id, (this.sending.get(organization_id) ?? 0) + 1);
    try {
      const tried = await this.tried(mail);
      if ('later' in tried)
        return await this.noted(() => this.log.giveBack(this.connection, mail, tried.later));
      const { outcome, attachments } = tried;
      await this.noted(async () => {
        const result = await this.log.note(this.connection, mail, outcome, attachments);
        this.metrics.mails.inc({ result });
        this.logger.debug(JSON.stringify({ organization_id, mail_id: id, kind: mail.kind, result }));
      });
    } finally {
      this.sending.set(organization_id, this.sending.get(organization_id)! - 1);
      if (!this.stopped.signal.aborted) this.wake();
    }
  }

  /** Makes the message and gives it to the server. Never throws. */
  private async tried(mail: Columns<Mail>): Promise<Tried> {
    const left = mail.to.filter((each) => !mail.accepted.includes(each) && !mail.refused.includes(each));
    const none = left.filter((each) => !mailAddress(each));
    if (none.length) return { outcome: noAddress(none), attachments: [] };
    try {
      const { content, attachments } = await this.composing.messageOf(mail);
      const outcome = await deliver(
        this.server!,
        { from: this.config.mail_from!, to: left, content },
        {
          beforeContent: () => this.log.noteContent(this.connection, mail),
          signal: this.stopped.signal,
        },
      );
      const isCutOff = this.stopped.signal.aborted && !outcome.accepted.length && !outcome.unsure;
      return isCutOff && !outcome.refused.length ? { later: 0 } : { outcome, attachments };
    } catch (error) {
      if (error instanceof NotYet) return { later: NOT_YET_S };
      const failure = failureOf(error) ?? error;
      const isRefused = failure instanceof Failure && !(failure instanceof Unavailable);
      if (!(failure instanceof Failure))
        this.logger.error(`Mail ${mail.id} of organization ${mail.organization_id}: ${stackOf(error)}`);
      const reason = failure instanceof Failure ? failure.message : 'the service could not make the message';
      return {
        outcome: { accepted: [], refused: isRefused ? left : [], unsure: false, error: reason },
        attachments: [],
      };
    }
  }

  /** Writes a result, again while the database does not take it: a mail that was sent is not sent again. */
  private async noted(write: () => Promise<void>): Promise<void> {
    for (let left = NOTES; left > 0; left--) {
      try {
        return await write();
      } catch (error) {
        this.logger.warn(`A result was not noted: ${String(error)}`);
        if (this.stopped.signal.aborted) return;
        await pause(1_000);
      }
    }
  }
}
