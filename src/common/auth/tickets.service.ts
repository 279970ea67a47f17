import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import sql, { Sql } from 'sql-template-tag';
import { Db } from '../database/db';
import type { Actor } from '../tenancy/actor';
import { hashOf, TokensService } from './tokens.service';

/** How long a ticket opens streams at most, how long before the first one and after each, and how long one is renewed. */
const LONGEST = '12 hours';
const GOOD = '60 seconds';
const OPEN = '40 seconds';

/** A ticket as it is shown, once. */
export interface Ticket {
  ticket: string;
  expires_at: string;
}

/** Makes, recognizes and uses the tickets of streams. */
@Injectable()
export class TicketsService {
  constructor(
    private readonly db: Db,
    private readonly tokens: TokensService,
  ) {}

  /** Makes a ticket for the token of the running request, and lets go of those of it that are over. */
  async create(): Promise<Ticket> {
    const { organization_id, token_id } = this.db.actor;
    const ticket = randomBytes(32).toString('base64url');
    await this.db.query(sql`
      DELETE FROM stream_tickets s WHERE s.organization_id = ${organization_id} AND s.token_id = ${token_id}
        AND (s.expires_at < now() OR greatest(s.good_until, s.open_until) < now())`);
    const [made] = await this.db.query<{ expires_at: Date }>(sql`
      INSERT INTO stream_tickets (organization_id, token_id, hash, expires_at, good_until)
      VALUES (${organization_id}, ${token_id}, ${hashOf(ticket)}, now() + ${LONGEST}::interval, now() + ${GOOD}::interval)
      RETURNING expires_at`);
    return { ticket, expires_at: made!.expires_at.toISOString() };
  }

  /** The actor behind a ticket that is still good; undefined for any other. */
  async recognize(ticket: string): Promise<Actor | undefined> {
    const found = await this.tokens.recognizeBy(sql`EXISTS (
      SELECT FROM stream_tickets s
      WHERE s.organization_id = k.organization_id AND s.token_id = k.id AND s.hash = ${hashOf(ticket)}
        AND s.expires_at > now() AND s.good_until > now())`);
    return found?.actor;
  }

  /** Takes a ticket for a stream. Whether no other stream is open with it. */
  open(actor: Actor, ticket: string): Promise<boolean> {
    return this.keep(actor, ticket, sql`(s.open_until IS NULL OR s.open_until < now())`);
  }

  /** Keeps a ticket good whose stream is open. Whether it still is. */
  renew(actor: Actor, ticket: string): Promise<boolean> {
    return this.keep(actor, ticket, sql`true`);
  }

  /** Says that the stream of a ticket is over: it is good for a while yet. */
  async close({ organization_id }: Actor, ticket: string): Promise<void> {
    await this.db.queryAsService(sql`
      UPDATE stream_tickets s SET open_until = NULL, good_until = now() + ${GOOD}::interval
      WHERE s.organization_id = ${organization_id} AND s.hash = ${hashOf(ticket)}`);
  }

  private async keep({ organization_id }: Actor, ticket: string, condition: Sql): Promise<boolean> {
    const rows = await this.db.queryAsService(sql`
      UPDATE stream_tickets s SET open_until = now() + ${OPEN}::interval, good_until = now() + ${GOOD}::interval
      WHERE s.organization_id = ${organization_id} AND s.hash = ${hashOf(ticket)} AND s.expires_at > now()
        AND ${condition}
      RETURNING s.id`);
    return rows.length > 0;
  }
}
