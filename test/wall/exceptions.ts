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
