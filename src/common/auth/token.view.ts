import { ApiProperty } from '@nestjs/swagger';
import { ROLES } from '../tenancy/actor';
import { view } from '../view/view';
import { partiesJson, PartyShow } from '../party-wall/party-reference';
import { Token } from './token.entity';
import { UserNamed, UserShort } from './user.view';

const Out = view(Token);

/** Whether a token is taken, and why not. Of several reasons the first of this order is shown. */
export const TOKEN_STATES = ['revoked', 'expired', 'user_inactive', 'valid'] as const;

/** A token as it is managed; the token itself is not stored. */
export class TokenShow {
  @Out.id() id: number;
  @Out.text({
    description: 'How it begins, to know it by when it is found somewhere; null for one of before',
    example: 'whf_Zk3p',
  })
  prefix: string | null;
  @Out.text({ description: 'For people: which program or device has it', example: 'Kiosk of the north gate' })
  description: string | null;
  @Out.one('user', () => UserNamed, { description: 'Whose token it is' }) user: UserNamed;
  @Out.oneOf(ROLES) role: string;
  @Out.texts({
    nullable: true,
    description: 'Where the role counts, elsewhere the token may only read; null for everywhere',
    example: ['gate', 'holds'],
  })
  domains: string[] | null;
  @Out.reference('edi_partner', 'name', {
    description: 'The EDI partner that the token is bound to; null for a token of the terminal',
  })
  edi_partner: { id: number; name: string } | null;
  @Out.bool({
    description:
      'Whether the token sees only the records of its parties. For a limited user they count only while the user has them. Without a party the token sees nothing',
  })
  limited: boolean;
  @Out.shaped(partiesJson('token'), () => PartyShow, {
    isArray: true,
    description: 'The companies to which the token is limited',
  })
  parties: PartyShow[];
  @Out.sql(
    (
      of,
    ) => `CASE WHEN ${of('revoked_at')} IS NOT NULL THEN 'revoked' WHEN ${of('expires_at')} <= now() THEN 'expired'
      WHEN NOT ${of('user.active')} THEN 'user_inactive' ELSE 'valid' END`,
    'text',
    {
      nullable: false,
      values: TOKEN_STATES,
      description:
        '`valid` while it is taken; else why it is not: `user_inactive` counts until the user is active again',
      example: 'valid',
    },
  )
  state: string;
  @Out.time() created_at: string;
  @Out.one('created_by', () => UserShort, {
    description: 'Whose token made it; null for one of the command line',
  })
  created_by: UserShort | null;
  @Out.time({ description: 'Until when it is good; null for one that does not expire' }) expires_at:
    string | null;
  @Out.time({ description: 'The last use, to the hour; null before the first' }) last_used_at: string | null;
  @Out.time({ description: 'When it was ended; null for one that was not' }) revoked_at: string | null;
}

/** A token that was just made, with itself. */
export class TokenMade extends TokenShow {
  @ApiProperty({
    type: 'string',
    description: 'What is sent as `Authorization: Bearer <token>`; it is shown this once',
    example: 'whf_Zk3pTq7mYxR1uVb8sJd0nWc5hLf2gKa9eQi6oTzP4rM',
  })
  token: string;
}
