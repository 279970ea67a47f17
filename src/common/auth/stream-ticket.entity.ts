import { Column, Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Integer, Row, Time } from '../schema/columns';
import { Token } from './token.entity';

/** Replaces a token in the URL of a stream, because browsers send no headers there. Only its SHA-256 is stored. */
@Entity('stream_tickets')
@Unique('uq_stream_tickets_hash', ['hash'])
export class StreamTicket extends Row {
  @BelongsTo(() => Token, { required: true }) token: Relation<Token>;
  token_id: number;
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
