import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { Availability } from '../availability/availability.view';
import { Appointment } from '../announcements/appointment.kind';

const classes = kindClasses(kindOf(Appointment));

/** The classes of the set-up kind, for the endpoints that it has of its own. */
export const AppointmentShow: Type<object> = classes.Show;
export const CreateAppointment: Type<object> = classes.Create;

/** An appointment as it was made, and whether what it picks up could be picked up now. */
export class AppointmentCreated {
  @ApiProperty({ type: () => AppointmentShow }) appointment: object;
  @ApiProperty({ type: () => Availability, isArray: true }) availability: Availability[];
}
