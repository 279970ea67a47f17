import { Check, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Relation } from 'typeorm';
import { Party } from '../../common/auth/parties/party.entity';
import { BigInteger, Flag, Integer, OneOf, UNINDEXED } from '../../common/schema/columns';
import { ContainerStay } from '../stays/container-stay.entity';
import { LEVEL_OF_WAYS, LEVELS } from './ways';

/**
 * That a party has to do with a stay: by which ways, and at which level. Triggers keep it (`keep_stay_parties`), and leave
 * the stays that have ended as they are, apart from the visits of trucks.
 */
@Entity('stay_parties')
@Check('ck_stay_parties_level_of_ways', LEVEL_OF_WAYS)
@Index('ix_stay_parties_shown', ['organization_id', 'party_id', 'container_id'], { where: 'shown' })
@Index(['organization_id', 'stay_id'])
export class StayParty {
  @PrimaryColumn({ type: 'bigint' }) organization_id: number;

  @PrimaryColumn({ type: 'bigint' }) party_id: number;
  @ManyToOne(() => Party, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'organization_id', referencedColumnName: 'organization_id' },
    { name: 'party_id', referencedColumnName: 'id' },
  ])
  @Reflect.metadata(UNINDEXED, 'pk_stay_parties')
  party: Relation<Party>;

  @PrimaryColumn({ type: 'bigint' }) stay_id: number;
  @ManyToOne(() => ContainerStay, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'organization_id', referencedColumnName: 'organization_id' },
    { name: 'stay_id', referencedColumnName: 'id' },
  ])
  stay: Relation<ContainerStay>;

  /** The container of the stay. It has no key of its own: a trigger copies it. */
  @BigInteger({ required: true }) container_id: number;
  @OneOf(LEVELS, { required: true }) level: (typeof LEVELS)[number];
  /** The bits of `STAY_WAYS`. */
  @Integer({ required: true }) ways: number;
  /** Whether the container shows this stay. */
  @Flag() shown: boolean;
}
