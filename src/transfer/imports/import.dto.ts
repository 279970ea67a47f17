import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';
import { IMPORT_STATUSES } from './import.entity';

export class ImportQuery extends PageQuery {
  @In.oneOf(IMPORT_STATUSES, { description: 'Only imports of this status' }) status?: string;
  @In.text({ description: 'Only imports of this kind of records', example: 'trucks' }) kind?: string;
}

export class CreateImportQuery {
  @In.text({
    description: 'What the file is called, whose name tells the kind of its records unless `kind` does',
    example: 'trucks.csv',
  })
  file_name?: string | null;
  @In.text({ description: 'The kind of the records, as files of an export are called', example: 'trucks' })
  kind?: string | null;
  @In.bool({ description: 'Whether everything is checked and nothing kept' }) dry_run?: boolean | null;
  @In.bool({ description: 'Whether a field that the kind does not have refuses the file' })
  strict?: boolean | null;
}
