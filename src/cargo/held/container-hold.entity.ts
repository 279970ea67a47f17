import { type ConcernedRow, Concerns } from '../../common/party-wall/concerns';
import { Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { COMMON } from '../../common/errors/codes';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo } from '../../common/schema/columns';
import { Container } from '../containers/container.kind';
import { ContainerStay } from '../stays/container-stay.entity';
import { AppliedHold, STANDING, TO_RETURN } from './applied-hold';
import { CARGO } from '../cargo.codes';
import { Subject } from '../../common/recording/subject';

/** The rule that a hold concerns the owners of its stay. */
const ofOwner = ({
  alias,
  organization,
  parties,
}: ConcernedRow) => `${alias}.stay_id IN (SELECT p.stay_id FROM stay_parties p
  WHERE p.organization_id = ${organization} AND p.party_id = ANY(${parties}) AND p.level = 'owner')`;

/** SQL: the owners themselves. */
const ownersOf = ({ alias, organization }: Pick<ConcernedRow, 'alias' | 'organization'>) => `
  SELECT p.party_id, p.level FROM stay_parties p
  WHERE p.organization_id = ${organization} AND p.stay_id = ${alias}.stay_id AND p.level = 'owner'`;

const TWICE = 'The container has a hold of this type already.';

/** A hold on one container, for one of its stays. */
@Subject({
  type: 'container_hold',
  key: (of) => of('container.number'),
  path: (of) => `'/api/v1/containers/' || url_encode(${of('container.number')}) || '/holds'`,
})
@Refuses('ck_container_holds_room', 'A stay has at most 500 holds.', 'hold_type', COMMON.too_many)
@Concerns({ rows: ofOwner, whose: ownersOf })
@Entity('container_holds')
@Index('uq_container_holds_standing', ['organization_id', 'stay_id', 'hold_type_id'], {
  unique: true,
  where: STANDING,
})
@Refuses('uq_container_holds_standing', TWICE, 'hold_type', CARGO.hold_in_force)
@Index('uq_container_holds_waiting', ['organization_id', 'container_id', 'hold_type_id'], {
  unique: true,
  where: `stay_id IS NULL AND (${STANDING})`,
})
@Refuses('uq_container_holds_waiting', TWICE, 'hold_type', CARGO.hold_in_force)
@Index('ix_container_holds_standing_of_container', ['organization_id', 'container_id'], { where: STANDING })
@Index(['organization_id', 'applied_at', 'id'])
@Index(['organization_id', 'updated_at', 'id'])
@Index('ix_container_holds_standing', ['organization_id', 'id'], { where: STANDING })
@Index('ix_container_holds_to_return', ['organization_id', 'lifted_until'], { where: TO_RETURN })
export class ContainerHold extends AppliedHold {
  @BelongsTo(() => Container, { required: true }) container: Relation<Container>;
  container_id: number;
  /** Null while the hold waits for the next stay, because no stay was open when it was applied. */
  @BelongsTo(() => ContainerStay) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
}
