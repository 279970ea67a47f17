import { Module } from '@nestjs/common';
import { CargoModule } from '../cargo/cargo.module';
import { GateModule } from '../gate/gate.module';
import { HoldsModule } from '../holds/holds.module';
import { setupResources } from '../common/setup/setup-resource';
import { addEventViews } from '../events/event-views';
import { ChannelClaims } from './channels/channel-claims';
import { ChannelStates } from './channels/channel-states';
import { ChannelTestsService } from './channels/channel-tests.service';
import { ChannelWorker } from './channels/channel-worker.service';
import { EdiChannelShow } from './channels/edi-channel.view';
import { EdiChannelsController } from './channels/edi-channels.controller';
import { EdiChannelsService } from './channels/edi-channels.service';
import { PollingService } from './channels/polling.service';
import { SendingService } from './channels/sending.service';
import { Traffic } from './channels/traffic';
import { Aperaks } from './acknowledgements/aperak.apply';
import { Contrls } from './acknowledgements/contrl.apply';
import { ApplyingService } from './incoming/applying.service';
import { Baplies } from './incoming/baplie/baplie.apply';
import { AcceptedContainers } from './incoming/coparn/accepted-containers';
import { BookingOrders } from './incoming/coparn/booking.apply';
import { BookingWriting } from './incoming/coparn/booking-writing.service';
import { Coparns } from './incoming/coparn/coparn.apply';
import { ReleaseOrders } from './incoming/coparn/release.apply';
import { Coprars } from './incoming/coprar/coprar.apply';
import { DischargeListOrders } from './incoming/coprar/discharge-list.apply';
import { LoadListOrders } from './incoming/coprar/load-list.apply';
import { MessageWeights } from './incoming/message-weights.service';
import { Vermases } from './incoming/vermas/vermas.apply';
import { Coreors } from './incoming/coreor/coreor.apply';
import { ReleaseWriting } from './incoming/coreor/release-writing.service';
import { InboxWorker } from './incoming/inbox-worker.service';
import { ReadingService } from './incoming/reading.service';
import { ChannelTraffic } from './interchanges/channel-traffic.service';
import { EdiMetrics } from './edi-metrics';
import { EdiInterchangeShow } from './interchanges/edi-interchange.view';
import { EdiInterchangesController } from './interchanges/edi-interchanges.controller';
import { EdiInterchangesService } from './interchanges/edi-interchanges.service';
import { SegmentsService } from './interchanges/segments.service';
import { EdiMessageShow } from './interchanges/edi-message.view';
import { EdiMessagesController } from './interchanges/edi-messages.controller';
import { EdiMessagesService } from './interchanges/edi-messages.service';
import { KeepingService } from './interchanges/keeping.service';
import { UploadsService } from './interchanges/uploads.service';
import { ediCodeModel } from './partners/edi-code.write';
import { ediFlowModel } from './partners/edi-flow.write';
import { ComposingService } from './outgoing/composing.service';
import { EdiItemsController, TellingController } from './outgoing/edi-items.controller';
import { OutboxWorker } from './outgoing/outbox-worker.service';
import { OutgoingInterchangesController } from './outgoing/outgoing-interchanges.controller';
import { OutgoingInterchangesService } from './outgoing/outgoing-interchanges.service';
import { ItemSender } from './outgoing/item-sender.service';
import { Inbox } from './partners/inbox';

addEventViews({
  edi_interchange: EdiInterchangeShow,
  edi_message: EdiMessageShow,
  edi_channel: EdiChannelShow,
});

const setup = setupResources(ediFlowModel, ediCodeModel);

/** Messages with shipping lines and their hubs (UN/EDIFACT). */
@Module({
  imports: [CargoModule, HoldsModule, GateModule],
  controllers: [
    EdiInterchangesController,
    EdiMessagesController,
    OutgoingInterchangesController,
    EdiItemsController,
    TellingController,
    ...setup.controllers,
    EdiChannelsController,
  ],
  providers: [
    Inbox,
    KeepingService,
    UploadsService,
    EdiInterchangesService,
    SegmentsService,
    EdiMessagesService,
    ReadingService,
    ApplyingService,
    InboxWorker,
    ComposingService,
    ItemSender,
    OutgoingInterchangesService,
    OutboxWorker,
    Contrls,
    Aperaks,
    EdiMetrics,
    Coparns,
    BookingOrders,
    ReleaseOrders,
    AcceptedContainers,
    BookingWriting,
    Coprars,
    DischargeListOrders,
    LoadListOrders,
    Baplies,
    Coreors,
    MessageWeights,
    Vermases,
    ReleaseWriting,
    { provide: Traffic, useClass: ChannelTraffic },
    ChannelClaims,
    ChannelStates,
    PollingService,
    SendingService,
    ChannelWorker,
    ChannelTestsService,
    EdiChannelsService,
    ...setup.providers,
  ],
})
export class EdiModule {}
