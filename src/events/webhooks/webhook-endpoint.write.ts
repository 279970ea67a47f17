import type { FieldMap } from '../../common/write/field-map';
import { column } from '../../common/write/field-map';
import { WriteModel } from '../../common/write/write-model';
import { CreateWebhookEndpoint } from './webhook.dto';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** Files do not state whether an endpoint is active: an imported one has no secret, and is inactive until it has one. */
const notSaid: FieldMap = { ...column('active'), value: undefined, put: () => undefined };

/** An endpoint in a file: without its secret. Several may have one URL with different types. */
export const webhookEndpointModel = new WriteModel({
  entity: WebhookEndpoint,
  input: [CreateWebhookEndpoint],
  key: ['url'],
  several: true,
  maps: { active: notSaid },
});
