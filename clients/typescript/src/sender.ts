import { errorOf, WharfingerError } from './error.js';

/** What a client is made with. */
export interface WharfingerOptions {
  /** Where the service is reached, without `/api/v1`: `https://wharfinger.example`. */
  baseUrl: string;
  /** The token that every request carries, or what brings one. */
  token: string | (() => string | Promise<string>);
  /** How long one call may take, with all its tries, in milliseconds; 30 s unless given. */
  timeout?: number;
  /** How often a request is tried that is safe to repeat; 3 times unless given. */
  attempts?: number;
  /** Sends the requests instead of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** What one call may say beside what it sends. */
export interface CallOptions {
  /** Ends the call. */
  signal?: AbortSignal;
  /** How long it may take, in milliseconds. */
  timeout?: number;
  /** By what the service knows a POST again; one is made up unless given. */
  idempotencyKey?: string;
  /** Further headers, such as `If-Match`. */
  headers?: Record<string, string>;
}

export interface Sent {
  verb: string;
  /** Behind `/api/v1`, with its query. */
  path: string;
  body?: unknown;
}

/** The longest wait before another try, in milliseconds, whatever the service asks for. */
const LONGEST_WAIT = 10_000;

/** Sends requests, and tries those again that are safe to repeat when the service is busy or the connection lost. */
export class Sender {
  constructor(private readonly options: WharfingerOptions) {}

  /**
   * The answer, parsed.
   * @throws WharfingerError when it is no success, or none came; the reason of `signal` when the caller ended it
   */
  async send<T>({ verb, path, body }: Sent, call: CallOptions = {}): Promise<T> {
    const { baseUrl, timeout = 30_000, attempts = 3, fetch: send = defaultFetch } = this.options;
    const limit = AbortSignal.timeout(call.timeout ?? timeout);
    const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit;
    const key = verb === 'POST' ? (call.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const repeatable = verb === 'GET' || verb === 'PUT' || verb === 'POST';
    const init = { method: verb, signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
    for (let attempt = 1; ; attempt++) {
      const isLast = !repeatable || attempt >= attempts;
      let wait = 250 * 2 ** (attempt - 1) * (0.5 + Math.random());
      try {
        const headers = { ...(await this.headers(body, key)), ...call.headers };
        const response = await send(`${baseUrl.replace(/\/+$/, '')}/api/v1${path}`, { ...init, headers });
        if (response.ok) return await bodyOf<T>(response);
        const failure = await errorOf(response);
        // a first try whose connection was lost may still be at work
        const isBusy = response.status === 503 || failure.code === 'idempotency_key_in_use';
        if (isLast || !isBusy) throw failure;
        wait = secondsOf(response.headers.get('retry-after')) ?? wait;
      } catch (error) {
        if (error instanceof WharfingerError) throw error;
        call.signal?.throwIfAborted();
        if (limit.aborted)
          throw new WharfingerError('No answer came in time.', 0, 'timeout', {}, null, undefined, {
            cause: error,
          });
        if (isLast)
          throw new WharfingerError(
            'The service could not be reached.',
            0,
            'connection_lost',
            {},
            null,
            undefined,
            { cause: error },
          );
      }
      await pause(Math.min(wait, LONGEST_WAIT), signal);
    }
  }

  private async headers(body: unknown, key: string | undefined): Promise<Record<string, string>> {
    const { token } = this.options;
    return {
      Accept: 'application/json',
      Authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
      Prefer: 'handling=strict',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(key && { 'Idempotency-Key': key }),
    };
  }
}

const defaultFetch = (url: string, init: RequestInit) => fetch(url, init);

async function bodyOf<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!text) return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    const { status, headers } = response;
    throw new WharfingerError(
      'The answer is no JSON.',
      status,
      'no_json',
      {},
      headers.get('x-request-id'),
      text,
      { cause: error },
    );
  }
}

/** Milliseconds that `Retry-After` asks for. */
function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) * 1000 : undefined;
}

/** Waits, unless the signal ends it: then the next try says why. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
