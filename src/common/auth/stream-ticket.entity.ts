import { Column, Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Row, Time } from '../schema/columns';
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
  /** Until when a process says that it has a stream open with it; null when none has. */
  @Time() open_until: Date | null;
}
