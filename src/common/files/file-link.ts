import type { Relation } from 'typeorm';
import { BelongsTo, Integer, LooseRow } from '../schema/columns';
import { StoredFile } from './file.entity';

/**
 * A row of the join table by which records of a domain name files. A domain does this for it (`inspections` as example):
 *
 * 1. The table: `class InspectionFile extends FileLink` with `@Entity('inspection_files')`,
 *    `@Unique(['organization_id', 'inspection_id', 'file_id'])`, `@Concerns({ parent: 'inspection' })`, and the record:
 *    `@BelongsTo('Inspection', { required: true, onDelete: 'CASCADE', unindexed: 'uq_inspection_files_inspection_id_file_id' })`.
 *    The record has `@OneToMany('InspectionFile', 'inspection') files: Relation<InspectionFile>[]`.
 * 2. The migration: the table, and `CREATE TRIGGER count_file_uses AFTER INSERT OR DELETE OR UPDATE OF file_id ON inspection_files
 *    FOR EACH ROW EXECUTE FUNCTION count_file_uses()`, which keeps `files.uses`.
 * 3. The request: `@FileIds() file_ids?: number[] | null`.
 * 4. The write model: `input: [CreateInspection, FilesOfLine]`, and `...filesOf({ link: InspectionFile, relation: 'inspection',
 *    about: { type: 'container', column: 'container_id' } })` in its maps. Files have the keys of files in place of ids.
 * 5. The view: `@Out.many('files', () => FileItem, { through: 'file', orderBy: 'position' }) files: FileItem[]`.
 * 6. The module: `fileRecords.add({ link: InspectionFile, relation: 'inspection', view: InspectionShow })`, by which those who see
 *    a record see its files.
 *
 * A record that names one picture of its own does it by a column: `signature_file` of truck visits and receipts as example, with
 * triggers of its table (`count_signature_uses`), `requirePicture` for the request and `FileRecords.addColumn` for parties.
 */
export abstract class FileLink extends LooseRow {
  @BelongsTo(() => StoredFile, { required: true }) file: Relation<StoredFile>;
  file_id: number;
  /** The place of the file among those of the record, from 0. */
  @Integer({ required: true }) position: number;
}
