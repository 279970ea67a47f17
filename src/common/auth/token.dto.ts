import type { ApiPropertyOptions } from '@nestjs/swagger';
import { In, listOf } from '../input/in';
import { BadValue, toOneOf } from '../input/values';
import { PageQuery } from '../pagination/page-query';
import { type Role, ROLES } from '../tenancy/actor';
import { DOMAINS } from './domains';
import { PARTY_FORM, PartyInput } from '../party-wall/party-reference';
import { TOKEN_STATES } from './token.view';

export const SOME_DOMAINS = {
  type: 'array',
  items: { type: 'string', enum: [...DOMAINS] },
  minItems: 1,
  maxItems: DOMAINS.length,
} satisfies ApiPropertyOptions;

/** The domains that a token is confined to. Throws BadValue for none, which would not be for everywhere. */
export function toDomains(raw: unknown): string[] {
  const names = listOf((each) => toOneOf(each, DOMAINS))(raw);
  if (!names.length) throw new BadValue('must have one at least');
  if (names.length > DOMAINS.length) throw new BadValue(`must be ${DOMAINS.length} at most`);
  return [...new Set(names)];
}

/** The fields of a new token. */
export class CreateToken {
  @In.text({
    required: true,
    trim: true,
    description: 'Whose token it is, by e-mail address: a user of the organization who is active',
    example: 'gate@harbour.example',
  })
  user: string;
  @In.oneOf(ROLES, { required: true }) role: Role;
  @In.custom(SOME_DOMAINS, toDomains, {
    description: 'Where the role counts, elsewhere the token may only read; everywhere unless given',
    example: ['gate', 'holds'],
  })
  only?: string[] | null;
  @In.objects(() => PartyInput, {
    description:
      'The companies to which the token is limited, 20 at most. For a limited user they are among the parties of the user',
  })
  parties?: PartyInput[] | null;
  @In.bool({
    description:
      'Whether the token sees only the records of its parties. Without a party it sees nothing. A token with parties is limited always',
  })
  limited?: boolean | null;
  @In.endTime({
    description: 'Until when it is good, two years at most; a year unless given',
    example: '2027-06-30',
  })
  expires_at?: string | null;
  @In.note({ description: 'For people: which program or device has it', example: 'Kiosk of the north gate' })
  description?: string | null;
}

/** What may be narrowed of a token. */
export class UpdateToken {
  @In.note({ description: 'For people: which program or device has it', example: 'Kiosk of the north gate' })
  description?: string | null;
  @In.endTime({ description: 'Until when it is good, no later than before', example: '2027-03-31' })
  expires_at?: string | null;
  @In.custom(SOME_DOMAINS, toDomains, {
    description: 'Where the role counts, some of those of before; null is everywhere',
    example: ['gate'],
  })
  only?: string[] | null;
  @In.objects(() => PartyInput, {
    description:
      'The companies to which the token is limited from then on. For a limited token they are among those of before',
  })
  parties?: PartyInput[] | null;
}

export class TokenQuery extends PageQuery {
  @In.anyText({
    description: 'Tokens of this user, by id or e-mail address',
    example: 'gate@harbour.example',
  })
  user?: string[] | null;
  @In.oneOf(TOKEN_STATES, { description: 'Tokens in this state' }) state?:
    (typeof TOKEN_STATES)[number] | null;
  @In.text({
    pattern: PARTY_FORM,
    must: 'must be a kind and a code or name, such as trucking_company:EST',
    description: 'Tokens that are limited to this party, by kind and code or name',
    example: 'trucking_company:EST',
  })
  party?: string | null;
  @In.endTime({ description: 'Tokens that expire by then' }) expires_until?: string | null;
  @In.time({
    description: 'Tokens that were made before this time and were not used since; compared by the hour',
  })
  unused_since?: string | null;
}
