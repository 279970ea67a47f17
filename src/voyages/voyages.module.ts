import { Module } from '@nestjs/common';
import { CargoModule } from '../cargo/cargo.module';
import { setupResources } from '../common/setup/setup-resource';
import { BerthArea } from './setup/berth-area.kind';
import { Pilot } from './setup/pilot.kind';
import { Port } from './setup/port.kind';
import { ServiceBoat } from './setup/service-boat.kind';
import { StevedoringCompany } from './setup/stevedoring-company.kind';
import { StevedoringSupervisor } from './setup/stevedoring-supervisor.kind';
import { Terminal } from './setup/terminal.kind';
import { VoyageEventType } from './setup/voyage-event-type.kind';
import { TalliesSetupController } from './tallies/tallies-setup.controller';
import { TalliesController } from './tallies/tallies.controller';
import { TalliesService } from './tallies/tallies.service';
import { TallyMove } from './tallies/tally-move.kind';
import { TallyMovesService } from './tallies/tally-moves.service';
import { VesselsController } from './vessels/vessels.controller';
import { VesselsService } from './vessels/vessels.service';
import { VoyageEventTypesController } from './voyage-events/voyage-event-types.controller';
import { VoyageEventsController } from './voyage-events/voyage-events.controller';
import { VoyageEventsService } from './voyage-events/voyage-events.service';
import { VoyagesController } from './voyages/voyages.controller';
import { VoyagesService } from './voyages/voyages.service';

const setup = setupResources(
  Port,
  Terminal,
  BerthArea,
  Pilot,
  ServiceBoat,
  StevedoringCompany,
  StevedoringSupervisor,
  VoyageEventType,
  [TallyMove, TallyMovesService],
);

/** Vessels, their voyages, what happens on them, and the places they call at. */
@Module({
  imports: [CargoModule],
  controllers: [
    VesselsController,
    VoyagesController,
    VoyageEventsController,
    VoyageEventTypesController,
    TalliesController,
    TalliesSetupController,
    ...setup.controllers,
  ],
  providers: [VesselsService, VoyagesService, VoyageEventsService, TalliesService, ...setup.providers],
  exports: [VesselsService, VoyagesService, ...setup.exports],
})
export class VoyagesModule {}
