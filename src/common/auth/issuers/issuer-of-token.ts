import sql, { raw, type Sql } from 'sql-template-tag';
import { among } from '../../database/sql/conditions';
import type { Actor } from '../../tenancy/actor';
import { SETTINGS } from '../tokens.service';
import { isUnused } from '../use-notes';
import type { Claimed, Rules } from './access-token';
import { type SignInRules, USER_FOUND, type UserFound } from './first-sign-ins';
import type { Grant } from './grants';

/** The settings of an organization that are those of its actors. */
type Settings = Omit<
  Actor,
  | 'user_id'
  | 'token_id'
  | 'signed_in'
  | 'request_id'
  | 'operation'
  | 'role'
  | 'domains'
  | 'edi_partner_id'
  | 'limited'
  | 'parties'
>;

/** The issuer that a token names, its organization, and the user that its subject is, if it was here before. */
export interface IssuerOfToken {
  rules: Rules & SignInRules & { grants: Grant[]; changed_at: string };
  settings: Settings & { suspended: boolean };
  identity: { id: number; unused: boolean; user: UserFound } | null;
}

/** The statement that reads the active issuers that a token names, as `IssuerOfToken`. */
export const issuersOfToken = ({ issuer, audiences, subject }: Claimed): Sql => sql`
  SELECT ${object(sql`s.id AS issuer_id, s.name, s.issuer, s.audience, s.client_ids, s.algorithms, s.require_at_jwt,
      s.max_token_minutes, s.email_claim, s.name_claims, s.trusts_email, s.provision, s.grants,
      s.updated_at::text AS changed_at`)} AS rules,
    ${object(sql`o.id AS organization_id, ${SETTINGS}`)} AS settings,
    CASE WHEN i.id IS NOT NULL THEN ${object(sql`i.id,
      ${isUnused(raw('i.last_seen_at'))} AS unused,
      ${object(sql`u.id, ${USER_FOUND}`)} AS "user"`)} END AS identity
  FROM identity_issuers s
  JOIN organizations o ON o.id = s.organization_id
  LEFT JOIN user_identities i ON i.organization_id = s.organization_id AND i.issuer_id = s.id AND i.sub = ${subject}
  LEFT JOIN users u ON u.organization_id = i.organization_id AND u.id = i.user_id
  WHERE s.issuer = ${issuer} AND ${among('s.audience', [...new Set(audiences)], 'text')} AND s.active`;

/** SQL: these columns as one JSON object. */
function object(columns: Sql): Sql {
  return sql`(SELECT to_jsonb(c) FROM (SELECT ${columns}) c)`;
}
