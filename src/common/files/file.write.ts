import { User } from '../auth/user.kind';
import { COMMON } from '../errors/codes';
import { In } from '../input/in';
import { reference } from '../write/field-map';
import { lookupOf } from '../write/lookups';
import type { RowOf } from '../write/write-row';
import { WriteModel } from '../write/write-model';
import { FILE_TYPES, StoredFile } from './file.entity';

const SHA256 = { pattern: /^[\da-f]{64}$/, must: 'must be 64 hexadecimal digits' };

/** A line of `files`. The bytes are beside the lines, in `files/<key>`. */
class FileLine {
  @In.text({
    required: true,
    pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
    must: 'must be a UUID',
  })
  key: string;
  @In.text({ required: true }) name: string;
  @In.oneOf(FILE_TYPES, { required: true }) content_type: string;
  @In.int({ required: true, min: 1 }) bytes: number;
  @In.text({ required: true, ...SHA256 }) sha256: string;
  @In.text({ required: true, ...SHA256 }) original_sha256: string;
  @In.text() user?: string | null;
}

/** Files as import and export have them; a request uploads one (`FilesService`). */
export const fileModel = new WriteModel({
  entity: StoredFile,
  input: [FileLine],
  key: ['key'],
  compares: true,
  maps: { user: reference('user', lookupOf(User, 'email')) },
  checks: [keepContent],
});

/** A file never changes, because its bytes do not. */
function keepContent(rows: RowOf<StoredFile>[]): void {
  for (const row of rows)
    for (const field of ['content_type', 'bytes', 'sha256'] as const)
      if (row.before && row.columns[field] !== row.before[field])
        row.refuse(field, { code: COMMON.cannot_change, sentence: 'A file cannot be changed.' });
}
