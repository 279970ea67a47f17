import { Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo, Integer, OneOf, Row, Time } from '../../common/schema/columns';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { TALLY_TYPES } from './tally-words';
import type { TallyType } from './tally-words';
import { Subject } from '../../common/recording/subject';

/** The count of what cranes discharge from or load on the vessel of a voyage. Its rows are tally moves, and items. */
@Subject({
  type: 'tally',
  path: (of) => `'/api/v1/tallies/' || ${of('id')}`,
})
@Entity('tallies')
@Index(['organization_id', 'updated_at', 'id'])
@Index('ix_tallies_open', ['organization_id', 'id'], { where: 'closed_at IS NULL' })
@Unique(['organization_id', 'voyage_id', 'tally_type'])
@Refuses('uq_tallies_voyage_id_tally_type', 'The voyage has this tally already.', 'tally.tally_type')
export class Tally extends Row {
  @BelongsTo(() => Voyage, { required: true, unindexed: 'uq_tallies_voyage_id_tally_type' })
  voyage: Relation<Voyage>;
  voyage_id: number;
  @OneOf(TALLY_TYPES, { required: true }) tally_type: TallyType;
  /** How many handsets count for this tally. */
  @Integer({ required: true, default: 0 }) handsets: number;
  /** Null when it was created on the command line. */
  @BelongsTo(() => User) created_by: Relation<User> | null;
  created_by_id: number | null;
  @Time() closed_at: Date | null;
  @BelongsTo(() => User) closed_by: Relation<User> | null;
  closed_by_id: number | null;
  /** How many items fell short when it was closed; null while it is open. */
  @Integer() short: number | null;
}
