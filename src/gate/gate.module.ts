import { Module } from '@nestjs/common';
import { setupResources } from '../common/setup/setup-resource';
import { CargoModule } from '../cargo/cargo.module';
import { PartiesModule } from '../parties/parties.module';
import { Appointment } from './appointments/appointment.kind';
import { AppointmentsService } from './appointments/appointments.service';
import { GateOutController } from './gate-out/gate-out.controller';
import { GateOutService } from './gate-out/gate-out.service';
import { HandoversService } from './handovers.service';
import { PreAdvicesController } from './pre-advices/pre-advices.controller';
import { PreAdvicesService } from './pre-advices/pre-advices.service';
import { PurposesService } from './purposes/purposes.service';
import { Gate } from './setup/gate.kind';
import { GateInService } from './truck-visits/gate-in.service';
import { InterchangesController } from './truck-visits/interchanges.controller';
import { InterchangesService } from './truck-visits/interchanges.service';
import { TruckVisitsController } from './truck-visits/truck-visits.controller';
import { TruckVisitsService } from './truck-visits/truck-visits.service';
import { VisitorsService } from './visitors.service';

const setup = setupResources(Gate, [Appointment, AppointmentsService]);

/** Trucks are announced, come in by a gate, hand over cargo, and leave. */
@Module({
  imports: [PartiesModule, CargoModule],
  controllers: [
    PreAdvicesController,
    TruckVisitsController,
    GateOutController,
    InterchangesController,
    ...setup.controllers,
  ],
  providers: [
    PreAdvicesService,
    TruckVisitsService,
    GateInService,
    GateOutService,
    HandoversService,
    InterchangesService,
    PurposesService,
    VisitorsService,
    ...setup.providers,
  ],
  exports: [PreAdvicesService, ...setup.exports],
})
export class GateModule {}
