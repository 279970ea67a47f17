import { ApiProperty } from '@nestjs/swagger';
import { UserShort } from '../../common/auth/user.view';
import { INTEGER } from '../../common/schema/integers';
import { compactJson } from '../../common/view/json-sql';
import { view } from '../../common/view/view';
import type { Finding } from '../findings';
import { Import, IMPORT_FORMATS, IMPORT_STATUSES } from './import.entity';

const Out = view(Import);

/** What is wrong with a field of some lines of a file. */
export class ImportFinding implements Finding {
  @ApiProperty({
    ...INTEGER,
    description: 'The first of these lines; the header of a table is line 1',
    example: 2,
  })
  line: number;
  @ApiProperty({ type: 'string', description: 'The field, or `line` for the line itself', example: 'locode' })
  field: string;
  @ApiProperty({
    type: 'string',
    description: 'What is wrong with the field, as a sentence without its subject',
    example: 'must be 5 characters, such as NLRTM',
  })
  reason: string;
  @ApiProperty({ ...INTEGER, description: 'How many lines it is wrong on', example: 61 }) lines: number;
  @ApiProperty({ ...INTEGER, description: 'The last of these lines', example: 62 }) last_line: number;
}

/** An import: what was sent, how far it has come, and what came of it. */
export class ImportItem {
  @Out.id() id: number;
  @Out.text({ description: 'The kind of its records', example: 'trucks' }) kind: string;
  @Out.oneOf(IMPORT_FORMATS, { description: 'A table with a header, or an object a line' }) format: string;
  @Out.text({ description: 'What the file was called', example: 'trucks.csv' }) file_name: string | null;
  @Out.bool({ description: 'Whether everything is checked and nothing kept' }) dry_run: boolean;
  @Out.bool({ description: 'Whether a field that the kind does not have refuses the file' }) strict: boolean;
  @Out.oneOf(IMPORT_STATUSES, {
    description: 'How far it has come; of one that failed nothing was kept',
  })
  status: string;
  @Out.int({ description: 'In bytes', example: 2048 }) size: number;
  @Out.int({ description: 'How many bytes are worked off', example: 2048 }) bytes_read: number;
  @Out.int({ description: 'How many lines have a record', example: 61 }) lines: number;
  @Out.int({ description: 'How many records were made, or would be by a dry run' }) created: number;
  @Out.int({ description: 'How many records were changed, or would be by a dry run' }) updated: number;
  @Out.int({ description: 'How many records were as the file says already' }) unchanged: number;
  @Out.texts({ description: 'What was left out, and is no fault' }) warnings: string[];
  @Out.text({ description: 'Why it failed', example: '61 lines are bad: nothing was kept.' })
  failure: string | null;
  @Out.one('user', () => UserShort) user: UserShort | null;
  @Out.time() created_at: string;
  @Out.time({ description: 'When it was taken up; null while it waits' }) started_at: string | null;
  @Out.time({ description: 'When it was over; null until then' }) finished_at: string | null;
  @Out.actions({ show: ['GET', (of) => `'/api/v1/imports/' || ${of('id')}`] }) actions: object;
}

/** An import with what is wrong with its lines. */
export class ImportShow extends ImportItem {
  @Out.shaped((of) => compactJson(of('findings')), () => ImportFinding, {
    isArray: true,
    description: 'What is wrong, the first 200 by field and reason',
  })
  findings: ImportFinding[];
  @Out.int({ description: 'How many findings there are beyond these' }) more_findings: number;
}
