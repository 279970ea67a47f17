import type { FieldMap } from '../../common/write/field-map';
import { column } from '../../common/write/field-map';
import { WriteModel } from '../../common/write/write-model';
import { CreateWebhookEndpoint } from './webhook.dto';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** Whether an endpoint is active, no file says: an imported one has no secret, and waits for one. */
const notSaid: FieldMap = { ...column('active'), value: undefined, put: () => undefined };

/** An endpoint as a file has it: without its secret. Several may have one address, with different types. */
export const webhookEndpointModel = new WriteModel({
  entity: WebhookEndpoint,
  input: [CreateWebhookEndpoint],
  key: ['url'],
  several: true,
  maps: { active: notSaid },
});
