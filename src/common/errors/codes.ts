/** The stable identifier of a refusal for programs, whatever its sentence says. Only `codes` makes them. */
export type Code = string & { readonly isCode: true };

/** The meaning of every code, by domain. */
const known = new Map<string, Record<string, string>>();

/**
 * Declares the codes of a domain with their meanings; docs/errors.md lists them.
 * @throws Error for a code that another domain has
 */
export function codes<K extends string>(domain: string, meanings: Record<K, string>): Record<K, Code> {
  const others = new Set([...known.values()].flatMap((each) => Object.keys(each)));
  const names = Object.keys(meanings);
  for (const name of names) if (others.has(name)) throw new Error(`The code ${name} is declared twice`);
  known.set(domain, meanings);
  return Object.fromEntries(names.map((name) => [name, name])) as Record<K, Code>;
}

/** The codes whose sentences name only what was sent, or what is of the parties of a limited token. */
const open = new Set<Code>();

/** Declares that a token which is limited to parties is shown refusals with these codes. Instead of others it is given one sentence. */
export function openToParties(...of: Code[]): void {
  for (const code of of) open.add(code);
}

export const isOpenToParties = (code: Code) => open.has(code);

/** All of these codes. */
export const codesOpenToParties = (): Code[] => [...open];

/** The codes declared so far with their meanings, by domain. */
export function allCodes(): Map<string, Record<string, string>> {
  return known;
}

/** The codes that any domain may use. */
export const COMMON = codes('common', {
  invalid: 'A field is missing, of the wrong form or outside its limits; `errors` names the fields.',
  unknown_parameter: 'The query has parameters that the path does not take (`Prefer: handling=strict`).',
  unknown_reference: 'A field names a record that is not there.',
  ambiguous_reference: 'A field names a record by something that several have: name it by its id.',
  taken: 'Another record is known by this already.',
  overlaps: 'Another record has part of this span of time.',
  in_use: 'Other records refer to this one, so that it stays.',
  not_found: 'The path names a record that is not there.',
  no_such_path: 'The service has nothing at this path.',
  method_not_allowed: 'The path is there, but not for this method; `Allow` names those it has.',
  unauthenticated: 'The token is missing, unknown, expired or revoked.',
  role_too_small: 'The role of the token is too small for this.',
  other_domain: 'The token is confined to other parts of the service.',
  other_partner: 'The token is bound to an EDI partner, and this is not for partners or is of another one.',
  not_for_parties: 'This is not open to tokens that are limited to parties.',
  field_not_open: 'A token that is limited to parties cannot set this.',
  party_ambiguous: 'The token has several parties that this may be of: name one.',
  too_many_guesses: 'A party named too much that is not its own: wait as long as `Retry-After` says.',
  refused: 'The terminal does not allow this: ask there, naming the `X-Request-Id`.',
  filter_not_open: 'A token that is limited to parties cannot ask for this.',
  party_admin: 'A token that is limited to parties has the role `read` or `write`.',
  party_not_of_user: 'The party is not among those of the user.',
  token_wider: 'A token can only be narrowed: for more, make another one.',
  no_user: 'Whoever signed in is not known here: a user is missing or inactive.',
  no_grant: 'Whoever signed in has no role here: no grant of the issuer fits.',
  no_party: 'Whoever signed in is limited to parties, and none of them is known here.',
  issuer_away: 'The identity provider of the token cannot be reached: try again after `Retry-After` seconds.',
  issuer_taken:
    'This issuer and audience cannot be used here. The operator finds out why with `wharfinger issuer find`.',
  issuer_address: 'The address of the issuer is not one that keys may be fetched from.',
  issuers_of_operator: 'Identity issuers are kept by the operator of the service, with the command line.',
  too_many_issuer_tests: 'Other identity issuers are being tested.',
  algorithm_weak: 'Signatures of this algorithm are not taken.',
  token_of_issuer: 'The token is of an identity provider, and ends there.',
  organization_suspended: 'The organization is suspended.',
  too_many_attempts: 'Too many unknown tokens came from this address: wait as long as `Retry-After` says.',
  happened_since: 'What has happened since keeps it from being taken back.',
  changed_since: 'The record is not as it was when it was read: read it again (`If-Match`).',
  events_lost:
    'The event that `after` names was lost when the database was restored or failed over; `after` is where the feed goes on.',
  pruned: 'Events behind `after` were removed; `oldest_id` is the oldest that is kept.',
  too_many_streams: 'The token has as many streams open as it may.',
  too_many_tickets: 'The token has as many tickets of streams as it may.',
  idempotency_key_in_use: 'The request with this `Idempotency-Key` is still being carried out: ask again.',
  idempotency_key_reused: 'The `Idempotency-Key` belongs to another request.',
  idempotency_key_of_secret:
    'The request with this `Idempotency-Key` was carried out; its answer had a secret and was not kept.',
  body_too_large: 'The body is larger than 1 MiB.',
  file_too_large: 'The file is larger than the service takes.',
  file_type: 'What was sent is no picture (JPEG, PNG or WebP) and no PDF, whatever it is called.',
  file_unreadable: 'The picture is damaged, or has more than 50 megapixels.',
  file_located: 'The picture says where it was taken, and this service cannot remove that.',
  file_unknown:
    'A field names a file that is not there, that another uploaded, or that is of something else.',
  file_no_picture: 'The field takes a picture, and no PDF.',
  file_not_resized: 'A PDF has no sizes.',
  files_away: 'The bucket that has the files is out of reach: try again after `Retry-After` seconds.',
  too_many_files: 'The token has uploaded as many bytes as it may in a day.',
  record_too_large: 'The record would take more than 256 KiB.',
  path_too_long: 'The path is too long.',
  headers_too_large: 'The headers are too large.',
  media_type: 'The body is of a media type that the path does not take, or is sent with a Content-Encoding.',
  not_json: 'The body is not JSON, or is sent with a Content-Encoding.',
  too_many: 'There are as many of these as there may be.',
  named_twice: 'The body names one thing twice.',
  mismatch: 'Two things that are named do not belong together.',
  cannot_change: 'What the field says cannot be changed any more.',
  out_of_sequence: 'The time is not where it belongs among the others.',
  time_over: 'The time is over already.',
  not_active: 'The record is there, but is not active.',
  time_to_come: 'What has happened cannot be at a time to come.',
  time_long_ago: 'What is told now cannot have been so long ago.',
  answer_too_large: 'The answer would be too large: ask for less of it.',
  too_slow: 'The request did not arrive in time.',
  malformed: 'What arrived is no HTTP request.',
  unavailable: 'The service is busy, or its database is out of reach: try again after `Retry-After` seconds.',
  maybe_stored:
    'The database was lost while it stored this, which may be stored or not: repeat the request with its `Idempotency-Key`, or look.',
  failed: 'The service failed; the failure was logged.',
});

openToParties(...Object.values(COMMON));
