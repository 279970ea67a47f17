import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { FileLink } from '../../common/files/file-link';
import { Concerns } from '../../common/party-wall/concerns';
import { BelongsTo } from '../../common/schema/columns';
import type { Inspection } from './inspection.entity';

/** A file of an inspection, such as a picture of the whole container. */
@Concerns({ parent: 'inspection' })
@Entity('inspection_files')
@Unique(['organization_id', 'inspection_id', 'file_id'])
export class InspectionFile extends FileLink {
  @BelongsTo('Inspection', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_inspection_files_inspection_id_file_id',
  })
  inspection: Relation<Inspection>;
  inspection_id: number;
}
