import { Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { Concerns } from '../../common/party-wall/concerns';
import { Subject } from '../../common/recording/subject';
import { BelongsTo, Flag, Row, Time } from '../../common/schema/columns';
import { ofOwner, ownersOf } from '../damages/container-damage.entity';

/** What is watched of the reefer of a stay: its last reading, and the spells that were told and are not over (decision 964). */
@Subject({
  type: 'reefer',
  key: (of) => of('stay.container.number'),
  path: (of) => `'/api/v1/container_stays/' || ${of('stay_id')}`,
})
@Concerns({ rows: ofOwner, whose: ownersOf })
@Entity('reefer_watches')
@Unique(['organization_id', 'stay_id'])
@Index('ix_reefer_watches_new', ['organization_id', 'id'], { where: 'is_new' })
export class ReeferWatch extends Row {
  @BelongsTo(() => ContainerStay, {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_reefer_watches_stay_id',
  })
  stay: Relation<ContainerStay>;
  stay_id: number;
  /** The time of the last reading; null where there is none. */
  @Time() read_at: Date | null;
  /** Whether readings came since the reefer was looked at. */
  @Flag() is_new: boolean;
  @Time() deviating_since: Date | null;
  @Time() unread_since: Date | null;
  @Time() unplugged_since: Date | null;
}
