/** A statement that may reach tenant tables without their organization. */
interface Exception {
  reason: string;
  /** What it reaches, as the complaint names it. */
  reaches: string[];
  /** What its text has. */
  by: RegExp;
}

const BY_OPERATOR = 'Only the command line does it, for who runs the service and all of its organizations.';

/** Every statement of the service that is outside of the wall on purpose. */
export const EXCEPTIONS: Record<string, Exception> = {
  'who a token belongs to': {
    reason: 'The organization of a request is found by the hash of its token, which no two tokens share.',
    reaches: ['tokens k', 'users u', 'organizations o', 'parties p', 'token_parties t', 'user_parties p'],
    by: /WHERE k\.hash = \$1 /,
  },
  'who a ticket belongs to': {
    reason: 'Likewise: a ticket stands for one token, and is found by a hash that no two tickets share.',
    reaches: [
      'tokens k',
      'users u',
      'organizations o',
      'parties p',
      'token_parties t',
      'user_parties p',
      'stream_tickets s',
    ],
    by: /WHERE EXISTS \(\s*SELECT FROM stream_tickets s\s+WHERE s\.organization_id = k\.organization_id AND s\.token_id = k\.id AND s\.hash = \$1/,
  },
  'who a ticket of an identity belongs to': {
    reason: 'Likewise: a ticket stands for one identity, and is found by a hash that no two tickets share.',
    reaches: [
      'stream_tickets x',
      'user_identities i',
      'users u',
      'user_parties m',
      'parties p',
      'organizations o',
      'identity_issuers e',
    ],
    by: /FROM stream_tickets x\s.*WHERE x\.hash = \$1 /s,
  },
  'whom the token of an identity provider belongs to': {
    reason:
      'The organization of a request is found by the issuer and the audience of its token, which no two organizations share.',
    reaches: [
      'identity_issuers s',
      'organizations o',
      'user_identities i',
      'users u',
      'user_parties m',
      'parties p',
    ],
    by: /FROM identity_issuers s\s.*WHERE s\.issuer = \$2 AND s\.audience (=|IN) .* AND s\.active$/s,
  },
  'what was fetched of an identity provider': {
    reason: 'Its keys are fetched once for all organizations that take its tokens with different audiences.',
    reaches: ['identity_issuers'],
    by: /^UPDATE identity_issuers SET last_error = .* WHERE issuer = \$\d( AND last_error IS DISTINCT FROM \$\d)? RETURNING id$/,
  },
  'listing and finding organizations': {
    reason: BY_OPERATOR,
    reaches: ['organizations Organization'],
    by: /^SELECT .* FROM "organizations" "Organization" (WHERE .*"name" = \$1.*|ORDER BY "Organization"\."id" ASC)$/,
  },
  'whether there is nothing but the demonstration': {
    reason:
      'Pages of the own machine may call a service that has no other organization, and the gate page may read it.',
    reaches: ['organizations Organization'],
    by: /^SELECT "Organization"\."id" AS .* FROM "organizations" "Organization" LIMIT 2$/,
  },
  'listing tokens': {
    reason: BY_OPERATOR,
    reaches: ['tokens k', 'users u', 'organizations o'],
    by: /^\s*SELECT k\.id, o\.name AS organization, u\.email, k\.role,.* ORDER BY k\.id$/s,
  },
  'revoking a token': {
    reason: BY_OPERATOR,
    reaches: ['tokens'],
    by: /^UPDATE tokens SET revoked_at = coalesce\(revoked_at, now\(\)\), updated_at = now\(\) WHERE id = \$1 RETURNING id$/,
  },
};
