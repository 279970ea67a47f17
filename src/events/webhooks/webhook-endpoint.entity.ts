import { Entity, Index } from 'typeorm';
import { Subject } from '../../common/recording/subject';
import { Flag, JsonColumn, Row, Text, Texts, Time } from '../../common/schema/columns';

/** An address that events are sent to. */
@Subject({
  type: 'webhook_endpoint',
  key: (of) => of('url'),
  path: (of) => `'/api/v1/webhook_endpoints/' || ${of('id')}`,
})
@Entity('webhook_endpoints')
@Index(['organization_id', 'url'])
export class WebhookEndpoint extends Row {
  @Text({ required: true }) url: string;
  /** The types of event that it wants, as they were named: `container.*`; none for all of them. */
  @Texts() types: string[];
  @Text() description: string | null;
  /** Whether it is sent anything. One that was imported waits until it has a secret. */
  @Flag() active: boolean;
  /** What its deliveries are signed with; an export does not have it. */
  @Text() secret: string | null;
  /** What they are signed with as well, until a time: the secret that was replaced last. */
  @Text() previous_secret: string | null;
  @Time() previous_secret_until: Date | null;
  /** Those that were replaced before that one, each with its own time as ISO text. */
  @JsonColumn() older_secrets: Record<string, string> | null;
  /** Since when every try has failed; null when the last one did not. */
  @Time() failing_since: Date | null;
  /** Whether a delivery has come through since it has its address, or was made active. */
  @Flag() is_reached: boolean;
  /** Whether the last try took long. */
  @Flag() is_slow: boolean;
}
