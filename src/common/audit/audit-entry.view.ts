import { ApiProperty } from '@nestjs/swagger';
import { Of, userName, view } from '../view/view';
import { AUDIT_ACTIONS, AuditEntry } from './audit-entry.entity';
import { jsonObject } from '../view/json-sql';

const Out = view(AuditEntry);

/** The user who wrote; the name is null when the user was deleted since. */
export class AuditUser {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The name, or the e-mail when there is none',
    example: 'Mara Lindqvist',
  })
  name: string | null;
}

const user = (of: Of) => `
  CASE WHEN ${of('user_id')} IS NOT NULL THEN ${jsonObject({
    id: of('user_id'),
    name: `(SELECT ${userName((column) => `u.${column}`)} FROM users u
     WHERE u.organization_id = ${of('organization_id')} AND u.id = ${of('user_id')})`,
  })} END`;

/** The trace of a write in an answer. */
export class AuditEntryShow {
  @Out.id() id: number;
  @Out.time({ description: 'When it was written' }) created_at: string;
  @Out.shaped(user, () => AuditUser, {
    nullable: true,
    description: 'Whose token wrote it; null for a command',
  })
  user: AuditUser | null;
  @Out.int({ description: 'The token of the request, as `wharfinger token list` has it' })
  token_id: number | null;
  @Out.int({
    description: 'The identity of the user at an identity provider, when a token of that wrote it; else null',
  })
  identity_id: number | null;
  @Out.text({
    description: 'The application that such a token was given to; null where it does not say',
    example: 'haulier-portal',
  })
  client_id: string | null;
  @Out.text({ description: '`X-Request-Id` of the request', example: '7f9c2ba4-e88f-4a0f-a1d3-2d7f3a9b1c55' })
  request_id: string | null;
  @Out.text({
    description: 'Method and route of the request; or the command, or another program that wrote',
    example: 'PATCH /api/v1/users/:id',
  })
  operation: string;
  @Out.oneOf(AUDIT_ACTIONS) action: string;
  @Out.text({ description: 'The table of the record, mostly its path', example: 'users' })
  record_type: string;
  @Out.int({ example: 1 }) record_id: number;
  @Out.text({ description: 'The number, name or code of the record', example: 'gate@harbour.example' })
  record_key: string | null;
  @Out.json({ description: 'The columns that changed, as they were; null for a new record' })
  before: object | null;
  @Out.json({
    description:
      'The same columns as they became; those of a new record that are set; null for a deleted one',
  })
  after: object | null;
}
