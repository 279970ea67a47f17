import type { OpenAPIObject } from '@nestjs/swagger';

interface Operation {
  parameters?: object[];
  responses: Record<string, { description?: string; headers?: object; $ref?: string }>;
}

/** The headers of requests, each described once and referred to. */
const HEADERS = {
  'If-None-Match': 'The `ETag` of what the client has: 304 while the record is the same',
  'If-Match': 'The `ETag` of the record as the client read it: 412 when the record has changed since',
  'Idempotency-Key':
    'A text of the client, 1 to 255 visible ASCII characters. For 24 hours a request with the same key is not carried out again: the first answer is repeated, with `Idempotent-Replayed: true`',
};

const ETAG = { description: 'The version of the record', required: true, schema: { type: 'string' } };
const UNCHANGED = { description: 'The record is as the client has it', headers: { ETag: ETAG } };

/** Puts into the document what `describeConditions` refers to. */
export function shareConditions({ components = {} }: OpenAPIObject): void {
  components.parameters = Object.fromEntries(
    Object.entries(HEADERS).map(([name, description]) => [
      name,
      { name, in: 'header', description, schema: { type: 'string', maxLength: 8192 } },
    ]),
  );
  components.headers = { ETag: ETAG as object };
  components.responses = { ...components.responses, 304: UNCHANGED };
}

/**
 * Describes what makes an update or a repetition safe: `ETag` of a record that is shown, `If-Match` where the same path
 * shows the record, `Idempotency-Key` of each POST.
 * @param shows whether the path has a GET that shows one record
 */
export function describeConditions(verb: string, operation: Operation, shows: boolean): void {
  const { responses } = operation;
  const takes = (header: keyof typeof HEADERS) =>
    (operation.parameters = [...(operation.parameters ?? []), { $ref: `#/components/parameters/${header}` }]);
  if (verb === 'post') {
    takes('Idempotency-Key');
    responses['409'] ??= {};
    responses['422'] ??= {};
  } else if (verb !== 'get') {
    // where nothing is shown no If-Match is right
    responses['412'] = {};
    if (shows) takes('If-Match');
  } else if (shows) {
    takes('If-None-Match');
    responses['200']!.headers = { ETag: { $ref: '#/components/headers/ETag' } };
    responses['304'] = { $ref: '#/components/responses/304' };
  }
}
