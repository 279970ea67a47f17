import type { components } from './schema.js';

/** A record that a failure names: its type in the words of events, and its key as people know it. */
export type NamedRecord = components['schemas']['NamedRecordShow'];

/** What a program knows a failure by: the codes of the service, and those of the client for answers without one. */
export type FailureCode =
  | NonNullable<components['schemas']['ErrorBody']['code']>
  | 'timeout'
  | 'connection_lost'
  | 'no_json'
  | `status_${number}`;

/** A request that did not succeed. The message is a sentence. */
export class WharfingerError extends Error {
  override name = 'WharfingerError';

  constructor(
    message: string,
    /** The status of the answer; 0 when none came. */
    readonly status: number,
    /** What was wrong, as a word that stays the same; docs/errors.md has those of the service. */
    readonly code: FailureCode,
    /** What is wrong with single fields, by the path that they were sent at. */
    readonly fields: Record<string, string[]> = {},
    /** By what the log of the service names the request; null when no answer came. */
    readonly requestId: string | null = null,
    /** The body of the answer, parsed where it is JSON. */
    readonly body: unknown = undefined,
    options?: ErrorOptions,
    /** The records that the sentence names, also those that are not there. */
    readonly records: NamedRecord[] = [],
    /** What the sentence tells, by which a program words its own; instants are ISO 8601. */
    readonly params: Record<string, string | number | null> = {},
  ) {
    super(message, options);
  }
}

/** The error that an answer tells of, whatever its body is. */
export async function errorOf(response: Response): Promise<WharfingerError> {
  const text = await response.text().catch(() => '');
  const body = parsed(text);
  const { error, code, errors, records, params } = (isObject(body) ? body : {}) as Record<string, unknown>;
  const fields = isObject(errors) ? (errors as Record<string, string[]>) : {};
  const { status, statusText, headers } = response;
  const message =
    typeof error === 'string' && error ? error : `The service answered ${status} ${statusText}`.trim();
  const word = typeof code === 'string' && code ? (code as FailureCode) : (`status_${status}` as const);
  const named = Array.isArray(records) ? (records as NamedRecord[]) : [];
  const told = isObject(params) ? (params as WharfingerError['params']) : {};
  const requestId = headers.get('x-request-id');
  return new WharfingerError(message, status, word, fields, requestId, body, undefined, named, told);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text || undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
