import { Entity } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { BelongsTo, BigInteger, OneOf, Row, Text, Time } from '../../common/schema/columns';
import type { ContainerStay } from '../stays/container-stay.entity';
import { Container } from './container.kind';

export const MOVEMENT_TYPES = [
  'gate_in',
  'gate_out',
  'discharge',
  'load',
  'shift',
  'strip',
  'reversal',
] as const;

/** That a container was moved, and between which places; the places as they were called then. */
@Entity('container_movements')
export class ContainerMovement extends Row {
  @BelongsTo(() => Container, { required: true, onDelete: 'CASCADE' }) container: Relation<Container>;
  container_id: number;
  /** The stay that it belongs to; null for a container that was never announced. */
  @BelongsTo('ContainerStay') stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  @OneOf(MOVEMENT_TYPES, { required: true }) movement_type: (typeof MOVEMENT_TYPES)[number];
  @Text() from: string | null;
  @Text() to: string | null;
  /** The place that `from` names, so that the container can be put back there. */
  @Text() from_location_type: string | null;
  @BigInteger() from_location_id: number | null;
  /** The place that `to` names, whatever it is called by now; null of a movement of before places were kept. */
  @Text() to_location_type: string | null;
  @BigInteger() to_location_id: number | null;
  @Time({ required: true }) moved_at: Date;
  /** The visit of the truck that brought or took it. */
  @BelongsTo('TruckVisit', { unindexed: 'truck visits are not deleted' }) truck_visit: Relation<Row> | null;
  truck_visit_id: number | null;
  @BelongsTo(() => User) user: Relation<User> | null;
  user_id: number | null;
}
