import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ROLES } from '../../tenancy/actor';
import { jsonArray, jsonObject } from '../../view/json-sql';
import { type Of, view } from '../../view/view';
import { partiesAmong, PartyShow } from '../../party-wall/party-reference';
import { UserShort } from '../user.view';
import { IdentityIssuer, PROVISIONS } from './identity-issuer.entity';

const Out = view(IdentityIssuer);

const PARTIES = {
  oneOf: [
    { type: 'array', items: { $ref: getSchemaPath(PartyShow) } },
    {
      type: 'object',
      required: ['claim'],
      properties: {
        claim: {
          type: 'string',
          description: 'The path of the claim whose texts name parties, such as `trucking_company:EST`',
        },
      },
    },
  ],
};

/** What whoever has a value in a claim may do. */
export class GrantShow {
  @ApiProperty({ type: 'string', description: 'The path of the claim', example: 'groups' }) claim: string;
  @ApiProperty({
    type: 'string',
    description: 'The text that the claim has, alone or among others',
    example: 'gate-clerks',
  })
  value: string;
  @ApiProperty({ type: 'string', enum: [...ROLES] }) role: string;
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    nullable: true,
    description: 'Where the role counts, elsewhere reading alone is allowed; null for everywhere',
    example: ['gate', 'holds'],
  })
  only: string[] | null;
  @ApiProperty({
    ...PARTIES,
    nullable: true,
    description:
      'The companies to which it is limited, or the claim whose texts name them; null where it is not limited',
    example: { claim: 'parties' },
  })
  parties: PartyShow[] | { claim: string } | null;
}

/** A key of an issuer, as it was fetched. */
export class IssuerKey {
  @ApiProperty({ type: 'string', nullable: true, description: 'What tokens name it by', example: '2026-11' })
  kid: string | null;
  @ApiProperty({ type: 'string', description: 'Its kind', example: 'RSA' }) kty: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The only algorithm that it signs by; null where it says none',
    example: 'RS256',
  })
  alg: string | null;
}

const grants = (of: Of) => `(
  SELECT ${jsonArray(
    `${jsonObject({
      claim: `g.item ->> 'claim'`,
      value: `g.item ->> 'value'`,
      role: `g.item ->> 'role'`,
      only: `CASE WHEN jsonb_typeof(g.item -> 'only') = 'array' THEN ARRAY(SELECT jsonb_array_elements_text(g.item -> 'only')) END`,
      parties: `CASE WHEN g.item ->> 'parties_claim' IS NOT NULL THEN ${jsonObject({ claim: `g.item ->> 'parties_claim'` })}
      WHEN (g.item ->> 'limited')::boolean THEN ${partiesAmong(
        of('organization_id'),
        `SELECT i.id::bigint FROM jsonb_array_elements_text(g.item -> 'party_ids') i(id)`,
      )} END`,
    })} ORDER BY g.place`,
  )}
  FROM jsonb_array_elements(${of('grants')}) WITH ORDINALITY g(item, place))`;

const keys = (of: Of) => `(
  SELECT ${jsonArray(
    `${jsonObject({
      kid: `k.item ->> 'kid'`,
      kty: `k.item ->> 'kty'`,
      alg: `k.item ->> 'alg'`,
    })} ORDER BY k.place`,
  )}
  FROM jsonb_array_elements(${of('keys')}) WITH ORDINALITY k(item, place))`;

/** An identity provider whose access tokens are taken. */
export class IdentityIssuerShow {
  @Out.id() id: number;
  @Out.text({ example: 'Port ID' }) name: string;
  @Out.text({
    description: 'The `iss` of its tokens, exactly',
    example: 'https://id.harbour.example/realms/port',
  })
  issuer: string;
  @Out.text({ description: 'The `aud` of tokens for this service', example: 'wharfinger' }) audience: string;
  @Out.texts({
    description: 'The applications whose tokens are taken; empty for any',
    example: ['haulier-portal'],
  })
  client_ids: string[];
  @Out.texts({ description: 'The algorithms of signatures that are taken', example: ['RS256'] })
  algorithms: string[];
  @Out.bool({ description: 'Whether only tokens of the type `at+jwt` are taken' }) require_at_jwt: boolean;
  @Out.int({ description: 'How long a token may be good', example: 1440 }) max_token_minutes: number;
  @Out.text({ description: 'The claim that has the e-mail address', example: 'email' }) email_claim: string;
  @Out.texts({
    description: 'The claims that have the first and the last name of a user who is made',
    example: ['given_name', 'family_name'],
  })
  name_claims: string[];
  @Out.bool({ description: 'Whether its e-mail addresses count as verified always' }) trusts_email: boolean;
  @Out.oneOf(PROVISIONS, {
    description: 'What happens when somebody without a user signs in: `known` refuses, `create` makes one',
  })
  provision: string;
  @Out.bool({ description: 'Whether its tokens are taken' }) active: boolean;
  @Out.shaped(grants, () => GrantShow, {
    isArray: true,
    description: 'Who may do what. The first that fits counts, alone',
  })
  grants: GrantShow[];
  @Out.time({ description: 'When its keys were fetched last; null before the first time' })
  last_fetched_at: string | null;
  @Out.text({
    description: 'Why fetching its keys failed the last time; null when it did not',
    example: 'it answered 503',
  })
  last_error: string | null;
  @Out.shaped(keys, () => IssuerKey, { isArray: true, description: 'The keys that were fetched last' })
  keys: IssuerKey[];
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}

/** What came of asking an issuer for its keys. */
export class IdentityIssuerTest {
  @ApiProperty({ type: 'boolean', description: 'Whether it answered with its keys' }) reached: boolean;
  @ApiProperty({
    type: () => IssuerKey,
    isArray: true,
    description: 'The keys that it answered; none when it was not reached',
  })
  keys: IssuerKey[];
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'What failed; null when all is well',
    example: 'it answered 503',
  })
  error: string | null;
}

/** What would become of a token. */
export class TokenExplained {
  @ApiProperty({ type: 'boolean', description: 'Whether a request with the token would be let in' })
  accepted: boolean;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Why it would not be let in; null when it would',
    example: 'its signature is wrong',
  })
  reason: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The place of the grant that counts, from 0; null for none',
    example: 0,
  })
  grant: number | null;
  @ApiProperty({
    type: () => UserShort,
    nullable: true,
    description: 'The user that it is of; null where there is none yet',
  })
  user: UserShort | null;
  @ApiProperty({
    type: () => PartyShow,
    isArray: true,
    description: 'The companies to which it would be limited',
  })
  parties: PartyShow[];
}
