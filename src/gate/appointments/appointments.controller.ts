import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { bare, one } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import type { KindInput } from '../../common/setup/setup.service';
import { AppointmentSlotQuery } from '../slots/slot.dto';
import { AppointmentSlots } from '../slots/slot.view';
import { SlotsService } from '../slots/slots.service';
import { Withdrawal } from '../visits/withdrawal.dto';
import { AppointmentCreated, AppointmentShow, CreateAppointment } from './appointment.view';
import { APPOINTMENT_GROUPS, AppointmentCountQuery } from './appointment-counts';
import { AppointmentsService } from './appointments.service';

const AppointmentCounts = countsOf('Appointment', APPOINTMENT_GROUPS);

/** Endpoints of appointments beyond those of a set-up kind. */
@ApiTags('Set-up')
@Controller()
export class AppointmentsController {
  constructor(
    private readonly appointments: AppointmentsService,
    private readonly slots: SlotsService,
  ) {}

  @Get('appointment_slots')
  @Endpoint({
    summary: 'List the slots of appointments',
    operationId: 'listAppointmentSlots',
    description:
      "Made from the plans and the closures, by the clock of the organization's time zone: a day on which it changes has 23 or 25 hours of them.",
    returns: bare(AppointmentSlots),
    parties: { filters: ['from', 'until', 'purpose', 'terminal', 'gate'] },
    errors: [422],
  })
  list(@Query() query: AppointmentSlotQuery) {
    return this.slots.list(query);
  }

  @Get('appointments/counts')
  @Endpoint({
    summary: 'Count appointments',
    description: 'By what `by` says, of the appointments that the filters of the list leave.',
    returns: bare(AppointmentCounts),
    errors: [400, 404, 409, 422],
  })
  count(@Query() query: AppointmentCountQuery) {
    return this.appointments.counts(query);
  }

  @Post('appointments')
  @Endpoint({
    summary: 'Create an appointment',
    description:
      'With starts_at it takes a place in the slot that begins then; a full one is refused, and the next free ones named.',
    returns: bare(AppointmentCreated),
    status: 201,
    parties: { filters: [], by: 'trucking_company', guesses: true },
    speaks: true,
    errors: [400, 404, 409, 422],
  })
  create(@Body() body: KindInput) {
    return this.appointments.create(body);
  }

  @Post('appointments/:number/cancel')
  @Endpoint({
    summary: 'Cancel an appointment',
    description: 'Its place is free again.',
    returns: one('appointment', AppointmentShow),
    parties: { filters: [], by: 'trucking_company' },
    errors: [404, 422],
  })
  cancel(
    @PathText('number', 'The id or the number', 'AP-2001') number: string,
    @Body() { reason }: Withdrawal,
  ) {
    return this.appointments.cancel(number, reason);
  }
}

// The compiler emits no parameter type for a generated class, so set it for the validation.
Reflect.defineMetadata('design:paramtypes', [CreateAppointment], AppointmentsController.prototype, 'create');
