import { Check, Column, Entity, Index, OneToMany, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Container } from '../../cargo/containers/container.kind';
import { CONDITIONS } from '../../cargo/containers/container-words';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { User } from '../../common/auth/user.kind';
import { Refuses } from '../../common/errors/constraints';
import { Concerns } from '../../common/party-wall/concerns';
import { Subject } from '../../common/recording/subject';
import { BelongsTo, Integer, JsonColumn, OneOf, Row, Text, Time } from '../../common/schema/columns';
import { Interchange } from '../../gate/visits/interchange.entity';
import { TallyMove } from '../../quay/tallies/tally-move.kind';
import { CONDITION } from '../condition.codes';
import { type ContainerDamage, ofOwner, ownersOf } from '../damages/container-damage.entity';
import type { InspectionFile } from './inspection-file.entity';

const ONCE = 'It was inspected already.';

/** One look at a container: at a handover, at a move of a crane, or in the yard. */
@Subject({
  type: 'inspection',
  key: (of) => of('container.number'),
  path: (of) => `'/api/v1/inspections/' || ${of('id')}`,
})
@Concerns({ rows: ofOwner, whose: ownersOf })
@Entity('inspections')
@Unique(['organization_id', 'container_id', 'sequence'])
@Unique(['organization_id', 'interchange_id'])
@Refuses('uq_inspections_interchange_id', ONCE, 'of', CONDITION.inspected)
@Unique(['organization_id', 'tally_move_id'])
@Refuses('uq_inspections_tally_move_id', ONCE, 'of', CONDITION.inspected)
@Index(['organization_id', 'stay_id', 'at', 'id'])
@Index(['organization_id', 'updated_at', 'id'])
@Index(['organization_id', 'at', 'id'])
@Index(['organization_id', 'condition', 'id'])
@Check('ck_inspections_of', 'num_nonnulls(interchange_id, tally_move_id) <= 1')
@Refuses('ck_inspections_of', 'An inspection is of one handover or one move.', 'of')
export class Inspection extends Row {
  @BelongsTo(() => Container, { required: true, unindexed: 'uq_inspections_container_id_sequence' })
  container: Relation<Container>;
  container_id: number;
  /** Counts the inspections of a container from 1. */
  @Integer({ required: true }) sequence: number;
  /** The stay that it was made in; null where the container had none. */
  @BelongsTo(() => ContainerStay, { unindexed: 'ix_inspections_stay_id_at_id' })
  stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  @BelongsTo(() => Interchange, { unindexed: 'uq_inspections_interchange_id' })
  interchange: Relation<Interchange> | null;
  interchange_id: number | null;
  @BelongsTo(() => TallyMove, { unindexed: 'uq_inspections_tally_move_id' })
  tally_move: Relation<TallyMove> | null;
  tally_move_id: number | null;
  @OneOf(CONDITIONS, { required: true }) condition: (typeof CONDITIONS)[number];
  /** Whether it was clean inside; null where nobody said so. */
  @Column({ type: 'boolean', nullable: true }) is_clean: boolean | null;
  /** Whether its seals were those that were announced; null where nobody said so. */
  @Column({ type: 'boolean', nullable: true }) seals_as_announced: boolean | null;
  @Text() notes: string | null;
  @Time({ required: true }) at: Date;
  @BelongsTo(() => User) by: Relation<User> | null;
  by_id: number | null;
  /** Which damages of the container were open before it, by their sequence. */
  @JsonColumn({ required: true, default: [] }) known: number[];

  @OneToMany('ContainerDamage', 'inspection') damages: Relation<ContainerDamage>[];
  @OneToMany('InspectionFile', 'inspection') files: Relation<InspectionFile>[];
}
