import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import sql, { raw, Sql } from 'sql-template-tag';
import { Db } from '../database/db';
import { COMMON } from '../errors/codes';
import { TooManyAtOnce } from '../errors/errors';
import type { Actor } from '../tenancy/actor';
import { USER_FOUND, type UserFound } from './issuers/first-sign-ins';
import { within } from './issuers/granted-access';
import type { TicketRights } from './stream-ticket.entity';
import { hashOf, isSuspended, LIMITED, PARTY_IDS, SETTINGS, TokensService } from './tokens.service';

/** How long a ticket opens streams at most, and how long it stays valid before the first stream and after each. */
const LONGEST = '12 hours';
const GOOD = '60 seconds';

/** An open stream extends its ticket to this time, and again when less than GOOD is left, so that few writes are needed. */
const RENEWED = '80 seconds';

/** How long a ticket opens a file. */
const OF_FILE = '10 minutes';

/** The most tickets of a token for streams, and for files. */
const MOST = 100;
const MOST_OF_FILES = 1_000;

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
   * @param file_id the file that it opens; it opens streams unless given
   * @throws TooManyAtOnce
   */
  async create(file_id: number | null = null): Promise<Ticket> {
    const { organization_id, token_id, role, domains, limited, parties, signed_in } = this.db.actor;
    const ticket = randomBytes(32).toString('base64url');
    const holder = signed_in ? IDENTITY : TOKEN;
    const holder_id = signed_in?.identity_id ?? token_id;
    const ofToken = sql`s.organization_id = ${organization_id} AND s.${holder.column} = ${holder_id}`;
    const rights = signed_in && JSON.stringify({ role, domains, limited, parties, signed_in });
    const [longest, good, most] =
      file_id === null ? [LONGEST, GOOD, MOST] : [OF_FILE, OF_FILE, MOST_OF_FILES];
    const ends = signed_in ? new Date(signed_in.expires_at) : null;
    // Serialized, so that each count includes the tickets made before.
    await this.db.query(sql`
      SELECT FROM ${holder.table} WHERE organization_id = ${organization_id} AND id = ${holder_id} FOR NO KEY UPDATE`);
    await this.db.query(sql`
      DELETE FROM stream_tickets s WHERE ${ofToken} AND least(s.expires_at, s.good_until) < now()`);
    const [made] = await this.db.query<{ expires_at: Date }>(sql`
      INSERT INTO stream_tickets (organization_id, ${holder.column}, rights, file_id, hash, expires_at, good_until)
      SELECT ${organization_id}, ${holder_id}, ${rights}::jsonb, ${file_id}::bigint, ${hashOf(ticket)},
        least(now() + ${longest}::interval, ${ends}::timestamptz), now() + ${good}::interval
      WHERE (SELECT count(*) FROM stream_tickets s
        WHERE ${ofToken} AND (s.file_id IS NULL) = (${file_id}::bigint IS NULL)) < ${most}
      RETURNING expires_at`);
    if (!made)
      throw new TooManyAtOnce(
        COMMON.too_many_tickets,
        file_id === null
          ? `A token has at most ${MOST} tickets at once: one without a stream is over after a minute.`
          : `A token has at most ${MOST_OF_FILES} links at once: each is over after 10 minutes.`,
      );
    return { ticket, expires_at: made.expires_at.toISOString() };
  }

  /**
   * The actor behind a valid ticket; undefined for any other.
   * @param file_id the file that it has to open; null for one of streams
   */
  async recognize(ticket: string, file_id: number | null): Promise<Actor | undefined> {
    const found = await this.tokens.recognizeBy(sql`EXISTS (
      SELECT FROM stream_tickets s
      WHERE s.organization_id = k.organization_id AND s.token_id = k.id AND s.hash = ${hashOf(ticket)}
        AND s.file_id IS NOT DISTINCT FROM ${file_id}::bigint
        AND s.expires_at > now() AND s.good_until > now())`);
    return found?.actor ?? this.ofIdentity(ticket, file_id);
  }

  /** The actor behind the ticket that a token of an identity provider made, within what its user may do now. */
  private async ofIdentity(ticket: string, file_id: number | null): Promise<Actor | undefined> {
    const [found] = await this.db.queryAsService<Actor & OfIdentity>(sql`
      SELECT i.organization_id, i.user_id, ${SETTINGS}, ${USER_FOUND}, x.rights
      FROM stream_tickets x
      JOIN user_identities i ON i.organization_id = x.organization_id AND i.id = x.identity_id
      JOIN users u ON u.organization_id = i.organization_id AND u.id = i.user_id
      JOIN organizations o ON o.id = x.organization_id
      WHERE x.hash = ${hashOf(ticket)} AND x.file_id IS NOT DISTINCT FROM ${file_id}::bigint AND x.expires_at > now() AND x.good_until > now() AND ${isUnchanged(
        sql`x.rights #>> '{signed_in,issuer_changed_at}'`,
        sql`x.rights #>> '{signed_in,issued_at}'`,
      )}`);
    if (!found) return undefined;
    const {
      suspended,
      active: _active,
      signed_out_at: _signed_out_at,
      rights,
      limited,
      parties,
      ...actor
    } = found;
    if (suspended) throw isSuspended();
    const { signed_in } = rights;
    const access = within(rights, { limited, parties });
    return { ...actor, ...access, token_id: null, edi_partner_id: null, signed_in };
  }

  /** Uses a ticket for a stream; undefined when it has expired. An earlier stream with the same ticket ends. */
  async open({ organization_id }: Actor, ticket: string): Promise<UsedTicket | undefined> {
    const hash = hashOf(ticket);
    const [used] = await this.db.queryAsService<{ openings: number }>(sql`
      UPDATE stream_tickets s SET openings = s.openings + 1, good_until = now() + ${RENEWED}::interval
      WHERE s.organization_id = ${organization_id} AND s.hash = ${hash} AND s.file_id IS NULL AND s.expires_at > now()
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

/** What holds tickets. */
const TOKEN = { table: raw('tokens'), column: raw('token_id') };
const IDENTITY = { table: raw('user_identities'), column: raw('identity_id') };

/** What is read beside the actor of a ticket of an identity. */
type OfIdentity = UserFound & { suspended: boolean; rights: TicketRights };

/**
 * SQL: whether what a token of an identity `i` opened goes on: its user `u` is active and was not signed out since, and
 * its issuer is as it was.
 */
const isUnchanged = (changed_at: Sql, issued_at: Sql) => sql`u.active
  AND (u.signed_out_at IS NULL OR u.signed_out_at < to_timestamp((${issued_at})::float8 / 1000))
  AND EXISTS (SELECT FROM identity_issuers e WHERE e.organization_id = i.organization_id AND e.id = i.issuer_id
    AND e.active AND e.updated_at = (${changed_at})::timestamptz)`;

/** The token and ticket of an open stream. */
export interface StreamPass {
  actor: Actor;
  /** Undefined for a stream that was opened with a token. */
  ticket?: UsedTicket | undefined;
}

/** The ids of the parties of a stream, in their order. */
const partiesOf = ({ actor }: StreamPass): string =>
  actor.parties
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join(',');

/**
 * The statement that selects the streams that may stay open, by their place in the list from 1: those with a valid token
 * that has the parties of before, and without a newer stream on their ticket. It tells which tickets are to be renewed (`GoesOn`).
 */
export function streamsToGoOn(streams: StreamPass[]): Sql {
  return goingOn(
    sql`
      SELECT * FROM unnest(${streams.map(({ actor }) => actor.organization_id)}::bigint[],
        ${streams.map(({ actor }) => actor.token_id)}::bigint[],
        ${streams.map(({ ticket }) => ticket?.hash ?? null)}::bytea[],
        ${streams.map(({ ticket }) => ticket?.openings ?? null)}::integer[],
        ${streams.map(({ actor }) => actor.limited)}::boolean[],
        ${streams.map(partiesOf)}::text[])
        WITH ORDINALITY AS t(organization_id, token_id, hash, openings, limited, parties, place)`,
    sql`JOIN tokens k ON k.organization_id = t.organization_id AND k.id = t.token_id
      JOIN users u ON u.organization_id = k.organization_id AND u.id = k.user_id`,
    sql`k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()) AND u.active
      AND t.limited = ${LIMITED} AND t.parties = array_to_string(${PARTY_IDS}, ',')`,
  );
}

/**
 * `streamsToGoOn` for streams that tokens of identity providers opened, and that have not expired: their parties come from
 * claims, and are still among those of a limited user.
 */
export function signedStreamsToGoOn(streams: StreamPass[]): Sql {
  return goingOn(
    sql`
      SELECT * FROM unnest(${streams.map(({ actor }) => actor.organization_id)}::bigint[],
        ${streams.map(({ actor }) => actor.signed_in!.identity_id)}::bigint[],
        ${streams.map(({ actor }) => actor.signed_in!.issuer_changed_at)}::text[],
        ${streams.map(({ actor }) => actor.signed_in!.issued_at)}::float8[],
        ${streams.map(({ ticket }) => ticket?.hash ?? null)}::bytea[],
        ${streams.map(({ ticket }) => ticket?.openings ?? null)}::integer[],
        ${streams.map(({ actor }) => actor.limited)}::boolean[],
        ${streams.map(partiesOf)}::text[])
        WITH ORDINALITY AS t(organization_id, identity_id, issuer_changed_at, issued_at, hash, openings, limited, parties, place)`,
    sql`JOIN user_identities i ON i.organization_id = t.organization_id AND i.id = t.identity_id
      JOIN users u ON u.organization_id = i.organization_id AND u.id = i.user_id`,
    sql`(NOT u.limited OR t.limited AND NOT EXISTS (
        SELECT FROM unnest(string_to_array(t.parties, ',')::bigint[]) o(party_id)
        WHERE NOT EXISTS (SELECT FROM user_parties m
          WHERE m.organization_id = u.organization_id AND m.user_id = u.id AND m.party_id = o.party_id)))
      AND ${isUnchanged(sql`t.issuer_changed_at`, sql`t.issued_at`)}`,
  );
}

/**
 * @param streams SQL: the streams `t`
 * @param holders SQL: joins what holds them
 * @param good SQL: the condition for it
 */
function goingOn(streams: Sql, holders: Sql, good: Sql): Sql {
  return sql`
    WITH streams AS (${streams})
    SELECT t.place, t.organization_id,
      CASE WHEN s.good_until < now() + ${GOOD}::interval THEN s.id END AS ticket_id
    FROM streams t
    ${holders}
    JOIN organizations o ON o.id = t.organization_id
    LEFT JOIN stream_tickets s ON s.organization_id = t.organization_id AND s.hash = t.hash
      AND s.openings = t.openings AND s.expires_at > now()
    WHERE ${good} AND o.suspended_at IS NULL AND (t.hash IS NULL OR s.id IS NOT NULL)`;
}

/** SQL: renews tickets of an organization, whose streams go on. */
export const renewing = (organization_id: number, tickets: number[]): Sql => sql`
  UPDATE stream_tickets SET good_until = now() + ${RENEWED}::interval
  WHERE organization_id = ${organization_id} AND id = ANY(${tickets}::bigint[])`;

/** A stream that goes on: its place among those that were requested, and its ticket where that is to be renewed. */
export interface GoesOn {
  place: number;
  organization_id: number;
  ticket_id: number | null;
}
