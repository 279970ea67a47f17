import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { FileLink } from '../../common/files/file-link';
import { Concerns } from '../../common/party-wall/concerns';
import { BelongsTo } from '../../common/schema/columns';
import type { ContainerDamage } from './container-damage.entity';

/** A file of a damage: what a picture of it shows. */
@Concerns({ parent: 'damage' })
@Entity('damage_files')
@Unique(['organization_id', 'damage_id', 'file_id'])
export class DamageFile extends FileLink {
  @BelongsTo('ContainerDamage', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_damage_files_damage_id_file_id',
  })
  damage: Relation<ContainerDamage>;
  damage_id: number;
}
