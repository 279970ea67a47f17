import { Check, Index, OneToMany } from 'typeorm';
import type { Relation } from 'typeorm';
import { NoColumn, OneOf, Row, Text, Time } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { Truck } from '../../parties/trucks/truck.entity';
import { Gate } from '../../places/setup/gate.kind';
import { Terminal } from '../../places/setup/terminal.kind';
import { APPOINTMENT_STATUSES, appointmentStatus } from './appointment-status';
import { SLOT_PURPOSES, SlotPurpose } from './slot-purpose';
import { announcementFilters } from './announcement-filters';
import { CreatePurpose } from '../purposes/purpose.dto';
import { Purpose } from '../purposes/purpose.entity';
import { PurposeShow } from '../purposes/purpose.view';
import { In } from '../../common/input/in';

/**
 * An appointment at the gate: a slot and the purposes of the truck. One visit uses it up. `AppointmentsController` has
 * the POST of the kind.
 */
@Kind({
  singular: 'appointment',
  plural: 'appointments',
  key: 'number',
  role: 'write',
  endpoints: ['list', 'show', 'update', 'remove'],
  filters: {
    ...announcementFilters,
    status: In.oneOf(APPOINTMENT_STATUSES, { description: 'How far they have come' }),
    in_closure: In.bool({ description: 'Whether they are booked for a time that has been closed since' }),
  },
})
@Check('ck_appointments_left_without', 'left_without_at IS NULL OR used_at IS NOT NULL')
@Check('ck_appointments_slot', 'num_nonnulls(ends_at, slot_purpose) IN (0, 2) AND ends_at > starts_at')
@Index(['organization_id', 'starts_at'])
@Index('ix_appointments_expected', { synchronize: false })
@Index('ix_appointments_unused', ['organization_id', 'id'], { where: 'used_at IS NULL' })
@Index('ix_appointments_booked', ['organization_id', 'ends_at'], {
  where: 'used_at IS NULL AND cancelled_at IS NULL AND missed_at IS NULL',
})
@Index('ix_appointments_cancelled', ['organization_id', 'id'], { where: 'cancelled_at IS NOT NULL' })
@Index('ix_appointments_left_without', ['organization_id', 'id'], { where: 'left_without_at IS NOT NULL' })
@Index('ix_appointments_missed', ['organization_id', 'id'], { where: 'missed_at IS NOT NULL' })
export class Appointment extends Row {
  @Field.key({ made: true, description: 'Made when left out: AP and 10 digits', example: 'AP-2001' })
  number: string;
  @Field.ref(() => Truck, 'license_plate') truck: Relation<Truck> | null;
  truck_id: number | null;
  @Field.ref(() => TruckDriver, 'license_number') truck_driver: Relation<TruckDriver> | null;
  truck_driver_id: number | null;
  @Field.ref(() => TruckingCompany, 'code', { description: 'The name or the code' })
  trucking_company: Relation<TruckingCompany> | null;
  trucking_company_id: number | null;
  @Field.time() expected_at: Date | null;

  @Field.time({ description: 'When the slot begins; without it no place of a slot is taken' })
  starts_at: Date | null;
  @Time()
  @Field.answered((out) => out.time())
  ends_at: Date | null;
  /** The purpose of its slot. */
  @OneOf(SLOT_PURPOSES) slot_purpose: SlotPurpose | null;
  @Field.ref(() => Terminal, 'name') terminal: Relation<Terminal> | null;
  terminal_id: number | null;
  @Field.ref(() => Gate, 'name') gate: Relation<Gate> | null;
  gate_id: number | null;

  @Field.computed((out) =>
    out.sql(appointmentStatus, 'text', { nullable: false, values: APPOINTMENT_STATUSES }),
  )
  status: NoColumn;
  @Field.note({ description: 'Why it was given another slot: required when it is' })
  reschedule_reason: string | null;
  @Text()
  @Field.answered((out) => out.text())
  cancel_reason: string | null;
  @Time()
  @Field.answered((out) => out.time())
  cancelled_at: Date | null;
  /** When the service marked it as missed. */
  @Time() missed_at: Date | null;
  /** The time at which its truck left without completing any of its purposes. */
  @Time() left_without_at: Date | null;
  /** The time of the gate-in that used it. */
  @Time() used_at: Date | null;

  @Field.custom(In.objects(() => CreatePurpose), (out) =>
    out.many('purposes', () => PurposeShow, { orderBy: 'position' }),
  )
  @OneToMany(() => Purpose, (purpose) => purpose.appointment)
  purposes: Relation<Purpose>[];
}
