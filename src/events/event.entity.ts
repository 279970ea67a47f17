import { Column, Entity, Index, Unique } from 'typeorm';
import { EventColumns } from '../common/recording/written-event.entity';
import { BigInteger, Integer, MonthKey, Row, Text } from '../common/schema/columns';

/** An event in the feed of its organization. Its id is its position there, from 1; where an epoch begins, ids leave a gap. */
@Entity('events')
@Index(['organization_id', 'type', 'id'])
@Index(['organization_id', 'subject_key', 'id'])
@Index(['organization_id', 'occurred_at'])
@Index('ix_events_voyage_id', ['organization_id', 'voyage_id', 'id'], { where: 'voyage_id IS NOT NULL' })
@Index('ix_events_user_id', ['organization_id', 'user_id', 'id'], { where: 'user_id IS NOT NULL' })
@Index('ix_events_concerns', { synchronize: false })
@Index('ix_events_reversals', ['organization_id', 'id'], { where: `movement_type = 'reversal'` })
export class Event extends EventColumns {
  @MonthKey() override recorded_at: Date;
  /** The name of the user at that time. */
  @Text() user_name: string | null;
  /** Its approximate size as JSON. */
  @Integer({ required: true }) bytes: number;
}

/** The feed of an organization, with its first and last position. */
@Entity('event_feeds')
@Unique(['organization_id'])
export class EventFeed extends Row {
  /** Identifies the organization across installations. */
  @Column({ type: 'uuid' }) uuid: string;
  /** The id of the last event. */
  @BigInteger({ required: true, default: 0 }) last_id: number;
  /** The highest id of a pruned event. */
  @BigInteger({ required: true, default: 0 }) pruned_id: number;
  /** Which history of the database numbered its events: `database_history()` of that time. Null before the first event. */
  @Text() history: string | null;
  /** The ids between two epochs: they name events of another history, or none. */
  @Column({ type: 'int8multirange', default: '{}' }) lost: string;
}
