import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { message, one, page } from '../../common/endpoint/returns';
import { PageQuery } from '../../common/pagination/page-query';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import { WebhookEndpointsService } from './webhook-endpoints.service';
import {
  CreateWebhookEndpoint,
  ReplayWebhook,
  RotateSecret,
  UpdateWebhookEndpoint,
  WebhookDeliveryQuery,
} from './webhook.dto';
import {
  WebhookDeliveryShow,
  WebhookEndpointShow,
  WebhookEndpointWithSecret,
  WebhookReplay,
} from './webhook.view';

const role = 'admin';
const errors = [400, 404, 409, 422];
const PathEndpoint = () => PathId('Webhook endpoint', 'id', 'The id of the endpoint');

@ApiTags('Events')
@Controller('webhook_endpoints')
export class WebhooksController {
  constructor(
    private readonly endpoints: WebhookEndpointsService,
    private readonly deliveries: WebhookDeliveriesService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List webhook endpoints',
    description: 'Each with whether its deliveries fail; secrets are not shown.',
    returns: page('webhook_endpoints', WebhookEndpointShow),
    role,
    errors,
  })
  list(@Query() query: PageQuery) {
    return this.endpoints.list(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a webhook endpoint',
    description: 'Without its secret: whoever lost that makes a new one.',
    returns: one('webhook_endpoint', WebhookEndpointShow),
    role,
    errors,
  })
  show(@PathEndpoint() id: number) {
    return this.endpoints.show(id);
  }

  @Post()
  @Endpoint({
    summary: 'Create a webhook endpoint',
    description: 'The answer has the secret that deliveries are signed with. It is not shown again.',
    returns: one('webhook_endpoint', WebhookEndpointWithSecret),
    repeats: 'refused',
    status: 201,
    role,
    errors,
  })
  create(@Body() body: CreateWebhookEndpoint) {
    return this.endpoints.create(body);
  }

  @Patch(':id')
  @Endpoint({
    summary: 'Update a webhook endpoint',
    description: 'One that is made inactive is sent nothing any more: what waits for it is cancelled.',
    returns: one('webhook_endpoint', WebhookEndpointShow),
    role,
    errors,
  })
  update(@PathEndpoint() id: number, @Body() body: UpdateWebhookEndpoint) {
    return this.endpoints.update(id, body);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Remove a webhook endpoint',
    description: 'What waits to be sent to it is not sent any more.',
    returns: message(),
    role,
    errors,
  })
  remove(@PathEndpoint() id: number) {
    return this.endpoints.remove(id);
  }

  @Post(':id/rotate_secret')
  @Endpoint({
    summary: 'Make a new secret',
    description:
      'The one before signs deliveries as well for 24 hours, and so does each before that for what is left of its own, unless they are to end at once. At most 10 sign at a time.',
    operationId: 'rotateWebhookSecret',
    returns: one('webhook_endpoint', WebhookEndpointWithSecret),
    repeats: 'refused',
    role,
    errors,
  })
  rotate(@PathEndpoint() id: number, @Body() body: RotateSecret) {
    return this.endpoints.rotate(id, body);
  }

  @Post(':id/test')
  @Endpoint({
    summary: 'Send a test',
    description:
      'An event of the type `webhook_endpoint.test`, which is in the deliveries and not in the feed.',
    operationId: 'testWebhook',
    returns: one('webhook_delivery', WebhookDeliveryShow),
    status: 201,
    role,
    errors,
  })
  test(@PathEndpoint() id: number) {
    return this.deliveries.test(id);
  }

  @Post(':id/replay')
  @Endpoint({
    summary: 'Send events again',
    description:
      'Those behind one id and up to another that the endpoint wants, behind what happens meanwhile.',
    operationId: 'replayWebhook',
    returns: one('webhook_replay', WebhookReplay),
    status: 201,
    role,
    errors,
  })
  replay(@PathEndpoint() id: number, @Body() body: ReplayWebhook) {
    return this.deliveries.replay(id, body);
  }

  @Get(':id/deliveries')
  @Endpoint({
    summary: 'List deliveries to an endpoint',
    description: 'What was sent, when, how often, and how the address answered.',
    operationId: 'listWebhookDeliveries',
    returns: page('webhook_deliveries', WebhookDeliveryShow),
    role,
    errors,
  })
  listDeliveries(@PathEndpoint() id: number, @Query() query: WebhookDeliveryQuery) {
    return this.deliveries.list(id, query);
  }

  @Post(':id/deliveries/:delivery_id/redeliver')
  @Endpoint({
    summary: 'Send a delivery again',
    description: 'Also one that arrived: it gets the same `webhook-id`, so that a receiver can tell.',
    operationId: 'redeliverWebhook',
    returns: one('webhook_delivery', WebhookDeliveryShow),
    role,
    errors,
  })
  redeliver(
    @PathEndpoint() id: number,
    @PathId('Webhook delivery', 'delivery_id', 'The id of the delivery, as the list of deliveries answers it')
    delivery_id: number,
  ) {
    return this.deliveries.redeliver(id, delivery_id);
  }
}
