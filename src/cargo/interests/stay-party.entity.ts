import { Check, Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { PartyRow } from '../../common/party-wall/party.entity';
import { BelongsTo, BigInteger, Flag, Integer, OneOf } from '../../common/schema/columns';
import { ContainerStay } from '../stays/container-stay.entity';
import { LEVEL_OF_WAYS, LEVELS } from './ways';

/**
 * That a party has to do with a stay: by which ways, and at which level. Triggers keep it (`keep_stay_parties`), and leave
 * the stays that have ended as they are, apart from the visits of trucks.
 */
@Entity('stay_parties')
@Check('ck_stay_parties_level_of_ways', LEVEL_OF_WAYS)
@Index('ix_stay_parties_shown', ['organization_id', 'party_id', 'container_id'], { where: 'shown' })
export class StayParty extends PartyRow {
  @BelongsTo(() => ContainerStay, { required: true, primary: true, onDelete: 'CASCADE' })
  stay: Relation<ContainerStay>;
  stay_id: number;

  /** The container of the stay. It has no key of its own: a trigger copies it. */
  @BigInteger({ required: true }) container_id: number;
  @OneOf(LEVELS, { required: true }) level: (typeof LEVELS)[number];
  /** The bits of `STAY_WAYS`. */
  @Integer({ required: true }) ways: number;
  /** Whether the container shows this stay. */
  @Flag() shown: boolean;
}
