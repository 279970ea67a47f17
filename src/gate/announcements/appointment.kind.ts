import { Check, Index, OneToMany } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, NoColumn, OneOf, Row, Text, Time } from '../../common/schema/columns';
import { ApiProperty } from '@nestjs/swagger';
import { User } from '../../common/auth/user.kind';
import { BIG_INTEGER } from '../../common/schema/integers';
import { UserNamed } from '../../common/auth/user.view';
import { type Of, RecordById, recordById } from '../../common/view/view';
import { hasOwnDriver, OWN_DRIVER_TOLD } from '../../parties/setup/own-driver';
import { companyBy, COMPANY_OF_ANNOUNCEMENT } from '../../parties/setup/trucking-company-reference';
import { driverName } from '../../parties/setup/driver-name';
import { Field, Kind, type KindOut } from '../../common/setup/kind';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { Truck } from '../../parties/trucks/truck.entity';
import { Gate } from '../../places/setup/gate.kind';
import { Terminal } from '../../places/setup/terminal.kind';
import { APPOINTMENT_STATUSES, appointmentStatus } from './appointment-status';
import { SLOT_PURPOSES, SlotPurpose } from './slot-purpose';
import { announcementFilters } from './announcement-filters';
import { orderParameters } from '../../common/pagination/order';
import { CreatePurpose } from '../purposes/purpose.dto';
import { Purpose } from '../purposes/purpose.entity';
import { PurposeShow } from '../purposes/purpose.view';
import { In } from '../../common/input/in';

class CompanyOfAppointment {
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'EST' }) code: string;
  @ApiProperty({ type: 'string', nullable: true, example: 'Estuary Haulage' }) name: string | null;
}

/** SQL: the id of the visit that used the appointment. A cancelled visit leaves it unused. */
const usedBy = (of: Of) => `CASE WHEN ${of('used_at')} IS NOT NULL THEN (
  SELECT max(v.id) FROM truck_visits v
  WHERE v.organization_id = ${of('organization_id')} AND v.appointment_id = ${of('id')}) END`;

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
  parties: {
    concern: { party: { trucking_company: COMPANY_OF_ANNOUNCEMENT } },
    fields: [
      'number',
      'truck',
      'trucking_company',
      'expected_at',
      'starts_at',
      'ends_at',
      'terminal',
      'gate',
      'status',
      'reschedule_reason',
      'cancel_reason',
      'cancelled_at',
      'used_at',
      'truck_visit_id',
      'truck_visit',
      'comment',
      'purposes',
    ],
    own: { truck_driver: hasOwnDriver },
    told: OWN_DRIVER_TOLD,
    filters: [...Object.keys(announcementFilters), 'number', 'status'],
    does: { by: 'trucking_company', endpoints: ['update'] },
  },
  filters: {
    ...announcementFilters,
    ...orderParameters('expected_at', 'starts_at'),
    status: In.anyWord(APPOINTMENT_STATUSES, { description: 'How far they have come' }),
    in_closure: In.bool({ description: 'Whether they are booked for a time that has been closed since' }),
  },
})
@Check('ck_appointments_left_without', 'left_without_at IS NULL OR used_at IS NOT NULL')
@Check('ck_appointments_slot', 'num_nonnulls(ends_at, slot_purpose) IN (0, 2) AND ends_at > starts_at')
@Index(['organization_id', 'starts_at'], { where: 'starts_at IS NOT NULL' })
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
  @Field.ref(() => Truck, 'license_plate', { sparse: true }) truck: Relation<Truck> | null;
  truck_id: number | null;
  @Field.ref(() => TruckDriver, 'license_number', {
    shown: (out: KindOut) =>
      out.reference('truck_driver', 'license_number', { more: { fullname: driverName } }),
    sparse: true,
  })
  truck_driver: Relation<TruckDriver> | null;
  truck_driver_id: number | null;
  @Field.ref(() => TruckingCompany, 'code', {
    description: 'The name or the code',
    sparse: true,
    shown: (out: KindOut) =>
      out.shaped(companyBy(COMPANY_OF_ANNOUNCEMENT, ['id', 'code', 'name']), () => CompanyOfAppointment, {
        nullable: true,
        description: 'The one that is announced, else that of the truck, else that of the driver',
      }),
  })
  trucking_company: Relation<TruckingCompany> | null;
  trucking_company_id: number | null;
  /** The company by decision 388, kept by triggers: while the announcement is open that of now, then that of then. */
  @BelongsTo(() => TruckingCompany, { sparse: true }) company: Relation<TruckingCompany> | null;
  company_id: number | null;
  @Field.time() expected_at: Date | null;

  @Field.time({ description: 'When the slot begins; without it no place of a slot is taken' })
  starts_at: Date | null;
  @Time()
  @Field.answered((out) => out.time())
  ends_at: Date | null;
  /** The purpose of its slot. */
  @OneOf(SLOT_PURPOSES) slot_purpose: SlotPurpose | null;
  @Field.ref(() => Terminal, 'name', { sparse: true }) terminal: Relation<Terminal> | null;
  terminal_id: number | null;
  @Field.ref(() => Gate, 'name', { sparse: true }) gate: Relation<Gate> | null;
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
  @BelongsTo(() => User, { sparse: true })
  @Field.answered((out) =>
    out.one('cancelled_by', () => UserNamed, {
      description: 'Who cancelled it; null where nobody did, or nobody noted it',
    }),
  )
  cancelled_by: Relation<User> | null;
  cancelled_by_id: number | null;
  /** When the service marked it as missed. */
  @Time() missed_at: Date | null;
  /** The time at which its truck left without completing any of its purposes. */
  @Time() left_without_at: Date | null;
  /** The time of the gate-in that used it. */
  @Time()
  @Field.answered((out) => out.time({ description: 'When a truck was let in with it' }))
  used_at: Date | null;
  @Field.computed((out) =>
    out.sql(usedBy, 'bigInteger', {
      description: 'Replaced by truck_visit',
      deprecated: true,
    }),
  )
  truck_visit_id: NoColumn;
  @Field.computed((out) =>
    out.shaped(
      (of) => recordById(usedBy(of)),
      () => RecordById,
      {
        nullable: true,
        description: 'The visit that it was used for; null while no truck came with it',
      },
    ),
  )
  truck_visit: NoColumn;
  @Field.note({ description: 'What whoever let the truck in should know', example: 'Rings the bell' })
  comment: string | null;

  @Field.custom(In.objects(() => CreatePurpose), (out) =>
    out.many('purposes', () => PurposeShow, { orderBy: 'position' }),
  )
  @OneToMany(() => Purpose, (purpose) => purpose.appointment)
  purposes: Relation<Purpose>[];
}
