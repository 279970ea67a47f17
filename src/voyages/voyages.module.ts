import { Module } from '@nestjs/common';
import { setupResources } from '../common/setup/setup-resource';
import { Pilot } from './setup/pilot.kind';
import { ServiceBoat } from './setup/service-boat.kind';
import { StevedoringCompany } from './setup/stevedoring-company.kind';
import { StevedoringSupervisor } from './setup/stevedoring-supervisor.kind';
import { VoyageEventType } from './setup/voyage-event-type.kind';
import { VesselsController } from './vessels/vessels.controller';
import { VesselsService } from './vessels/vessels.service';
import { VoyageEventTypesController } from './voyage-events/voyage-event-types.controller';
import { VoyageEventsController } from './voyage-events/voyage-events.controller';
import { VoyageEventsService } from './voyage-events/voyage-events.service';
import { VoyageCancellations } from './voyages/voyage-cancellations';
import { VoyagesController } from './voyages/voyages.controller';
import { VoyagesService } from './voyages/voyages.service';

const setup = setupResources(Pilot, ServiceBoat, StevedoringCompany, StevedoringSupervisor, VoyageEventType);

/** Vessels, their voyages, and the events on them. */
@Module({
  controllers: [
    VesselsController,
    VoyagesController,
    VoyageEventsController,
    VoyageEventTypesController,
    ...setup.controllers,
  ],
  providers: [VesselsService, VoyageCancellations, VoyagesService, VoyageEventsService, ...setup.providers],
  exports: [VoyageCancellations, VoyagesService],
})
export class VoyagesModule {}
