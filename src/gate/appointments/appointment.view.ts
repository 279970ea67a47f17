import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { Availability } from '../availability/availability.view';
import { Appointment } from '../announcements/appointment.kind';

const classes = kindClasses(kindOf(Appointment));

/** The generated classes of the kind, for its handwritten endpoints. */
export const AppointmentShow: Type<object> = classes.Show;
export const CreateAppointment: Type<object> = classes.Create;

/** A new appointment, and whether the containers that it picks up are available now. */
export class AppointmentCreated {
  @ApiProperty({ type: () => AppointmentShow }) appointment: object;
  @ApiProperty({ type: () => Availability, isArray: true }) availability: Availability[];
}
