import { Check, Entity, Index, OneToMany } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { StoredFile } from '../../common/files/file.entity';
import type { Refusal } from '../../common/errors/errors';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo, Flag, Row, Text, Time } from '../../common/schema/columns';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { Truck } from '../../parties/trucks/truck.entity';
import { Appointment } from '../announcements/appointment.kind';
import { PreAdvice } from '../announcements/pre-advice.entity';
import { Gate } from '../../places/setup/gate.kind';
import { Interchange } from './interchange.entity';
import { Concerns } from '../../common/party-wall/concerns';
import { Subject } from '../../common/recording/subject';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';

/** One visit of a truck, from gate-in to gate-out. A truck has at most one open visit. */
@Subject({
  type: 'truck_visit',
  key: (of) => of('truck.license_plate'),
  path: (of) => `'/api/v1/truck_visits/' || ${of('id')}`,
  concerns: {
    container: (of) => `SELECT i.container_id FROM interchanges i
      WHERE i.organization_id = ${of('organization_id')} AND i.truck_visit_id = ${of('id')} AND i.container_id IS NOT NULL`,
  },
})
@Concerns({ party: { trucking_company: 'trucking_company' } })
@Entity('truck_visits')
@Index(['organization_id', 'updated_at', 'id'])
@Index('uq_truck_visits_inside', ['organization_id', 'truck_id'], {
  unique: true,
  where: 'gated_out_at IS NULL',
})
@Refuses('uq_truck_visits_inside', SAYS.truck_already_inside(), undefined, GATE.truck_already_inside)
@Index('ix_truck_visits_inside', ['organization_id', 'id'], { where: 'gated_out_at IS NULL' })
@Index(['organization_id', 'gated_in_at'])
@Index('ix_truck_visits_gated_in_day', { synchronize: false })
@Index('ix_truck_visits_ended', { synchronize: false })
@Index('ix_truck_visits_signature', ['organization_id', 'signature_file_id'], {
  where: 'signature_file_id IS NOT NULL',
})
@Check('ck_truck_visits_gated_out_at', 'gated_out_at >= gated_in_at')
@Check(
  'ck_truck_visits_cancelled_at',
  'cancelled_at IS NULL OR gated_out_at IS NOT NULL AND cancel_reason IS NOT NULL',
)
@Refuses('ck_truck_visits_gated_out_at', 'Gated out at must not be before gated in at.', 'gated_out_at')
export class TruckVisit extends Row {
  @BelongsTo(() => Truck, { required: true, listed: true }) truck: Relation<Truck>;
  truck_id: number;
  @BelongsTo(() => TruckDriver, { listed: true, sparse: true }) truck_driver: Relation<TruckDriver> | null;
  truck_driver_id: number | null;
  @BelongsTo(() => TruckingCompany, { listed: true }) trucking_company: Relation<TruckingCompany> | null;
  trucking_company_id: number | null;
  @BelongsTo(() => Gate, { required: true, listed: true }) gate: Relation<Gate>;
  gate_id: number;
  @BelongsTo(() => Gate, { sparse: true }) out_gate: Relation<Gate> | null;
  out_gate_id: number | null;
  @BelongsTo(() => User) gate_in_user: Relation<User> | null;
  gate_in_user_id: number | null;
  @BelongsTo(() => User, { sparse: true }) gate_out_user: Relation<User> | null;
  gate_out_user_id: number | null;
  @BelongsTo(() => User, { sparse: true }) cancelled_by: Relation<User> | null;
  cancelled_by_id: number | null;
  @BelongsTo(() => PreAdvice, { sparse: true }) pre_advice: Relation<PreAdvice> | null;
  pre_advice_id: number | null;
  @BelongsTo(() => Appointment, { sparse: true }) appointment: Relation<Appointment> | null;
  appointment_id: number | null;
  /** The signature of the driver. */
  @BelongsTo(() => StoredFile, { unindexed: 'ix_truck_visits_signature' })
  signature_file: Relation<StoredFile> | null;
  signature_file_id: number | null;

  @Time({ required: true }) gated_in_at: Date;
  @Time() gated_out_at: Date | null;
  @Text() comment: string | null;
  @Text() reason_for_incomplete: string | null;
  /** Why a clerk let it leave with containers whose charges could not be calculated, or bring one that a voyage announced. */
  @Text() force_reason: string | null;
  /** Whether the truck came too early or too late for the slot of its appointment. */
  @Flag() off_slot: boolean;
  /** Whether its appointment or its out gate is of another terminal than the gate. */
  @Flag() other_terminal: boolean;
  /** The time of cancellation, which also ended the visit. */
  @Time() cancelled_at: Date | null;
  @Text() cancel_reason: string | null;

  @OneToMany(() => Interchange, (interchange) => interchange.truck_visit)
  interchanges: Relation<Interchange>[];
}

/** The refusal of changes to a visit that is over. */
export function visitOver({ id, cancelled_at }: Pick<TruckVisit, 'id' | 'cancelled_at'>): Refusal {
  const says = SAYS[cancelled_at ? 'visit_over.cancelled' : 'visit_over'];
  return { code: GATE.visit_over, sentence: says({ truck_visit_id: id }) };
}
