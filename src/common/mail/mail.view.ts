import { ApiProperty } from '@nestjs/swagger';
import { MAIL_KINDS, MAIL_STATUSES } from './mail-kinds';
import { Mail } from './mail.entity';
import { jsonObject } from '../view/json-sql';
import { view } from '../view/view';

const Out = view(Mail);

/** The record that a mail tells of. */
export class RecordOfMail {
  @ApiProperty({ type: 'string', description: 'What kind of record it is', example: 'invoice' }) type: string;
  @ApiProperty({ type: 'integer', example: 17 }) id: number;
  @ApiProperty({
    type: 'string',
    description: 'By what people know it: a number or a name',
    example: 'INV-2026-000001',
  })
  key: string;
}

/** A mail of the outbox, without its text, which is made when it is sent. */
export class MailShow {
  @Out.id() id: number;
  @Out.oneOf(MAIL_KINDS, { description: 'What it is about' }) kind: string;
  @Out.oneOf(MAIL_STATUSES, {
    description:
      'queued until it is sent or given up; `maybe_sent` where the server took it without an answer, which is not sent again by itself; `not_sent` where no mail is set up',
  })
  status: string;
  @Out.texts({
    description: 'Whom it is for; nobody where the record had no address',
    example: ['docs@westhaven.example'],
  })
  to: string[];
  @Out.texts({ description: 'For which addresses the server took it', example: ['docs@westhaven.example'] })
  accepted: string[];
  @Out.texts({ description: 'Which addresses the server refused for good', example: [] }) refused: string[];
  @Out.text({
    nullable: false,
    description: 'What stands in the subject line, in the language of the mail',
    example: 'Invoice INV-2026-000001 of Port of Westhaven',
  })
  subject: string;
  @Out.text({ nullable: false, description: 'The language of its text (ISO 639-1)', example: 'en' })
  language: string;
  @Out.shaped(
    (of) => jsonObject({ type: of('record_type'), id: of('record_id'), key: of('record_key') }),
    () => RecordOfMail,
    { nullable: false, description: 'What it tells of' },
  )
  record: RecordOfMail;
  @Out.text({
    nullable: false,
    description: 'What its `Message-ID` has before the @, by which mail servers know it',
    example: '7d1f0c0e-5b52-4f0b-9a5e-3f3a3f0d7c11',
  })
  message_id: string;
  @Out.int({ description: 'How often it was tried' }) attempts: number;
  @Out.sql((of) => `CASE WHEN ${of('status')} = 'queued' THEN ${of('send_after')} END`, 'time', {
    description: 'When it is tried next; null when it is not',
  })
  send_after: string | null;
  @Out.text({
    description: 'Why the last try failed, or for whom',
    example: 'RCPT TO: 550 5.1.1 No such user here',
  })
  last_error: string | null;
  @Out.texts({ description: 'The names of the files that went with it', example: ['INV-2026-000001.pdf'] })
  attachments: string[];
  @Out.int({ description: 'The mail that was sent again by this one; null for a first one', example: 12 })
  resent_of: number | null;
  @Out.time({ description: 'When the server took it; null while it did not' }) sent_at: string | null;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
