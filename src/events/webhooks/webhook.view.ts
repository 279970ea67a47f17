import { ApiProperty } from '@nestjs/swagger';
import { partiesJson, PartyShow } from '../../common/party-wall/party-reference';
import { view } from '../../common/view/view';
import { DELIVERY_STATUSES, WebhookDelivery } from './webhook-delivery.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import { INTEGER } from '../../common/schema/integers';

const Out = view(WebhookEndpoint);

/** A webhook endpoint, without its secret. */
export class WebhookEndpointShow {
  @Out.id() id: number;
  @Out.text({ example: 'https://planner.example/wharfinger' }) url: string;
  @Out.texts({
    description: 'The types of event that it is sent; none for all of records that every token may read',
    example: ['container.*'],
  })
  types: string[];
  @Out.text({ example: 'Planner of Estuary Haulage' }) description: string | null;
  @Out.bool({
    description: 'Whether it is sent only what its parties are told. Without a party it is sent nothing',
  })
  limited: boolean;
  @Out.shaped(partiesJson('webhook_endpoint'), () => PartyShow, {
    isArray: true,
    description: 'The companies to which the endpoint is limited',
  })
  parties: PartyShow[];
  @Out.bool({ description: 'Whether it is sent anything' }) active: boolean;
  @Out.time({ description: 'Since when every try has failed; null when the last one did not' })
  failing_since: string | null;
  @Out.time({ description: 'Until when the secret before signs as well' }) previous_secret_until:
    string | null;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}

/** A webhook endpoint with its secret, which is shown once. */
export class WebhookEndpointWithSecret extends WebhookEndpointShow {
  @Out.text({
    nullable: false,
    description: 'What deliveries are signed with; it is shown this once',
    example: 'whsec_nYpDbAUKuk0IVIvHXGTzXXD0UdbnP7sOeFt6zuKs1Pc=',
  })
  secret: string;
}

const DeliveryOut = view(WebhookDelivery);

/** A delivery, with its result. */
export class WebhookDeliveryShow {
  @DeliveryOut.id() id: number;
  @DeliveryOut.int({ description: 'The event; null for a test', example: 4711 }) event_id: number | null;
  @DeliveryOut.text({ example: 'container.gated_in' }) type: string;
  @DeliveryOut.oneOf(DELIVERY_STATUSES, { description: 'pending until it is delivered, or given up' })
  status: string;
  @DeliveryOut.int({ description: 'How often it was tried' }) tries: number;
  @DeliveryOut.sql((of) => `CASE WHEN ${of('status')} = 'pending' THEN ${of('next_try_at')} END`, 'time', {
    description: 'When it is tried next; null when it is not',
  })
  next_try_at: string | null;
  @DeliveryOut.time() last_tried_at: string | null;
  @DeliveryOut.int({
    description: 'The HTTP status of the last answer; null where there was none',
    example: 200,
  })
  last_status: number | null;
  @DeliveryOut.text({
    description: 'Why there was no answer, or none that counts',
    example: 'no answer in 15 seconds',
  })
  last_error: string | null;
  @DeliveryOut.text({ description: 'How the last answer began: 2 KiB at most', example: 'ok' })
  last_answer: string | null;
  @DeliveryOut.time() delivered_at: string | null;
  @DeliveryOut.time() created_at: string;
}

/** The events of a replay. */
export class WebhookReplay {
  @ApiProperty({ type: 'integer', example: 4700 }) after: number;
  @ApiProperty({ type: 'integer', example: 4711 }) until: number;
  @ApiProperty({ ...INTEGER, description: 'How many events the endpoint is sent', example: 11 })
  deliveries: number;
}
