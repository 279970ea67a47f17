import { Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, CalendarDate, Flag, LooseRow, Time } from '../../common/schema/columns';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';

/**
 * What was reckoned last of the release of a stay that is here (decision 882). A mark in `release_marks` says that it is to be
 * reckoned anew. Only organizations with published tariffs have rows.
 */
@Entity('stay_releases')
@Unique(['organization_id', 'stay_id'])
@Index(['organization_id', 'settled_until'])
@Index(['organization_id', 'valid_until'])
export class StayReleaseRow extends LooseRow {
  @BelongsTo(() => ContainerStay, {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_stay_releases_stay_id',
  })
  stay: Relation<ContainerStay>;
  stay_id: number;
  @CalendarDate() last_free_day: string | null;
  /** The first instant at which something of its release is due; null where nothing is. */
  @Time() settled_until: Date | null;
  /** Whether what it costs could not be reckoned. */
  @Flag() is_unknown: boolean;
  /** Whether it is found again until `valid_until`, so that availability shows it. */
  @Flag() is_exact: boolean;
  /** The instant from which other prices or payers may hold, so that it is to be reckoned anew. */
  @Time({ required: true }) valid_until: Date;
}
