import { Column, Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Integer, Row, Time } from '../schema/columns';
import { Token } from './token.entity';

/** Stands for a token in the address of a stream, since browsers send no headers there. Only its SHA-256 is kept. */
@Entity('stream_tickets')
@Unique('uq_stream_tickets_hash', ['hash'])
export class StreamTicket extends Row {
  @BelongsTo(() => Token, { required: true }) token: Relation<Token>;
  token_id: number;
  @Column({ type: 'bytea' }) hash: Buffer;
  /** When it ends, whatever happens. */
  @Time({ required: true }) expires_at: Date;
  /** Until when it opens a stream; moved on while one is open. */
  @Time({ required: true }) good_until: Date;
  /** How many streams were opened with it: the last one has it. */
  @Integer({ required: true, default: 0 }) openings: number;
  /** What the version before writes, which may still be serving; dropped with the next one. */
  @Time() open_until: Date | null;
}
