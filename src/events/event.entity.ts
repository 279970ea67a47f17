import { Column, Entity, Index, Unique } from 'typeorm';
import { EventColumns } from '../common/recording/written-event.entity';
import { BigInteger, Integer, Row, Text } from '../common/schema/columns';

/** An event in the feed of its organization. Its id is its place there: from 1 on, without gaps. */
@Entity('events')
@Index(['organization_id', 'type', 'id'])
@Index(['organization_id', 'subject_key', 'id'])
@Index(['organization_id', 'occurred_at'])
@Index('ix_events_concerns', { synchronize: false })
export class Event extends EventColumns {
  /** What the user was called then. */
  @Text() user_name: string | null;
  /** How large it is as JSON, nearly. */
  @Integer({ required: true }) bytes: number;
}

/** The feed of an organization: how far it goes. */
@Entity('event_feeds')
@Unique(['organization_id'])
export class EventFeed extends Row {
  /** Stands for the organization where ids of several installations meet. */
  @Column({ type: 'uuid' }) uuid: string;
  /** The id of the event that came last. */
  @BigInteger({ required: true, default: 0 }) last_id: number;
  /** The id up to which events were pruned. */
  @BigInteger({ required: true, default: 0 }) pruned_id: number;
}
