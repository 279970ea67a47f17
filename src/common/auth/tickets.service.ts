import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import sql, { Sql } from 'sql-template-tag';
import { Db } from '../database/db';
import { COMMON } from '../errors/codes';
import { TooManyAtOnce } from '../errors/errors';
import type { Actor } from '../tenancy/actor';
import { hashOf, LIMITED, TokensService } from './tokens.service';

/** How long a ticket opens streams at most, and how long it stays valid before the first stream and after each. */
const LONGEST = '12 hours';
const GOOD = '60 seconds';

/** An open stream extends its ticket to this time, and again when less than GOOD is left, so that few writes are needed. */
const RENEWED = '80 seconds';

/** The most tickets of a token. */
const MOST = 100;

/** A ticket as it is answered, once. */
export interface Ticket {
  ticket: string;
  expires_at: string;
}

/** The ticket of a stream. */
export interface UsedTicket {
  hash: Buffer;
  /** The number of streams opened with the ticket so far; the stream ends when this number grows. */
  openings: number;
}

/** Makes, looks up and extends the tickets of streams. */
@Injectable()
export class TicketsService {
  constructor(
    private readonly db: Db,
    private readonly tokens: TokensService,
  ) {}

  /**
   * Makes a ticket for the token of the running request, and deletes the expired tickets of that token.
   * @throws TooManyAtOnce
   */
  async create(): Promise<Ticket> {
    const { organization_id, token_id } = this.db.actor;
    const ticket = randomBytes(32).toString('base64url');
    const ofToken = sql`s.organization_id = ${organization_id} AND s.token_id = ${token_id}`;
    // Serialized, so that each count includes the tickets made before.
    await this.db.query(sql`
      SELECT FROM tokens WHERE organization_id = ${organization_id} AND id = ${token_id} FOR NO KEY UPDATE`);
    await this.db.query(sql`
      DELETE FROM stream_tickets s WHERE ${ofToken} AND least(s.expires_at, s.good_until) < now()`);
    const [made] = await this.db.query<{ expires_at: Date }>(sql`
      INSERT INTO stream_tickets (organization_id, token_id, hash, expires_at, good_until)
      SELECT ${organization_id}, ${token_id}, ${hashOf(ticket)}, now() + ${LONGEST}::interval, now() + ${GOOD}::interval
      WHERE (SELECT count(*) FROM stream_tickets s WHERE ${ofToken}) < ${MOST}
      RETURNING expires_at`);
    if (!made)
      throw new TooManyAtOnce(
        COMMON.too_many_tickets,
        `A token has at most ${MOST} tickets at once: one without a stream is over after a minute.`,
      );
    return { ticket, expires_at: made.expires_at.toISOString() };
  }

  /** The actor behind a valid ticket; undefined for any other. */
  async recognize(ticket: string): Promise<Actor | undefined> {
    const found = await this.tokens.recognizeBy(sql`EXISTS (
      SELECT FROM stream_tickets s
      WHERE s.organization_id = k.organization_id AND s.token_id = k.id AND s.hash = ${hashOf(ticket)}
        AND s.expires_at > now() AND s.good_until > now())`);
    return found?.actor;
  }

  /** Uses a ticket for a stream; undefined when it has expired. An earlier stream with the same ticket ends. */
  async open({ organization_id }: Actor, ticket: string): Promise<UsedTicket | undefined> {
    const hash = hashOf(ticket);
    const [used] = await this.db.queryAsService<{ openings: number }>(sql`
      UPDATE stream_tickets s SET openings = s.openings + 1, good_until = now() + ${RENEWED}::interval
      WHERE s.organization_id = ${organization_id} AND s.hash = ${hash} AND s.expires_at > now()
      RETURNING s.openings`);
    return used && { hash, ...used };
  }

  /** Notes that the stream of a ticket ended; the ticket stays valid for a short time. */
  async close({ organization_id }: Actor, { hash, openings }: UsedTicket): Promise<void> {
    await this.db.queryAsService(sql`
      UPDATE stream_tickets s SET good_until = now() + ${GOOD}::interval
      WHERE s.organization_id = ${organization_id} AND s.hash = ${hash} AND s.openings = ${openings}`);
  }
}

/** The token and ticket of an open stream. */
export interface StreamPass {
  actor: Actor;
  /** Undefined for a stream that was opened with a token. */
  ticket?: UsedTicket | undefined;
}

/**
 * The statement that selects the streams that may stay open, by their place in the list from 1: those with a valid token
 * that is not limited to parties, and without a newer stream on their ticket. It extends their tickets.
 */
export function streamsToGoOn(streams: StreamPass[]): Sql {
  return sql`
    WITH streams AS (
      SELECT * FROM unnest(${streams.map(({ actor }) => actor.organization_id)}::bigint[],
        ${streams.map(({ actor }) => actor.token_id)}::bigint[],
        ${streams.map(({ ticket }) => ticket?.hash ?? null)}::bytea[],
        ${streams.map(({ ticket }) => ticket?.openings ?? null)}::integer[])
        WITH ORDINALITY AS t(organization_id, token_id, hash, openings, place)
    ), good AS (
      SELECT t.place, t.organization_id, s.id AS ticket_id, s.good_until
      FROM streams t
      JOIN tokens k ON k.organization_id = t.organization_id AND k.id = t.token_id
      JOIN users u ON u.organization_id = k.organization_id AND u.id = k.user_id
      JOIN organizations o ON o.id = k.organization_id
      LEFT JOIN stream_tickets s ON s.organization_id = t.organization_id AND s.hash = t.hash
        AND s.openings = t.openings AND s.expires_at > now()
      WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()) AND u.active
        AND NOT ${LIMITED} AND o.suspended_at IS NULL AND (t.hash IS NULL OR s.id IS NOT NULL)
    ), renewed AS (
      UPDATE stream_tickets s SET good_until = now() + ${RENEWED}::interval FROM good g
      WHERE s.organization_id = g.organization_id AND s.id = g.ticket_id
        AND g.good_until < now() + ${GOOD}::interval
    )
    SELECT place FROM good`;
}
