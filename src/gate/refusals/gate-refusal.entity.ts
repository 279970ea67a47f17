import { Concerns } from '../../common/party-wall/concerns';
import { Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { Subject } from '../../common/recording/subject';
import { BelongsTo, JsonColumn, MonthKey, OneOf, Row, Text } from '../../common/schema/columns';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { Truck } from '../../parties/trucks/truck.entity';
import { Gate } from '../../places/setup/gate.kind';

export const GATE_ACTIONS = ['gate_in', 'gate_out'] as const;

/** A gate-in or gate-out that a rule refused. An unknown record is kept as the request named it. */
@Subject({
  type: 'gate_refusal',
  key: (of) => `coalesce(${of('truck.license_plate')}, ${of('truck_named')})`,
  path: () => `'/api/v1/gate_refusals'`,
})
@Concerns({ party: { trucking_company: 'company' } })
@Entity('gate_refusals')
@Index(['organization_id', 'truck_key', 'id'])
@Index(['organization_id', 'at'])
export class GateRefusal extends Row {
  @MonthKey() at: Date;
  @OneOf(GATE_ACTIONS, { required: true }) action: (typeof GATE_ACTIONS)[number];
  @BelongsTo(() => Gate) gate: Relation<Gate> | null;
  gate_id: number | null;
  @Text() gate_named: string | null;
  @BelongsTo(() => Truck) truck: Relation<Truck> | null;
  truck_id: number | null;
  /** The company of the truck then: its own, else that of its usual driver. A trigger keeps it. */
  @BelongsTo(() => TruckingCompany) company: Relation<TruckingCompany> | null;
  company_id: number | null;
  @Text() truck_named: string | null;
  /** The plate, normalized for comparison. */
  @Text() truck_key: string | null;
  @BelongsTo(() => TruckDriver) truck_driver: Relation<TruckDriver> | null;
  truck_driver_id: number | null;
  /** Numbers instead of foreign keys, because a refused pre-advice may be deleted later. */
  @Text() pre_advice: string | null;
  @Text() appointment: string | null;
  @JsonColumn({ required: true }) reasons: object;
  @BelongsTo(() => User) user: Relation<User> | null;
  user_id: number | null;
}
