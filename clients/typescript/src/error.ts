/** A request that did not succeed. The message is a sentence. */
export class WharfingerError extends Error {
  override name = 'WharfingerError';

  constructor(
    message: string,
    /** The status of the answer; 0 when none came. */
    readonly status: number,
    /** What was wrong, as a word that stays the same; see docs/errors.md. */
    readonly code: string,
    /** What is wrong with single fields, by the path that they were sent at. */
    readonly fields: Record<string, string[]> = {},
    /** By what the log of the service names the request; null when no answer came. */
    readonly requestId: string | null = null,
    /** The body of the answer, parsed where it is JSON. */
    readonly body: unknown = undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The error that an answer tells of, whatever its body is. */
export async function errorOf(response: Response): Promise<WharfingerError> {
  const text = await response.text().catch(() => '');
  const body = parsed(text);
  const { error, code, errors } = (isObject(body) ? body : {}) as Record<string, unknown>;
  const fields = isObject(errors) ? (errors as Record<string, string[]>) : {};
  const { status, statusText, headers } = response;
  const message =
    typeof error === 'string' && error ? error : `The service answered ${status} ${statusText}`.trim();
  const word = typeof code === 'string' && code ? code : `status_${status}`;
  return new WharfingerError(message, status, word, fields, headers.get('x-request-id'), body);
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
