import { Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { BelongsTo } from '../../common/schema/columns';
import { Container } from '../../cargo/containers/container.kind';
import { AppliedHold } from '../applied-hold';
import { HoldType } from '../setup/hold-type.kind';

/** A hold on one container. */
@Entity('container_holds')
@Index('uq_container_holds_unlifted', ['organization_id', 'container_id', 'hold_type_id'], {
  unique: true,
  where: 'lifted_at IS NULL',
})
export class ContainerHold extends AppliedHold {
  @BelongsTo(() => Container, { required: true, onDelete: 'CASCADE' }) container: Relation<Container>;
  container_id: number;
  @BelongsTo(() => HoldType, { required: true }) hold_type: Relation<HoldType>;
  hold_type_id: number;
  @BelongsTo(() => User, { indexed: false }) applied_by: Relation<User> | null;
  applied_by_id: number | null;
  @BelongsTo(() => User, { indexed: false }) lifted_by: Relation<User> | null;
  lifted_by_id: number | null;
}
