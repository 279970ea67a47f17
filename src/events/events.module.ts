import { Module } from '@nestjs/common';
import { EventsController } from './feed/events.controller';
import { FeedService } from './feed/feed.service';
import { Publisher } from './publishing/publisher';
import { Claims } from './webhooks/claims';
import { DeliveryLog } from './webhooks/delivery-log';
import { Dispatcher } from './webhooks/dispatcher';
import { Parcels } from './webhooks/parcels';
import { Slots } from './webhooks/slots';
import { WebhookDeliveriesService } from './webhooks/webhook-deliveries.service';
import { WebhookEndpointsService } from './webhooks/webhook-endpoints.service';
import { WebhookMetrics } from './webhooks/webhook-metrics';
import { WebhooksController } from './webhooks/webhooks.controller';
import { StreamsController } from './stream/streams.controller';
import { StreamsService } from './stream/streams.service';

/** Events: the feed, streams and webhooks. */
@Module({
  controllers: [StreamsController, EventsController, WebhooksController],
  providers: [
    FeedService,
    StreamsService,
    Publisher,
    WebhookEndpointsService,
    WebhookDeliveriesService,
    Slots,
    Claims,
    Parcels,
    DeliveryLog,
    Dispatcher,
    WebhookMetrics,
  ],
})
export class EventsModule {}
