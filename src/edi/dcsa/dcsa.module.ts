import { Module } from '@nestjs/common';
import { ReadsAtPrimary } from '../../common/endpoint/endpoint-metadata';
import { SubscriptionsController } from './subscriptions.controller';
import { TrackAndTraceController } from './track-and-trace.controller';
import { TrackAndTraceService } from './track-and-trace.service';

/** The events as DCSA Track & Trace has them. At the primary, as the feed that they are of. */
@ReadsAtPrimary()
@Module({
  controllers: [TrackAndTraceController, SubscriptionsController],
  providers: [TrackAndTraceService],
})
export class DcsaModule {}
