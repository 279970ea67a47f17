import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { OwnConnection } from '../common/database/pool/own-connection';
import type { Mail } from '../common/mail/mail.entity';
import type { Columns } from '../common/schema/columns';
import { MOST_ATTEMPTS, secondsUntilRetry } from './retries';
import type { Outcome } from './smtp';

/** The first key of the lock of whoever takes mails of an organization, which is the second one. The number is arbitrary. */
const LOCK = 7_263_118;

/** How long a process that has taken a mail may say nothing until it counts as dead. */
const CLAIM = sql`interval '10 minutes'`;

/** How a try ended: `retry` is tried again, `late` belongs to another process by now. */
type Fate = 'sent' | 'failed' | 'retry' | 'maybe_sent' | 'late';

/** Finds the organizations, but for suspended ones, with mails that are due. */
export const DUE = sql`
  SELECT o.id AS organization_id FROM organizations o
  WHERE o.suspended_at IS NULL AND EXISTS (
    SELECT FROM mails m WHERE m.organization_id = o.id AND m.status = 'queued' AND m.send_after <= now())`;

/** What is written of mails beside requests, on a connection of the sender's own. */
@Injectable()
export class MailLog {
  /**
   * Takes mails of an organization that are due, as many as it may still send in this minute. A mail whose process died before
   * the content is due again; one whose process died behind it is not sent again by itself (decision 931).
   */
  take(connection: OwnConnection, organization_id: number, most: number): Promise<Columns<Mail>[]> {
    return connection.transaction(async (query) => {
      await query(sql`SELECT pg_advisory_xact_lock(${LOCK}::integer, ${organization_id}::integer)`);
      await query(sql`
        UPDATE mails m SET status = CASE WHEN m.data_at IS NULL THEN 'failed' ELSE 'maybe_sent' END,
          last_error = 'the service ended while it sent it', updated_at = now()
        WHERE m.organization_id = ${organization_id} AND m.status = 'queued' AND m.send_after <= now()
          AND (m.data_at IS NOT NULL OR m.attempts >= ${MOST_ATTEMPTS})`);
      return query<Columns<Mail>>(sql`
        UPDATE mails m SET claim = m.claim + 1, attempts = m.attempts + 1, tried_at = now(), send_after = now() + ${CLAIM},
          updated_at = now()
        WHERE m.organization_id = ${organization_id} AND m.id IN (
          SELECT d.id FROM mails d
          WHERE d.organization_id = ${organization_id} AND d.status = 'queued' AND d.send_after <= now()
          ORDER BY d.send_after, d.id
          LIMIT least(${most}::bigint, (
            SELECT greatest(0, o.mails_per_minute - (
              SELECT count(*) FROM mails t
              WHERE t.organization_id = ${organization_id} AND t.tried_at > now() - interval '1 minute'))
            FROM organizations o WHERE o.id = ${organization_id})))
        RETURNING m.*`);
    });
  }

  /**
   * Notes that the content goes to the server now, from when on the mail may have arrived.
   * @throws Error where the claim is over: the mail belongs to another process
   */
  async noteContent(connection: OwnConnection, mail: Columns<Mail>): Promise<void> {
    const noted = await connection.query(sql`
      UPDATE mails m SET data_at = now(), send_after = now() + ${CLAIM}
      WHERE ${isOurs(mail)} AND m.status = 'queued' RETURNING m.id`);
    if (!noted.length) throw new Error('The claim is over.');
  }

  /** Writes how a try ended. */
  async note(
    connection: OwnConnection,
    mail: Columns<Mail>,
    { unsure, error, ...outcome }: Outcome,
    attachments: string[],
  ): Promise<Fate> {
    const accepted = [...mail.accepted, ...outcome.accepted];
    const refused = [...mail.refused, ...outcome.refused];
    const isDone = mail.to.every((each) => accepted.includes(each) || refused.includes(each));
    const wait = secondsUntilRetry(mail.attempts);
    const ended = accepted.length ? 'sent' : 'failed';
    const fate = unsure ? 'maybe_sent' : isDone || wait === undefined ? ended : 'retry';
    const rows = await connection.query(sql`
      UPDATE mails m SET status = ${fate === 'retry' ? 'queued' : fate}, accepted = ${accepted}::text[],
        refused = ${refused}::text[], last_error = ${error}, attachments = ${attachments}::text[], updated_at = now(),
        data_at = CASE WHEN ${unsure} THEN m.data_at END, sent_at = CASE WHEN ${fate}::text = 'sent' THEN now() END,
        send_after = now() + make_interval(secs => ${wait ?? 0})
      WHERE ${isOurs(mail)} AND m.status IN ('queued', 'maybe_sent') RETURNING m.id`);
    return rows.length ? fate : 'late';
  }

  /**
   * Gives a mail back that was not tried.
   * @param wait the seconds until it is taken up again
   */
  async giveBack(connection: OwnConnection, mail: Columns<Mail>, wait: number): Promise<void> {
    await connection.query(sql`
      UPDATE mails m SET attempts = m.attempts - 1, tried_at = NULL, send_after = now() + make_interval(secs => ${wait}),
        updated_at = now()
      WHERE ${isOurs(mail)} AND m.status = 'queued'`);
  }
}

/** SQL: whether a row `m` is a mail that nobody else has taken since. */
const isOurs = ({ organization_id, id, claim }: Columns<Mail>): Sql =>
  sql`m.organization_id = ${organization_id} AND m.id = ${id} AND m.claim = ${claim}`;
