import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Row } from '../../common/schema/columns';
import { StevedoringSupervisor } from '../setup/stevedoring-supervisor.kind';
import type { Voyage } from './voyage.entity';

/** A stevedoring supervisor who leads work on the vessel of a voyage. */
@Entity('voyage_supervisors')
@Unique(['organization_id', 'voyage_id', 'supervisor_id'])
export class VoyageSupervisor extends Row {
  @BelongsTo('Voyage', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_voyage_supervisors_voyage_id_supervisor_id',
  })
  voyage: Relation<Voyage>;
  voyage_id: number;
  @BelongsTo(() => StevedoringSupervisor, { required: true }) supervisor: Relation<StevedoringSupervisor>;
  supervisor_id: number;
}
