import { getSchemaPath, PartialType } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { In, listOf } from '../../input/in';
import { BadValue, toOneOf, toText } from '../../input/values';
import { PageQuery } from '../../pagination/page-query';
import { ROLES, type Role } from '../../tenancy/actor';
import { PARTY_TYPES } from '../../party-wall/party-types';
import { PartyInput } from '../../party-wall/party-reference';
import { SOME_DOMAINS, toDomains } from '../token.dto';
import { PROVISIONS } from './identity-issuer.entity';

/** A claim of which the texts name parties, such as `trucking_company:EST`. */
interface PartiesClaim {
  claim: string;
}

const PARTIES = {
  oneOf: [
    { type: 'array', items: { $ref: getSchemaPath(PartyInput) }, maxItems: 20 },
    {
      type: 'object',
      required: ['claim'],
      properties: {
        claim: {
          type: 'string',
          minLength: 1,
          maxLength: 255,
          description: 'The path of the claim whose texts name parties, such as `trucking_company:EST`',
        },
      },
    },
  ],
} as ApiPropertyOptions;

function toParties(raw: unknown): PartyInput[] | PartiesClaim {
  if (Array.isArray(raw)) return listOf(toParty)(raw);
  return { claim: toText(fieldsOf(raw).claim, { min: 1, max: 255 }) };
}

function toParty(raw: unknown): PartyInput {
  const { type, key } = fieldsOf(raw);
  return { type: toOneOf(type, PARTY_TYPES), key: toText(key, { min: 1, max: 255 }) };
}

function fieldsOf(raw: unknown): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new BadValue('must be a list of parties, or an object with a claim');
  return raw as Record<string, unknown>;
}

/** What whoever has a value in a claim may do. */
export class GrantInput {
  @In.text({
    required: true,
    description: 'The path of a claim: `groups`, `realm_access.roles`, `scope`, `azp`',
    example: 'groups',
  })
  claim: string;
  @In.text({
    required: true,
    description: 'The text that the claim has, alone or among others',
    example: 'gate-clerks',
  })
  value: string;
  @In.oneOf(ROLES, { required: true }) role: Role;
  @In.custom(SOME_DOMAINS, toDomains, {
    description: 'Where the role counts, elsewhere reading alone is allowed; everywhere unless given',
    example: ['gate', 'holds'],
  })
  only?: string[] | null;
  @In.custom(PARTIES, toParties, {
    description:
      'The companies to which it is limited, 20 at most; or the claim whose texts name them, such as `trucking_company:EST`. Not limited unless given',
    example: { claim: 'parties' },
  })
  parties?: PartyInput[] | PartiesClaim | null;
}

/** The fields of a new issuer. */
export class CreateIdentityIssuer {
  @In.name({
    required: true,
    description: 'What it is called; unique in the organization',
    example: 'Port ID',
  })
  name: string;
  @In.text({
    required: true,
    description: 'The `iss` of its tokens, exactly as it stands there; its keys are found by it',
    example: 'https://id.harbour.example/realms/port',
  })
  issuer: string;
  @In.text({
    required: true,
    description: 'The `aud` of tokens for this service. With the issuer it is unique in the installation',
    example: 'wharfinger',
  })
  audience: string;
  @In.texts({
    description:
      'The applications whose tokens are taken, as `azp` or `client_id` names them; any unless given',
    example: ['haulier-portal'],
  })
  client_ids?: string[] | null;
  @In.texts({
    description: 'The algorithms of signatures: RS256, PS256, ES256, EdDSA; all four unless given',
    example: ['RS256'],
  })
  algorithms?: string[] | null;
  @In.bool({ description: 'Whether only tokens of the type `at+jwt` are taken (RFC 9068)' })
  require_at_jwt?: boolean | null;
  @In.int({
    notNull: true,
    min: 1,
    max: 10_080,
    description: 'How long a token may be good; 1,440 unless given',
  })
  max_token_minutes?: number;
  @In.text({
    notNull: true,
    min: 1,
    description: 'The claim that has the e-mail address; `email` unless given',
    example: 'email',
  })
  email_claim?: string;
  @In.texts({
    description:
      'The claims that have the names of a user who is made: the first name, then the last; `given_name` and `family_name` unless given',
    example: ['given_name', 'family_name'],
  })
  name_claims?: string[] | null;
  @In.bool({
    description:
      'Whether its e-mail addresses count as verified always. Otherwise `email_verified` has to be true',
  })
  trusts_email?: boolean | null;
  @In.oneOf(PROVISIONS, {
    notNull: true,
    description:
      'What happens when somebody without a user signs in: `known` refuses, `create` makes one; `known` unless given',
  })
  provision?: (typeof PROVISIONS)[number];
  @In.bool({ notNull: true, description: 'Whether its tokens are taken' }) active?: boolean;
  @In.objects(() => GrantInput, {
    description: 'Who may do what. The first that fits counts, alone; 100 at most',
  })
  grants?: GrantInput[] | null;
}

export class UpdateIdentityIssuer extends PartialType(CreateIdentityIssuer) {}

export class IdentityIssuerQuery extends PageQuery {
  @In.text({ description: 'Part of the name, in any case' }) name?: string | null;
}

export class ExplainToken {
  @In.text({
    required: true,
    trim: true,
    max: 8192,
    description: 'An access token of the issuer; it is not kept',
  })
  token: string;
}
