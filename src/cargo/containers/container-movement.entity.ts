import { type ConcernedRow, Concerns } from '../../common/party-wall/concerns';
import { WITHIN_TERMINAL } from '../../common/recording/silent-movements';
import { Column, Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { BelongsTo, BigInteger, Integer, OneOf, Row, Text, Time } from '../../common/schema/columns';
import { Voyage } from '../../voyages/voyages/voyage.entity';
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
  'yard',
  'restow',
] as const;

/** The rule that a movement concerns the parties of its stay, unless it is one within the terminal. */
const ofStay = ({ alias, organization, parties }: ConcernedRow) => `${alias}.stay_id IN (
    SELECT p.stay_id FROM stay_parties p WHERE p.organization_id = ${organization} AND p.party_id = ANY(${parties}))
  AND ${alias}.movement_type NOT IN ('${WITHIN_TERMINAL.join("', '")}')`;

/** A movement of a container between two places, under the names that the places had then. */
@Concerns({ rows: ofStay })
@Entity('container_movements')
@Index(['organization_id', 'moved_at', 'id'])
@Index(['organization_id', 'movement_type', 'id'])
@Index('ix_container_movements_reversals', ['organization_id', 'moved_at'], {
  where: `movement_type = 'reversal'`,
})
@Index('ix_container_movements_from_container', ['organization_id', 'from_location_id'], {
  where: `from_location_type = 'Container'`,
})
@Index('ix_container_movements_to_container', ['organization_id', 'to_location_id'], {
  where: `to_location_type = 'Container'`,
})
export class ContainerMovement extends Row {
  @BelongsTo(() => Container, { required: true, onDelete: 'CASCADE' }) container: Relation<Container>;
  container_id: number;
  /** The stay of the movement; null for a container that was never announced. */
  @BelongsTo('ContainerStay') stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  @OneOf(MOVEMENT_TYPES, { required: true }) movement_type: (typeof MOVEMENT_TYPES)[number];
  @Text() from: string | null;
  @Text() to: string | null;
  /** The place of `from`, so that the container can be put back there. */
  @Text() from_location_type: string | null;
  @BigInteger() from_location_id: number | null;
  /** The place of `to`, whatever its name is now; null for movements older than these columns. */
  @Text() to_location_type: string | null;
  @BigInteger() to_location_id: number | null;
  /** The tiers that it left and went to, in slots that have them. */
  @Integer() from_tier: number | null;
  @Integer() to_tier: number | null;
  /**
   * The ids of the containers of the stack that it left, from the lowest up, so that it can be put back between them. A
   * reversal repeats those of the movement that it reverses.
   */
  @Column({ type: 'bigint', array: true, nullable: true }) stack: number[] | null;
  @Time({ required: true }) moved_at: Date;
  @Text() reason: string | null;
  /** The visit of the truck that brought or took the container. */
  @BelongsTo('TruckVisit', { listed: true, sparse: true }) truck_visit: Relation<Row> | null;
  truck_visit_id: number | null;
  /** The voyage from which the container was discharged, or on which it was loaded. */
  @BelongsTo(() => Voyage, { listed: true, sparse: true }) voyage: Relation<Voyage> | null;
  voyage_id: number | null;
  @BelongsTo(() => User) user: Relation<User> | null;
  user_id: number | null;
}
