import { counting } from '../../common/pagination/counts';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { Appointment } from '../announcements/appointment.kind';

/** What appointments are counted by. */
export const APPOINTMENT_GROUPS = {
  status: 'How far it has come',
  terminal: 'The name of the terminal of its slot',
  gate: 'The name of the gate of its slot',
  slot_purpose: 'The purpose of its slot',
};

export class AppointmentCountQuery extends counting(
  kindClasses(kindOf(Appointment)).Query,
  APPOINTMENT_GROUPS,
) {}
