import { Column, Entity, Index } from 'typeorm';
import { BigInteger, Flag, Row, Text, Texts, Time } from '../schema/columns';

/** What an event says, from when it is written on. */
export abstract class EventColumns extends Row {
  @Text({ required: true }) type: string;
  /** When it happened at the terminal. */
  @Time({ required: true }) occurred_at: Date;
  /** When it was written. */
  @Time({ required: true }) recorded_at: Date;
  /** Who did it; null for the service itself and for a command. The user may be gone by now: no foreign key. */
  @BigInteger() user_id: number | null;
  @Text() request_id: string | null;
  /** The record that it is about; null where it is about none. It may be gone by now. */
  @BigInteger() subject_id: number | null;
  /** What people know the record by. */
  @Text() subject_key: string | null;
  /** Where the record is shown, without the address of the service. */
  @Text() subject_path: string | null;
  /** Every record that it concerns, its own as well, as `container:12`. */
  @Texts() concerns: string[];
  /** The record as its endpoint shows it: as text, in the order of its view. */
  @Column({ type: 'json', nullable: true }) data: object | null;
  /** Of an update: the fields of `data` that differ, each with what it was and what it is. */
  @Column({ type: 'json', nullable: true }) changes: object | null;
  /** Whether `data` was too large to be kept. */
  @Flag() data_omitted: boolean;
}

/**
 * An event as it was written in the transaction of what it tells of. The publisher takes it from here, and gives it its
 * place in the feed: so no writer waits for another one.
 */
@Entity('events_written')
@Index(['id'])
export class WrittenEvent extends EventColumns {}
