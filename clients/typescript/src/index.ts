import createClient from 'openapi-fetch';
import type { FetchResponse, MaybeOptionalInit, Middleware } from 'openapi-fetch';
import type { components, paths } from './schema.js';

export type { components, operations, paths, webhooks } from './schema.js';
export { verifyWebhook, WebhookVerificationError } from './webhooks.js';
export type { WebhookBodies, WebhookBody, WebhookRequest, WharfingerEvent } from './webhooks.js';

/** The records and bodies of the API by name: `Schemas['TruckShow']`. */
export type Schemas = components['schemas'];

export interface WharfingerOptions {
  /** Where the service is reached, without `/api/v1`: `https://wharfinger.example`. */
  baseUrl: string;
  /** The token that every request carries. */
  token: string;
  /** Sends the requests instead of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

type Verb = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** The paths that have a verb. */
type PathsWith<V extends Verb> = {
  [P in keyof paths]: paths[P][V] extends { responses: object } ? P : never;
}[keyof paths];

/** May be left out where nothing in it is required. */
type Optional<Init> = undefined extends Init ? [init?: Init] : [init: Init];

/** A method takes what the API document has and nothing else, so that a misspelt field does not compile. */
type Method<V extends Verb> = <P extends PathsWith<V>>(
  path: P,
  ...init: Optional<MaybeOptionalInit<paths[P], V>>
) => Promise<FetchResponse<paths[P][V] & object, object, 'application/json'>>;

/** The API: one method for each verb. */
export interface Wharfinger {
  GET: Method<'get'>;
  PUT: Method<'put'>;
  POST: Method<'post'>;
  PATCH: Method<'patch'>;
  DELETE: Method<'delete'>;
  /** Adds what sees every request and answer. */
  use(...middleware: Middleware[]): void;
}

/**
 * A client of the whole API: one method for each verb, typed by path. Each answers `{ data, error, response }`:
 * `data` after a success, and otherwise `error`, the body of the failure. It throws only when no answer came.
 */
export function createWharfinger({ baseUrl, token, ...options }: WharfingerOptions): Wharfinger {
  return createClient<paths>({
    ...options,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { Authorization: `Token token=${token}` },
  }) as unknown as Wharfinger;
}
