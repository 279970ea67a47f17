import { errorOf, WharfingerError } from './error.js';

/** What a client is made with. */
export interface WharfingerOptions {
  /** Where the service is reached, without `/api/v1`: `https://wharfinger.example`. */
  baseUrl: string;
  /** The token that every request carries, or what brings one. */
  token: string | (() => string | Promise<string>);
  /** The language of sentences, as `Accept-Language`: `nl`, or `fr-BE, fr;q=0.8`; English unless given. */
  acceptLanguage?: string;
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
  /** Further headers, such as `If-Match`, or `Accept-Language` for one call. */
  headers?: Record<string, string>;
  /** Is given the headers of the answer, such as `ETag` and `X-Total-Count`; of a list that is walked those of each page. */
  onHeaders?: (headers: Headers) => void;
}

export interface Sent {
  verb: string;
  /** Behind `/api/v1`, with its query. */
  path: string;
  body?: unknown;
  /** The media type of a body that is sent as it is; JSON unless given. */
  type?: string | undefined;
}

/** Sends requests, and tries those again that are safe to repeat when the service is busy or the connection lost. */
export class Sender {
  private readonly root: string;
  /** Up to where the database has what this client wrote: its reads see that, also at a replica. */
  private written = '';

  /** @throws TypeError for a `baseUrl` that has `/api/v1` already */
  constructor(private readonly options: WharfingerOptions) {
    const base = options.baseUrl.replace(/\/+$/, '');
    if (base.endsWith('/api/v1'))
      throw new TypeError(`baseUrl is where the service is reached, without /api/v1: ${options.baseUrl}`);
    this.root = `${base}/api/v1`;
  }

  /**
   * The answer, parsed.
   * @throws WharfingerError when it is no success, or none came; the reason of `signal` when the caller ended it; what
   *   the function throws that brings the token
   */
  async send<T>(sent: Sent, call: CallOptions = {}): Promise<T> {
    const { body, headers } = await this.answer<T>(sent, call);
    call.onHeaders?.(headers);
    return body;
  }

  private async answer<T>(
    { verb, path, body, type }: Sent,
    call: CallOptions,
  ): Promise<{ body: T; headers: Headers }> {
    const { timeout = 30_000, attempts = 3, fetch: send = defaultFetch } = this.options;
    const time = call.timeout ?? timeout;
    const end = Date.now() + time;
    const limit = AbortSignal.timeout(time);
    const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit;
    const key = verb === 'POST' ? (call.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const repeatable = verb === 'GET' || verb === 'POST';
    const init = {
      method: verb,
      signal,
      ...(body !== undefined && { body: type ? (body as BodyInit) : JSON.stringify(body) }),
    };
    for (let attempt = 1; ; attempt++) {
      const isLast = !repeatable || attempt >= attempts;
      const token = await this.token(signal).catch((error: unknown) => {
        throw limit.aborted && !call.signal?.aborted ? tooLate(error) : error;
      });
      let wait = 250 * 2 ** (attempt - 1) * (0.5 + Math.random());
      try {
        const language = this.options.acceptLanguage;
        const headers = {
          ...headersOf(token, body, key, type),
          ...(language && { 'Accept-Language': language }),
          ...(verb === 'GET' && this.written && { 'Wharfinger-After': this.written }),
          ...call.headers,
        };
        const response = await send(this.root + path, { ...init, headers });
        const position = response.headers.get('wharfinger-position') ?? '';
        if (orderOf(position) > orderOf(this.written)) this.written = position;
        if (response.ok) return { body: await bodyOf<T>(response), headers: response.headers };
        const failure = await errorOf(response);
        // a first try whose connection was lost may still be at work
        const isBusy = response.status === 503 || failure.code === 'idempotency_key_in_use';
        wait = waitOf(response.headers.get('retry-after')) ?? wait;
        if (isLast || !isBusy || Date.now() + wait >= end) throw failure;
      } catch (error) {
        if (error instanceof WharfingerError) throw error;
        call.signal?.throwIfAborted();
        if (limit.aborted) throw tooLate(error);
        if (isLast) throw noAnswer('The service could not be reached.', 'connection_lost', error);
      }
      await pause(wait, signal);
    }
  }

  /**
   * One try to open a stream of events: its answer, whatever its status.
   * @throws what `fetch` throws, and the function that brings the token
   */
  async open(path: string, signal: AbortSignal, last: string | undefined): Promise<Response> {
    const { fetch: send = defaultFetch } = this.options;
    const headers = {
      ...headersOf(await this.token(signal), undefined, undefined),
      Accept: 'text/event-stream',
      ...(last !== undefined && { 'Last-Event-ID': last }),
    };
    return send(this.root + path, { method: 'GET', signal, headers });
  }

  /** The token, waited for until the signal ends the call. */
  private async token(signal: AbortSignal): Promise<string> {
    const { token } = this.options;
    if (typeof token === 'string') return token;
    signal.throwIfAborted();
    let ended = () => {};
    const end = new Promise<never>((_, reject) => {
      ended = () => reject(signal.reason as Error);
      signal.addEventListener('abort', ended);
    });
    return Promise.race([token(), end]).finally(() => signal.removeEventListener('abort', ended));
  }
}

function headersOf(
  token: string,
  body: unknown,
  key: string | undefined,
  type = 'application/json',
): Record<string, string> {
  return {
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
    Prefer: 'handling=strict',
    ...(body !== undefined && { 'Content-Type': type }),
    ...(key && { 'Idempotency-Key': key }),
  };
}

const noAnswer = (message: string, code: 'timeout' | 'connection_lost', cause: unknown) =>
  new WharfingerError(message, 0, code, {}, null, undefined, { cause });
const tooLate = (cause: unknown) => noAnswer('No answer came in time.', 'timeout', cause);

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

/** A position in a form that sorts, because answers of the same moment come in any order. */
const orderOf = (position: string): string =>
  position
    .split('/')
    .map((part) => part.padStart(8, '0'))
    .join('');

/** Milliseconds that `Retry-After` asks for, as seconds or as a date. */
export function waitOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}

/** Waits, unless the signal ends it: then the next try says why. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
