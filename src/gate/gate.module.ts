import { Module } from '@nestjs/common';
import { setupResources } from '../common/setup/setup-resource';
import { CargoModule } from '../cargo/cargo.module';
import { PartiesModule } from '../parties/parties.module';
import { appointmentModel } from './announcements/appointment.write';
import { GateOutController } from './gate-out/gate-out.controller';
import { GateOutService } from './gate-out/gate-out.service';
import { InterchangeCompletionService } from './interchanges/interchange-completion.service';
import { PreAdvicesController } from './announcements/pre-advices.controller';
import { PreAdvicesService } from './announcements/pre-advices.service';
import { GateInController } from './gate-in/gate-in.controller';
import { GateInService } from './gate-in/gate-in.service';
import { InterchangesController } from './interchanges/interchanges.controller';
import { InterchangesService } from './interchanges/interchanges.service';
import { TruckVisitsController } from './visits/truck-visits.controller';
import { TruckVisitsService } from './visits/truck-visits.service';
import { VisitorsService } from './visitors/visitors.service';

const setup = setupResources(appointmentModel);

/** Trucks are announced, come in by a gate, hand over cargo, and leave. */
@Module({
  imports: [PartiesModule, CargoModule],
  controllers: [
    PreAdvicesController,
    TruckVisitsController,
    GateInController,
    GateOutController,
    InterchangesController,
    ...setup.controllers,
  ],
  providers: [
    PreAdvicesService,
    TruckVisitsService,
    GateInService,
    GateOutService,
    InterchangeCompletionService,
    InterchangesService,
    VisitorsService,
    ...setup.providers,
  ],
  exports: [PreAdvicesService, ...setup.exports],
})
export class GateModule {}
