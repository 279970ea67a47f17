import type { webhooks } from './schema.js';

/** What a receiver is sent, by type of event: `WebhookBodies['truck_visit.gated_in']`. */
export type WebhookBodies = {
  [T in keyof webhooks]: webhooks[T]['post']['requestBody']['content']['application/json'] & {
    data: { type: T };
  };
};

/** What a receiver is sent: its `type` says which one it is. */
export type WebhookBody = WebhookBodies[keyof WebhookBodies];

/** An event, as the feed, the stream and webhooks show it: its `type` says what its `data` is. */
export type WharfingerEvent = WebhookBody['data'];

/** A request as a receiver gets it: its headers, and the bytes or the text of its body, unparsed. */
export interface WebhookRequest {
  headers: Headers | Record<string, string | string[] | undefined>;
  body: string | Uint8Array;
}

/** A delivery is not what it should be; the message is a sentence. Answer it with 400, and do nothing. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

/** How far the clocks of sender and receiver may be apart, in seconds. */
const TOLERANCE = 5 * 60;

/**
 * The body of a delivery, when it is signed with the endpoint's secret and not old (Standard Webhooks 1.0).
 * @param secret `whsec_…`, as creating the endpoint answered it
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  { headers, body }: WebhookRequest,
  secret: string,
  now: Date = new Date(),
): Promise<WebhookBody> {
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature');
  if (!/^\d+$/.test(timestamp) || Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE)
    throw new WebhookVerificationError('The delivery is too old, or from a clock that is wrong.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', decode(secret.replace(/^whsec_/, '')), algorithm, false, [
    'verify',
  ]);
  for (const signature of signatures.split(' ')) {
    const [version, value] = signature.split(',', 2);
    if (version !== 'v1' || !value) continue;
    if (await crypto.subtle.verify('HMAC', key, decode(value), signed))
      return JSON.parse(new TextDecoder().decode(bytes)) as WebhookBody;
  }
  throw new WebhookVerificationError('The delivery is not signed with this secret.');
}

function header(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string' && value) return value;
  throw new WebhookVerificationError(`The delivery has no header ${name}.`);
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookVerificationError('The secret or the signature is no base64.');
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
