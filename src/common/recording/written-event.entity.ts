import { Column, Entity } from 'typeorm';
import { BigInteger, Flag, Row, Text, Texts, Time } from '../schema/columns';

/** The content of an event, the same before and after it is published. */
export abstract class EventColumns extends Row {
  @Text({ required: true }) type: string;
  /** When it happened at the terminal. */
  @Time({ required: true }) occurred_at: Date;
  /** When it was written. */
  @Time({ required: true }) recorded_at: Date;
  /** The user; null for the service itself and for a command. No foreign key, because the user may be deleted. */
  @BigInteger() user_id: number | null;
  @Text() request_id: string | null;
  /** The record; null for an event about none. It may be deleted. */
  @BigInteger() subject_id: number | null;
  /** The key by which people know the record. */
  @Text() subject_key: string | null;
  /** The path of the record, without the base address. */
  @Text() subject_path: string | null;
  /** The record itself and every other one that the event concerns, as `container:12`. */
  @Texts() concerns: string[];
  /** The record as its endpoint shows it. Type json keeps the order of its view. */
  @Column({ type: 'json', nullable: true }) data: object | null;
  /** Of an update: the fields of `data` that differ, each with its old and new value. */
  @Column({ type: 'json', nullable: true }) changes: object | null;
  /** The movement that it tells of; null for an event of none. No foreign key, because a container may be deleted. */
  @BigInteger() movement_id: number | null;
  @Text() movement_type: string | null;
  /** The voyage that the container was discharged from or loaded on by that movement. */
  @BigInteger() voyage_id: number | null;
  /** Whether `data` was too large to store. */
  @Flag() data_omitted: boolean;
}

/**
 * An event as the transaction that caused it wrote it. The publisher moves it from here into the feed and numbers it,
 * so that no writer waits for another.
 */
@Entity('events_written')
export class WrittenEvent extends EventColumns {
  /** Which parties in use are shown the event, each as `{party_id, level, level_before}`; null for none. */
  @Column({ type: 'jsonb', nullable: true }) parties: object | null;
}
