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
  'what PostgreSQL counts for its plans': {
    reason:
      'The demonstration has tables counted before it is billed: it reads samples, and tells nobody of rows.',
    reaches:
      'charges charge_subjects container_movements container_stays containers invoices invoice_lines service_orders'.split(
        ' ',
      ),
    by: /^ANALYZE /,
  },
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
  'noting which events are gone': {
    reason:
      'A month is dropped of all organizations at once: it is noted of each in one statement, by its own id.',
    reaches: ['event_feeds f'],
    by: /^\s*UPDATE event_feeds f SET pruned_id = greatest\(f\.pruned_id, g\.last_id\), .* WHERE f\.organization_id = g\.organization_id$/s,
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

/**
 * What the service reads of several organizations at once beside requests: which have something to do, what is looked at for
 * open streams, and figures of the whole installation. What writes or locks is none of these, whatever its text.
 */
export const FINDING: Record<string, RegExp> = {
  'events to publish, and feeds of another history':
    /^\s*WITH behind AS MATERIALIZED \(\s*SELECT EXISTS \(SELECT FROM event_feeds f .* FETCH FIRST ROW WITH TIES\)$/s,
  'erasures to go on with':
    /^\s*WITH RECURSIVE found\(organization_id\) AS \(\s*\(SELECT t\.organization_id FROM erasing_rows t .* SELECT organization_id FROM found$/s,
  'endpoints with waiting deliveries':
    /^\s*WITH held AS .* FROM webhook_endpoints w\s.* SELECT organization_id, id, is_doubtful FROM chosen$/s,
  'deliveries of before the clock was set back':
    /^\s*SELECT DISTINCT w\.organization_id FROM webhook_endpoints w\s+WHERE w\.active AND EXISTS \(\s*SELECT FROM webhook_deliveries d\s/,
  'billing runs of no process': /^\s*SELECT organization_id FROM billing_runs WHERE status = 'running' /,
  'imports that are not over':
    /^\s*SELECT organization_id FROM imports WHERE status IN \('waiting', 'running'\) GROUP BY organization_id /,
  'files that nothing names':
    /^\s*SELECT organization_id FROM files WHERE unused_since < now\(\) - \S+ GROUP BY organization_id$/,
  'holds that are back': /^\s*SELECT DISTINCT organization_id FROM \w+_holds WHERE /,
  'missed appointments':
    /^\s*SELECT o\.id AS organization_id FROM organizations o WHERE EXISTS \(\s*SELECT FROM appointments a /,
  'releases of containers that are due':
    /^\s*SELECT o\.id AS organization_id FROM organizations o WHERE EXISTS \(\s*SELECT FROM container_releases r /,
  'reefers of which something is to be noticed':
    /^\s*SELECT o\.id AS organization_id FROM organizations o WHERE EXISTS \(\s*SELECT FROM container_stays s\s+LEFT JOIN reefer_watches w /,
  'expired releases':
    /^\s*SELECT o\.id AS organization_id FROM organizations o WHERE EXISTS \(\s*SELECT FROM booking_releases r /,
  'stays whose charges are to be reckoned anew':
    /^\s*SELECT o\.id AS organization_id FROM organizations o\s+WHERE EXISTS \(SELECT FROM release_marks m /,
  'organizations whose credit limits are compared':
    /^\s*SELECT o\.id AS organization_id FROM organizations o\s+WHERE o\.release_needs_charges AND EXISTS \(\s+SELECT FROM billing_accounts a /,
  'dangerous goods that stand for too long':
    /^\s*SELECT o\.id AS organization_id FROM organizations o WHERE EXISTS \(\s*SELECT FROM yard_areas h\s/,
  'nominations to end or to tell of':
    /^\s*SELECT o\.id AS organization_id FROM organizations o\s+WHERE EXISTS \(SELECT FROM nominations n /,
  'EDI interchanges to read':
    /^\s*SELECT DISTINCT organization_id FROM edi_interchanges WHERE status = 'received'$/,
  'EDI messages to apply': /^\s*SELECT organization_id FROM edi_messages WHERE asked IS NOT NULL /,
  'EDI flows with something to tell': /^\s*SELECT f\.organization_id, f\.id FROM edi_flows f\s/,
  'EDI interchanges without their answer':
    /^\s*SELECT o\.id AS organization_id FROM organizations o WHERE EXISTS \(\s*SELECT FROM edi_interchanges e /,
  'EDI channels with something to do':
    /^\s*WITH due AS \(\s*SELECT c\.organization_id, c\.id, .* FROM edi_channels c\s/s,
  'streams whose holder may go on':
    /^\s*WITH streams AS \(\s*SELECT \* FROM unnest\(.* SELECT t\.place, t\.organization_id,/s,
  'feeds that open streams are behind':
    /^\s*SELECT organization_id, last_id FROM event_feeds WHERE organization_id = ANY\(\$1::bigint\[\]\)$/,
  'mails that are due':
    /^\s*SELECT o\.id AS organization_id FROM organizations o\s+WHERE o\.suspended_at IS NULL AND EXISTS \(\s*SELECT FROM mails m /,
  'mails that wait': /^\s*SELECT .* AS figure FROM \(\s*SELECT (send_after )?FROM mails WHERE /s,
  'deliveries that wait':
    /^\s*SELECT .* AS figure FROM \(\s*SELECT (created_at )?FROM webhook_deliveries WHERE /s,
  'EDI that waits':
    /^\s*SELECT .* AS figure FROM \(\s*\(?SELECT created_at FROM edi_interchanges WHERE .* waiting\(since\)$/s,
};
