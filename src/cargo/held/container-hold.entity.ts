import { Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo } from '../../common/schema/columns';
import { Container } from '../containers/container.kind';
import { AppliedHold, STANDING, TO_RETURN } from './applied-hold';
import { Subject } from '../../common/recording/subject';

/** A hold on one container. */
@Subject({
  type: 'container_hold',
  key: (of) => of('container.number'),
  path: (of) => `'/api/v1/containers/' || url_encode(${of('container.number')}) || '/holds'`,
})
@Entity('container_holds')
@Index('uq_container_holds_standing', ['organization_id', 'container_id', 'hold_type_id'], {
  unique: true,
  where: STANDING,
})
@Index('ix_container_holds_to_return', ['organization_id', 'lifted_until'], { where: TO_RETURN })
@Refuses('uq_container_holds_standing', 'The container has a hold of this type already.', 'hold_type')
export class ContainerHold extends AppliedHold {
  @BelongsTo(() => Container, { required: true }) container: Relation<Container>;
  container_id: number;
}
