import { Check, Column, Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Integer, JsonColumn, Row, Time } from '../schema/columns';
import type { Actor } from '../tenancy/actor';
import { UserIdentity } from './issuers/user-identity.entity';
import { Token } from './token.entity';

/** What a ticket may do: what the token of an identity provider might that made it. */
export type TicketRights = Pick<Actor, 'role' | 'domains' | 'limited' | 'parties' | 'signed_in'>;

/**
 * Replaces a token in the URL of a stream, or of a file, because browsers send no headers there. Only its SHA-256 is
 * stored.
 */
@Entity('stream_tickets')
@Check('ck_stream_tickets_holder', 'num_nonnulls(token_id, identity_id) = 1')
@Unique('uq_stream_tickets_hash', ['hash'])
export class StreamTicket extends Row {
  @BelongsTo(() => Token) token: Relation<Token> | null;
  token_id: number | null;
  /** Whose it is, and what it may do, where a token of an identity provider made it. */
  @BelongsTo(() => UserIdentity, { onDelete: 'CASCADE' }) identity: Relation<UserIdentity> | null;
  identity_id: number | null;
  @JsonColumn() rights: TicketRights | null;
  /** The file that it opens, and nothing else; null for one of streams. */
  @BelongsTo('StoredFile', { onDelete: 'CASCADE' }) file: Relation<Row> | null;
  file_id: number | null;
  @Column({ type: 'bytea' }) hash: Buffer;
  /** When the ticket expires for good. */
  @Time({ required: true }) expires_at: Date;
  /** Until when the ticket opens a stream; extended while one is open. */
  @Time({ required: true }) good_until: Date;
  /** The number of streams opened with the ticket; only the last one stays open. */
  @Integer({ required: true, default: 0 }) openings: number;
  /** Written by the previous version, which may still serve; the next version drops it. */
  @Time() open_until: Date | null;
}
