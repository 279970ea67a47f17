import { Module } from '@nestjs/common';
import { EventsController } from './feed/events.controller';
import { FeedService } from './feed/feed.service';
import { Publisher } from './publishing/publisher';

/** What happened, told to whoever needs to know. */
@Module({ controllers: [EventsController], providers: [FeedService, Publisher] })
export class EventsModule {}
