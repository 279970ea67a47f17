import { Module } from '@nestjs/common';
import { setupResources } from '../common/setup/setup-resource';
import { HoldsModule } from '../holds/holds.module';
import { CargoModule } from '../cargo/cargo.module';
import { ReleaseRules } from '../cargo/release/release-rules.service';
import { AppointmentContainersService } from './announcements/appointment-containers.service';
import { Appointment } from './announcements/appointment.kind';
import { AppointmentsController } from './appointments/appointments.controller';
import { AppointmentsService } from './appointments/appointments.service';
import { AvailabilityController } from './availability/availability.controller';
import { LeavingCosts } from './availability/leaving-costs';
import { AvailabilityService } from './availability/availability.service';
import { ObstaclesController } from './availability/obstacles.controller';
import { ObstaclesService } from './availability/obstacles.service';
import { onTruck } from './availability/on-truck.rule';
import { EndingNominations } from './nominations/ending-nominations.service';
import { DueReleases } from './nominations/due-releases.service';
import { ReleaseNominations } from './nominations/release-nominations.service';
import { NominationsController } from './nominations/nominations.controller';
import { NominationsService } from './nominations/nominations.service';
import { NominationExpiryService } from './nominations/nomination-expiry.service';
import { BookingRules } from './bookings/booking-rules.service';
import { GateRefusalsController } from './refusals/gate-refusals.controller';
import { GateRefusalsService } from './refusals/gate-refusals.service';
import { HandoverService } from './interchanges/handover.service';
import { ReceivingController } from './bookings/receiving.controller';
import { ReceivingService } from './bookings/receiving.service';
import { SlotPlacesService } from './slots/slot-places.service';
import { MissedAppointmentsService } from './slots/missed-appointments.service';
import { appointmentClosureModel, appointmentPlanModel } from './slots/slot-setup.write';
import { SlotAdmissionService } from './slots/slot-admission.service';
import { SlotsService } from './slots/slots.service';
import { GateOutController } from './gate-out/gate-out.controller';
import { GateOutService } from './gate-out/gate-out.service';
import { GateInAdditions } from './gate-in/gate-in-additions';
import { CompletionRules } from './interchanges/completion-rules';
import { EquipmentService } from './interchanges/equipment.service';
import { HandedContainersService } from './interchanges/handed-containers.service';
import { InterchangeCompletionService } from './interchanges/interchange-completion.service';
import { InterchangeRegisterController } from './interchanges/interchange-register.controller';
import { InterchangeRegisterService } from './interchanges/interchange-register.service';
import { InterchangeReversalsService } from './interchanges/interchange-reversals.service';
import { ReversalService } from './interchanges/reversal.service';
import { PreAdvicesController } from './announcements/pre-advices.controller';
import { PreAdvicesService } from './announcements/pre-advices.service';
import { ArrivalsService } from './gate-in/arrivals.service';
import { GateInController } from './gate-in/gate-in.controller';
import { GateInService } from './gate-in/gate-in.service';
import { InterchangesController } from './interchanges/interchanges.controller';
import { InterchangesService } from './interchanges/interchanges.service';
import { VisitInterchangesController } from './interchanges/visit-interchanges.controller';
import { VisitInterchangesService } from './interchanges/visit-interchanges.service';
import { VisitChangesController } from './visits/visit-changes.controller';
import { VisitChangesService } from './visits/visit-changes.service';
import { TurnTimesController } from './turn-times/turn-times.controller';
import { TurnTimesService } from './turn-times/turn-times.service';
import { InterchangeFollowers } from './visits/interchange-followers';
import { TruckVisitsController } from './visits/truck-visits.controller';
import { TruckVisitsService } from './visits/truck-visits.service';
import { VisitorsService } from './visitors/visitors.service';

const setup = setupResources(appointmentPlanModel, appointmentClosureModel, [
  Appointment,
  AppointmentsService,
]);

/** Announcements, appointments, visits and interchanges of trucks. */
@Module({
  imports: [CargoModule, HoldsModule],
  exports: [CompletionRules, GateInAdditions, InterchangeFollowers, LeavingCosts, ReleaseNominations],
  controllers: [
    PreAdvicesController,
    TruckVisitsController,
    GateInController,
    VisitChangesController,
    VisitInterchangesController,
    GateOutController,
    GateRefusalsController,
    InterchangeRegisterController,
    InterchangesController,
    AvailabilityController,
    ObstaclesController,
    ReceivingController,
    AppointmentsController,
    NominationsController,
    TurnTimesController,
    ...setup.controllers,
  ],
  providers: [
    PreAdvicesService,
    TruckVisitsService,
    ArrivalsService,
    GateInService,
    GateOutService,
    CompletionRules,
    GateInAdditions,
    EquipmentService,
    HandedContainersService,
    InterchangeCompletionService,
    InterchangeFollowers,
    InterchangeRegisterService,
    InterchangeReversalsService,
    ReversalService,
    InterchangesService,
    GateRefusalsService,
    VisitInterchangesService,
    VisitChangesService,
    HandoverService,
    BookingRules,
    VisitorsService,
    AvailabilityService,
    LeavingCosts,
    ObstaclesService,
    ReceivingService,
    AppointmentContainersService,
    SlotsService,
    SlotPlacesService,
    MissedAppointmentsService,
    SlotAdmissionService,
    NominationsService,
    EndingNominations,
    NominationExpiryService,
    ReleaseNominations,
    DueReleases,
    TurnTimesService,
    ...setup.providers,
  ],
})
export class GateModule {
  constructor(release: ReleaseRules) {
    release.add(onTruck);
  }
}
