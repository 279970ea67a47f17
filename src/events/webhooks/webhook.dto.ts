import { PartialType } from '@nestjs/swagger';
import { PartyInput } from '../../common/party-wall/party-reference';
import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';
import { DELIVERY_STATUSES } from './webhook-delivery.entity';

/** The fields of a new endpoint. */
export class CreateWebhookEndpoint {
  @In.text({
    required: true,
    trim: true,
    max: 2000,
    description: 'https, and no address that is not public; without user and password',
    example: 'https://planner.example/wharfinger',
  })
  url: string;
  @In.texts({
    description:
      'The types of event to send, such as `truck_visit.gated_in` or `container.*`; unless given, all of records that every token may read',
    example: ['container.*', 'truck_visit.gated_in'],
  })
  types?: string[] | null;
  @In.note({ example: 'Planner of Estuary Haulage' }) description?: string | null;
  @In.objects(() => PartyInput, {
    description:
      'The companies to which the endpoint is limited, 20 at most. It is sent what a token with these parties is told; all unless given',
  })
  parties?: PartyInput[] | null;
  @In.bool({
    description:
      'Whether it is sent only what its parties are told. Without a party it is sent nothing. An endpoint with parties is limited always',
  })
  limited?: boolean | null;
  @In.bool({ description: 'Whether it is sent anything; true unless given' }) active?: boolean | null;
}

export class UpdateWebhookEndpoint extends PartialType(CreateWebhookEndpoint) {}

export class RotateSecret {
  @In.bool({ description: 'The secrets before end at once, instead of each 24 hours after it was replaced' })
  expire_previous?: boolean | null;
}

export class ReplayWebhook {
  @In.int({
    required: true,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: 'Events behind this id',
    example: 4700,
  })
  after: number;
  @In.id({ required: true, description: 'and up to this one: 10,000 at most', example: 4711 }) until: number;
}

export class WebhookDeliveryQuery extends PageQuery {
  @In.oneOf(DELIVERY_STATUSES, { description: 'How far the delivery has come' }) status?:
    (typeof DELIVERY_STATUSES)[number] | null;
  @In.id({ description: 'The deliveries of this event' }) event_id?: number | null;
}
