import type { OpenAPIObject } from '@nestjs/swagger';
import { POSITION_FORM } from '../common/database/pool/positions';
import { KEY_FORM } from '../common/idempotency/repetitions';

interface Operation {
  parameters?: object[];
  responses: Record<string, { description?: string; headers?: object; $ref?: string }>;
}

/** Request headers, each described once and referenced. */
const HEADERS = {
  Prefer:
    '`handling=strict` refuses query parameters that the operation does not take (RFC 7240) and names one that begins alike; without it they are ignored, and named in `X-Ignored-Parameters`',
  'If-None-Match': 'The `ETag` of what the client has: 304 while the record is the same',
  'If-Match': 'The `ETag` of the record as the client read it: 412 when the record has changed since',
  'Accept-Language':
    'The language of sentences (RFC 9110, 12.5.4), such as `nl-BE, fr;q=0.8`: one of those that the installation has, else English. What is not told in it is told in English; `Content-Language` says which language the answer is in',
  'Idempotency-Key':
    'A text of the client, 1 to 255 visible ASCII characters. For 24 hours a request with the same key is not carried out again: the first answer is repeated, with `Idempotent-Replayed: true`. An answer that has a secret is not kept: the repeated request is 409',
  'Wharfinger-After':
    'The `Wharfinger-Position` of what the client wrote last or read of in the feed, when that was by another instance or with another token: the answer has it. Where no replica answers reads it always has',
};

/** Schema constraints of request headers. */
const FORMS: Partial<Record<string, object>> = {
  'Idempotency-Key': { minLength: 1, maxLength: 255, pattern: KEY_FORM.source },
  'Wharfinger-After': { pattern: POSITION_FORM.source, example: '0/16B3748' },
};

const ETAG = { description: 'The version of the record', required: true, schema: { type: 'string' } };
const TOTAL = {
  description: 'How many records match, exact to 10,000; `10000+` for more',
  required: true,
  schema: { type: 'string', pattern: '^\\d{1,5}\\+?$', example: '42' },
};
const IGNORED = {
  description: 'The query parameters that the operation does not take, percent-encoded',
  schema: { type: 'string', example: 'numbr' },
};
const APPLIED = {
  description: 'That `Prefer: handling=strict` was heeded',
  schema: { type: 'string', enum: ['handling=strict'] },
};
/** `Content-Language` of answers that have sentences. */
export const LANGUAGE = {
  description: 'The language of the sentences',
  schema: { type: 'string', example: 'nl' },
};
const UNCHANGED = { description: 'The record is as the client has it', headers: { ETag: ETAG } };

/** Adds the components that `describeConditions` references. */
export function shareConditions({ components = {} }: OpenAPIObject): void {
  components.parameters = Object.fromEntries(
    Object.entries(HEADERS).map(([name, description]) => [
      name,
      { name, in: 'header', description, schema: { type: 'string', maxLength: 8192, ...FORMS[name] } },
    ]),
  );
  components.headers = {
    ETag: ETAG as object,
    'X-Total-Count': TOTAL as object,
    'X-Ignored-Parameters': IGNORED as object,
    'Preference-Applied': APPLIED as object,
    'Content-Language': LANGUAGE as object,
  };
  components.responses = { ...components.responses, 304: UNCHANGED };
}

/**
 * Describes conditional requests and retries: `ETag` and `If-None-Match` of a GET of one record, `If-Match` where the
 * path has such a GET, `Idempotency-Key` of a POST, and `Prefer` of a GET with query parameters.
 * @param shows whether the path has a GET of one record
 * @param takesKey whether a POST takes an `Idempotency-Key`
 */
export function describeConditions(
  verb: string,
  operation: Operation,
  shows: boolean,
  takesKey: boolean,
): void {
  const { responses } = operation;
  if (verb === 'get' && operation.parameters?.some((each) => 'in' in each && each.in === 'query'))
    describeStrictness(operation);
  const takes = (header: keyof typeof HEADERS) =>
    (operation.parameters = [...(operation.parameters ?? []), { $ref: `#/components/parameters/${header}` }]);
  if (verb === 'post') {
    if (!takesKey) return;
    takes('Idempotency-Key');
    responses['409'] ??= {};
    responses['422'] ??= {};
  } else if (verb !== 'get') {
    // 412 also without such a GET: no `If-Match` can be right there.
    responses['412'] = {};
    if (shows) takes('If-Match');
  } else if (shows) {
    takes('If-None-Match');
    Object.assign((responses['200']!.headers ??= {}), { ETag: headerOf('ETag') });
    responses['304'] = { $ref: '#/components/responses/304' };
  }
}

/**
 * Describes the language of sentences: of failures, and of answers that have sentences.
 * @param speaks whether the answer itself has sentences
 */
export function describeLanguage(operation: Operation, speaks: boolean): void {
  operation.parameters = [
    ...(operation.parameters ?? []),
    { $ref: '#/components/parameters/Accept-Language' },
  ];
  const done = operation.responses['200'] ?? operation.responses['201'] ?? operation.responses['202'];
  if (speaks && done)
    Object.assign((done.headers ??= {}), { 'Content-Language': headerOf('Content-Language') });
}

/** Describes by what a client reads what it has written, where replicas answer reads. */
export function describePositions(operation: Operation): void {
  (operation.parameters ??= []).push({ $ref: '#/components/parameters/Wharfinger-After' });
}

/** Describes the answer to unknown query parameters. */
function describeStrictness(operation: Operation): void {
  operation.parameters!.push({ $ref: '#/components/parameters/Prefer' });
  Object.assign((operation.responses['200']!.headers ??= {}), {
    'X-Ignored-Parameters': headerOf('X-Ignored-Parameters'),
    'Preference-Applied': headerOf('Preference-Applied'),
  });
}

const headerOf = (name: string) => ({ $ref: `#/components/headers/${name}` });
