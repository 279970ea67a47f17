import { ApiProperty } from '@nestjs/swagger';
import { UserShort } from '../../common/auth/user.view';
import { INTEGER } from '../../common/schema/integers';
import { compactJson } from '../../common/view/json-sql';
import { recordById, RecordById, view } from '../../common/view/view';
import { DIRECTIONS } from '../partners/message-words';
import { EdiFault } from './edi-fault';
import { EdiMessage, EdiMessageRecord, MESSAGE_STATUSES } from './edi-message.entity';

const Out = view(EdiMessage);

/** How many records of a kind a message makes, changes, leaves as they are, takes away, and may not take away. */
export class EdiChange {
  @ApiProperty({ ...INTEGER, description: 'Records that it makes' }) created: number;
  @ApiProperty({ ...INTEGER, description: 'Records that it changes' }) updated: number;
  @ApiProperty({ ...INTEGER, description: 'Records that are as it says already' }) unchanged: number;
  @ApiProperty({ ...INTEGER, description: 'Records that it takes away' }) removed: number;
  @ApiProperty({ ...INTEGER, description: 'What stays, because something happened to it' }) left: number;
}

/** What a message changes, by kind of record. */
export class EdiChanges {
  @ApiProperty({ type: () => EdiChange }) bookings: EdiChange;
  @ApiProperty({ type: () => EdiChange }) booking_releases: EdiChange;
  @ApiProperty({ type: () => EdiChange }) container_releases: EdiChange;
  @ApiProperty({ type: () => EdiChange }) load_list_items: EdiChange;
  @ApiProperty({ type: () => EdiChange }) discharge_list_items: EdiChange;
  @ApiProperty({ type: () => EdiChange }) containers: EdiChange;
  @ApiProperty({ type: () => EdiChange }) cells: EdiChange;
}

/** One message of an interchange, and what came of it. */
export class EdiMessageShow {
  @Out.id() id: number;
  @Out.reference('edi_interchange', 'control_reference', { example: '4711' }) edi_interchange: object;
  @Out.oneOf(DIRECTIONS, { description: 'Whether it came or goes' }) direction: string;
  @Out.reference('partner', 'name', { example: 'Westhaven Message Hub' }) partner: object;
  @Out.reference('flow', 'name', { example: 'WHA bookings' }) flow: object | null;
  @Out.text({ example: 'COPARN' }) message: string;
  @Out.text({ description: 'The directory of UN/EDIFACT', example: '95B' }) directory: string | null;
  @Out.text({ description: 'The guide that it follows, by its code (0057)', example: 'ITG14' })
  association: string | null;
  @Out.text({ description: 'The reference that its sender gave it (0062)', example: '1' })
  reference: string | null;
  @Out.text({ example: 'WHA00000012' }) document_number: string | null;
  @Out.text({ description: 'The function of the document (1225)', example: '9' }) function: string | null;
  @Out.time({ description: 'When its sender wrote it' }) document_date: string | null;
  @Out.text({
    description: 'What the document is about: a later one of the same subject stands in its place',
    example: 'COPARN 126 WHA331057',
  })
  subject: string | null;
  @Out.reference('voyage', 'number', { example: 'WP2611' }) voyage: object | null;
  @Out.reference('shipping_line', 'code', { example: 'WHA' }) shipping_line: object | null;
  @Out.oneOf(MESSAGE_STATUSES, {
    description:
      'Of one that came: received, waiting for somebody, applied, refused, replaced, cancelled or dismissed; of one that goes: that of its interchange',
  })
  status: string;
  @Out.int({ example: 12 }) containers_count: number;
  @Out.shaped((of) => compactJson(of('errors')), () => EdiFault, {
    isArray: true,
    description: 'Why it is refused: the first 200',
  })
  errors: EdiFault[];
  @Out.int({ description: 'How many errors there are' }) errors_count: number;
  @Out.shaped((of) => compactJson(of('warnings')), () => EdiFault, {
    isArray: true,
    description: 'What only looks odd, and stopped nothing: the first 200',
  })
  warnings: EdiFault[];
  @Out.int({ description: 'How many warnings there are' }) warnings_count: number;
  @Out.shaped((of) => compactJson(of('changes')), () => EdiChanges, {
    nullable: true,
    description: 'What it changed, or would change by the last preview',
  })
  changes: EdiChanges | null;
  @Out.time({ description: 'When it was last previewed' }) previewed_at: string | null;
  @Out.time() applied_at: string | null;
  @Out.one('applied_by', () => UserShort, {
    description: 'Who had it applied; null where the service did by itself',
  })
  applied_by: UserShort | null;
  @Out.text({ description: 'Why somebody dismissed it' }) dismiss_reason: string | null;
  @Out.shaped((of) => recordById(of('replaces_id')), () => RecordById, { nullable: true })
  replaces: RecordById | null;
  @Out.shaped((of) => recordById(of('replaced_by_id')), () => RecordById, { nullable: true })
  replaced_by: RecordById | null;
  @Out.actions({
    show: ['GET', (of) => `'/api/v1/edi_messages/' || ${of('id')}`],
    records: ['GET', (of) => `'/api/v1/edi_messages/' || ${of('id')} || '/records'`],
    edi_interchange: ['GET', (of) => `'/api/v1/edi_interchanges/' || ${of('edi_interchange_id')}`],
  })
  actions: object;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}

const RecordOut = view(EdiMessageRecord);

/** A record that a message made or changed. */
export class EdiMessageRecordShow {
  @RecordOut.int({ description: 'The segment that says so', example: 7 }) segment: number | null;
  @RecordOut.text({ example: 'booking' }) type: string;
  @RecordOut.int({ column: 'record_id', description: 'The id of the record; null for one that is gone' })
  id: number | null;
  @RecordOut.text({ description: 'What people know it by', example: 'WHA331057' }) key: string | null;
  @RecordOut.text({ description: 'What the message did to it', example: 'created' }) did: string;
}
