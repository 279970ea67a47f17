import { Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import {
  BelongsTo,
  BigInteger,
  Flag,
  Integer,
  MonthKey,
  OneOf,
  Row,
  Text,
  Time,
} from '../../common/schema/columns';
import { WebhookEndpoint } from './webhook-endpoint.entity';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const;

/**
 * The delivery of an event to an endpoint, with its result. A process claims a delivery before it sends it: it moves the
 * next try, so that no other process sends it meanwhile, and draws a number, so that it notices an expired claim.
 */
@Entity('webhook_deliveries')
@Index('ix_webhook_deliveries_endpoint', ['organization_id', 'webhook_endpoint_id', 'id'])
@Index('ix_webhook_deliveries_updated_at', { synchronize: false })
@Index('ix_webhook_deliveries_event_id', ['organization_id', 'event_id'])
@Index(
  'ix_webhook_deliveries_waiting',
  ['organization_id', 'webhook_endpoint_id', 'is_replay', 'next_try_at', 'id'],
  { where: "status = 'pending'" },
)
@Index(
  'ix_webhook_deliveries_first',
  ['organization_id', 'webhook_endpoint_id', 'is_replay', 'subject', 'id'],
  { where: "status = 'pending' AND tries = 0" },
)
@Index('ix_webhook_deliveries_again', ['organization_id', 'webhook_endpoint_id', 'next_try_at', 'id'], {
  where: "status = 'pending' AND (tries > 0 OR subject IS NULL)",
})
@Index('ix_webhook_deliveries_claimed', ['organization_id', 'webhook_endpoint_id'], { where: 'claimed' })
export class WebhookDelivery extends Row {
  @MonthKey() override created_at: Date;
  @BelongsTo(() => WebhookEndpoint, {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'ix_webhook_deliveries_endpoint',
  })
  webhook_endpoint: Relation<WebhookEndpoint>;
  webhook_endpoint_id: number;
  /** The event in the feed; null for a test. */
  @BigInteger() event_id: number | null;
  @Text({ required: true }) type: string;
  /** The record of the event, as `container:12`; the events of one record are sent one after the other. */
  @Text() subject: string | null;
  /** Whether it is a repetition, which waits for new events. */
  @Flag() is_replay: boolean;
  @OneOf(DELIVERY_STATUSES, { required: true, default: 'pending' })
  status: (typeof DELIVERY_STATUSES)[number];
  @Integer({ required: true, default: 0 }) tries: number;
  /** The time of the next try; of a claimed delivery, the end of the claim. */
  @Time({ required: true }) next_try_at: Date;
  @Flag() claimed: boolean;
  @Integer({ required: true, default: 0 }) claim: number;
  /** How often the process that had claimed it ended without a word. */
  @Integer({ required: true, default: 0 }) lost: number;
  @Time() last_tried_at: Date | null;
  /** The HTTP status of the last answer; null without an answer. */
  @Integer() last_status: number | null;
  @Text() last_error: string | null;
  /** The beginning of the last answer. */
  @Text() last_answer: string | null;
  @Time() delivered_at: Date | null;
}
