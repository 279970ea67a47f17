import { Module } from '@nestjs/common';
import { ReadsAtPrimary } from '../common/endpoint/endpoint-metadata';
import { CargoModule } from '../cargo/cargo.module';
import { JoinedContainers } from '../cargo/renumbering/joined-containers';
import { concernJoined } from './feed/joined-containers';
import { EventsController } from './feed/events.controller';
import { FeedService } from './feed/feed.service';
import { Publisher } from './publishing/publisher';
import { Claims } from './webhooks/claims';
import { DeliveryLog } from './webhooks/delivery-log';
import { ClockSetBack } from './webhooks/clock-set-back.service';
import { Dispatcher } from './webhooks/dispatcher';
import { Parcels } from './webhooks/parcels';
import { Slots } from './webhooks/slots';
import { WebhookDeliveriesService } from './webhooks/webhook-deliveries.service';
import { WebhookEndpointsService } from './webhooks/webhook-endpoints.service';
import { WebhookMetrics } from './webhooks/webhook-metrics';
import { WebhooksController } from './webhooks/webhooks.controller';
import { StreamsController } from './stream/streams.controller';
import { StreamsService } from './stream/streams.service';

/** Events: the feed, streams and webhooks. At the primary, because who follows the feed must not miss an event. */
@ReadsAtPrimary()
@Module({
  imports: [CargoModule],
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
    ClockSetBack,
    Dispatcher,
    WebhookMetrics,
  ],
})
export class EventsModule {
  constructor(joined: JoinedContainers) {
    joined.add(concernJoined);
  }
}
