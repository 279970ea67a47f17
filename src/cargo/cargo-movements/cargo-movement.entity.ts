import { Check, Entity } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { BelongsTo, BigInteger, Integer, OneOf, Row, Text, Time } from '../../common/schema/columns';
import { Breakbulk } from '../breakbulks/breakbulk.kind';
import { MOVEMENT_TYPES } from '../containers/container-movement.entity';
import { Vehicle } from '../vehicles/vehicle.kind';

/** A movement of a vehicle, or of pieces of breakbulk, between two places, under the names that the places had then. */
@Entity('cargo_movements')
@Check('ck_cargo_movements_cargo', 'num_nonnulls(vehicle_id, breakbulk_id) = 1')
export class CargoMovement extends Row {
  @BelongsTo(() => Vehicle, { onDelete: 'CASCADE', listed: true }) vehicle: Relation<Vehicle> | null;
  vehicle_id: number | null;
  @BelongsTo(() => Breakbulk, { onDelete: 'CASCADE', listed: true }) breakbulk: Relation<Breakbulk> | null;
  breakbulk_id: number | null;
  @OneOf(MOVEMENT_TYPES, { required: true }) movement_type: (typeof MOVEMENT_TYPES)[number];
  @Text() from: string | null;
  @Text() to: string | null;
  @Text() from_location_type: string | null;
  @BigInteger() from_location_id: number | null;
  @Text() to_location_type: string | null;
  @BigInteger() to_location_id: number | null;
  /** How many pieces of breakbulk; null for a vehicle. */
  @Integer() quantity: number | null;
  @Time({ required: true }) moved_at: Date;
  @Text() reason: string | null;
  @BelongsTo(() => User) user: Relation<User> | null;
  user_id: number | null;
}
