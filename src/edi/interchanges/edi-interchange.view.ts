import { ApiProperty } from '@nestjs/swagger';
import { UserShort } from '../../common/auth/user.view';
import { compactJson, jsonObject } from '../../common/view/json-sql';
import { asTime, recordById, RecordById, view } from '../../common/view/view';
import { DIRECTIONS } from '../partners/message-words';
import { EdiFault } from './edi-fault';
import { EdiInterchange, INTERCHANGE_STATUSES } from './edi-interchange.entity';

const Out = view(EdiInterchange);

/** The CONTRL that answers an interchange. */
export class EdiAcknowledgement {
  @ApiProperty({ type: 'integer', description: 'The interchange with the CONTRL', example: 2 }) id: number;
  @ApiProperty({
    type: 'string',
    enum: [...INTERCHANGE_STATUSES],
    description: 'How far the CONTRL has come',
  })
  status: string;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) at: string | null;
}

/** A file of messages that came from a partner or goes to one, without its bytes. */
export class EdiInterchangeShow {
  @Out.id() id: number;
  @Out.oneOf(DIRECTIONS, { description: 'Whether it came or goes' }) direction: string;
  @Out.reference('partner', 'name', { example: 'Westhaven Message Hub' }) partner: object | null;
  @Out.shaped((of) => recordById(of('channel_id')), () => RecordById, {
    nullable: true,
    description: 'The channel that it came or went through; null for an upload',
  })
  channel: RecordById | null;
  @Out.text({ example: 'COPARN_4711.edi' }) file_name: string | null;
  @Out.text({ description: 'The reference that its sender gave it (0020)', example: '4711' })
  control_reference: string | null;
  @Out.text({ example: 'WHAHUB' }) sender: string | null;
  @Out.text({ example: 'NORTHQUAY' }) recipient: string | null;
  @Out.time({ description: 'When its sender made it' }) prepared_at: string | null;
  @Out.text({ example: 'UNOA' }) character_set: string | null;
  // The column is text, and has what came: a version of another form is none.
  @Out.sql(
    (of) => `CASE WHEN ${of('syntax_version')} ~ '^[0-9]{1,4}$' THEN ${of('syntax_version')}::integer END`,
    'integer',
    {
      example: 2,
    },
  )
  syntax_version: number | null;
  @Out.bool({ description: 'Whether it is marked as a test' }) test: boolean;
  @Out.oneOf(INTERCHANGE_STATUSES, {
    description:
      'Of one that came: received, read (its messages tell the rest), refused or duplicate; of one that goes: queued, sent, acknowledged or rejected',
  })
  status: string;
  @Out.int({ description: 'In bytes', example: 1204 }) size: number;
  @Out.text({
    description: 'SHA-256 of the bytes, in hexadecimal digits',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  sha256: string;
  @Out.shaped((of) => compactJson(of('errors')), () => EdiFault, {
    isArray: true,
    description: 'Why it is refused',
  })
  errors: EdiFault[];
  @Out.shaped((of) => compactJson(of('warnings')), () => EdiFault, {
    isArray: true,
    description: 'What only looks odd, and stopped nothing',
  })
  warnings: EdiFault[];
  @Out.int({ example: 1 }) messages_count: number;
  @Out.shaped((of) => recordById(of('duplicate_of_id')), () => RecordById, {
    nullable: true,
    description: 'The interchange with the same bytes that came before',
  })
  duplicate_of: RecordById | null;
  @Out.shaped(
    (of) =>
      `CASE WHEN ${of('acknowledgement_id')} IS NOT NULL THEN ${jsonObject({
        id: of('acknowledgement_id'),
        status: of('acknowledgement.status'),
        at: asTime(of('acknowledged_at')),
      })} END`,
    () => EdiAcknowledgement,
    { nullable: true, description: 'The CONTRL that answers it' },
  )
  acknowledgement: EdiAcknowledgement | null;
  @Out.bool({ description: 'Whether the acknowledgement of the partner is overdue' }) overdue: boolean;
  @Out.time() created_at: string;
  @Out.time({ description: 'When it was read' }) read_at: string | null;
  @Out.time({ description: 'When it was sent' }) sent_at: string | null;
  @Out.int({ description: 'How often it was tried to send it, or in vain to read it' }) tries: number;
  @Out.one('user', () => UserShort) user: UserShort | null;
  @Out.actions({
    show: ['GET', (of) => `'/api/v1/edi_interchanges/' || ${of('id')}`],
    raw: ['GET', (of) => `'/api/v1/edi_interchanges/' || ${of('id')} || '/raw'`],
    messages: ['GET', (of) => `'/api/v1/edi_messages?edi_interchange=' || ${of('id')}`],
  })
  actions: object;
  @Out.time() updated_at: string;
}
