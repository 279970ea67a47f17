import { Column, Entity, Index, Unique } from 'typeorm';
import { COMMON } from '../../errors/codes';
import { Refuses } from '../../errors/constraints';
import { Flag, Integer, JsonColumn, OneOf, Row, Text, Texts, Time } from '../../schema/columns';
import type { Grant } from './grants';

/** What happens when somebody signs in who has no user: nothing, or a user is made. */
export const PROVISIONS = ['known', 'create'] as const;

/** An identity provider whose access tokens are taken for users of an organization, and what they may do. */
@Entity('identity_issuers')
@Unique(['organization_id', 'name'])
@Unique('uq_identity_issuers_issuer_audience', ['issuer', 'audience'])
@Index(['organization_id', 'updated_at', 'id'])
@Refuses(
  'uq_identity_issuers_issuer_audience',
  // Whether another organization has them is not shown.
  'This issuer and audience cannot be used here: ask the operator.',
  'issuer',
  COMMON.issuer_taken,
)
export class IdentityIssuer extends Row {
  @Text({ required: true }) name: string;
  /** The `iss` of its tokens, exactly. */
  @Text({ required: true }) issuer: string;
  /** The `aud` of tokens for the service. */
  @Text({ required: true }) audience: string;
  /** The applications whose tokens are taken; empty for any. */
  @Texts() client_ids: string[];
  @Texts() algorithms: string[];
  /** Whether only the type of RFC 9068 is taken. */
  @Flag() require_at_jwt: boolean;
  @Integer({ required: true, default: 1440 }) max_token_minutes: number;
  @Text({ required: true, default: 'email' }) email_claim: string;
  @Texts() name_claims: string[];
  /** Whether an e-mail address counts as verified without `email_verified`. */
  @Flag() trusts_email: boolean;
  @OneOf(PROVISIONS, { required: true, default: 'known' }) provision: (typeof PROVISIONS)[number];
  @Flag(true) active: boolean;
  @JsonColumn({ required: true, default: [] }) grants: Grant[];
  /** When its keys were fetched last, why that failed since, and the keys. Writing these is no change of the issuer. */
  @Time() last_fetched_at: Date | null;
  @Text() last_error: string | null;
  @Column({ type: 'jsonb', default: [] }) keys: { kid: string | null; kty: string; alg: string | null }[];
}
