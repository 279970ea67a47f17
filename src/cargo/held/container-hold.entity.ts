import { Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo } from '../../common/schema/columns';
import { Container } from '../containers/container.kind';
import { AppliedHold, STANDING } from './applied-hold';

/** A hold on one container. */
@Entity('container_holds')
@Index('uq_container_holds_standing', ['organization_id', 'container_id', 'hold_type_id'], {
  unique: true,
  where: STANDING,
})
@Refuses('uq_container_holds_standing', 'The container has a hold of this type already.', 'hold_type')
export class ContainerHold extends AppliedHold {
  @BelongsTo(() => Container, { required: true }) container: Relation<Container>;
  container_id: number;
}
