import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import type { components, paths } from './schema.js';

export type { components, operations, paths } from './schema.js';

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

/**
 * A client of the whole API: one method for each verb, typed by path. Each answers `{ data, error, response }`:
 * `data` after a success, and otherwise `error`, the body of the failure. It throws only when no answer came.
 */
export function createWharfinger({ baseUrl, token, ...options }: WharfingerOptions): Client<paths> {
  return createClient<paths>({
    ...options,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { Authorization: `Token token=${token}` },
  });
}
