import { Entity, Index } from 'typeorm';
import { Subject } from '../../common/recording/subject';
import { Flag, JsonColumn, Row, Text, Texts, Time } from '../../common/schema/columns';

/** A URL to which events are sent. */
@Subject({
  type: 'webhook_endpoint',
  key: (of) => of('url'),
  path: (of) => `'/api/v1/webhook_endpoints/' || ${of('id')}`,
})
@Entity('webhook_endpoints')
@Index(['organization_id', 'url'])
export class WebhookEndpoint extends Row {
  @Text({ required: true }) url: string;
  /** The types of event to which it subscribes, such as `container.*`; empty for all. */
  @Texts() types: string[];
  @Text() description: string | null;
  /** Whether it is sent only what its parties are told; without any it is sent nothing. */
  @Flag() limited: boolean;
  /** Whether it receives deliveries. An imported endpoint is inactive until it has a secret. */
  @Flag() active: boolean;
  /** The secret that signs its deliveries; not exported. */
  @Text() secret: string | null;
  /** The secret that was replaced last, which also signs until a time. */
  @Text() previous_secret: string | null;
  @Time() previous_secret_until: Date | null;
  /** The secrets replaced before, each with its own time as ISO text. */
  @JsonColumn() older_secrets: Record<string, string> | null;
  /** Since when every try failed; null when the last one succeeded. */
  @Time() failing_since: Date | null;
  /** Whether a delivery succeeded since its URL was set or it was activated. */
  @Flag() is_reached: boolean;
  /** Whether the last try was slow. */
  @Flag() is_slow: boolean;
}
