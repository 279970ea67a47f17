import { request as requestHttp } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { BadAddress, isPublic, literalOf, resolve } from './addresses';

/** How long a try may take, from the look-up of the name on, in milliseconds. */
const TRY_MS = 15_000;

/** How much of an answer is read. */
const READ_BYTES = 2048;

/** What came of a try. */
export interface Outcome {
  status: number | null;
  /** Why there is no answer. */
  error: string | null;
  /** How the answer began. */
  answer: string | null;
  /** How many seconds the receiver asks to be left alone. */
  retryAfter: number | null;
}

/**
 * Posts a body to an address, once: without following it elsewhere, without a proxy, and never to an address that is not
 * public unless that is allowed. The name is looked up for this very connection.
 */
export async function send(
  url: URL,
  headers: Record<string, string>,
  body: string,
  allowPrivate: boolean,
): Promise<Outcome> {
  const literal = literalOf(url);
  if (literal && !allowPrivate && !isPublic(literal)) return refused(`${literal} is not a public address`);
  const lookup: LookupFunction = (host, options, callback) => {
    resolve(host, allowPrivate).then(
      (found) => {
        if (options.all) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
  try {
    return await post(url, { method: 'POST', headers, lookup, agent: false }, body);
  } catch (error) {
    return refused(sentenceOf(error as NodeJS.ErrnoException));
  }
}

function post(url: URL, options: RequestOptions, body: string): Promise<Outcome> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((done, fail) => {
    const sent = request(url, options);
    let response: IncomingMessage | undefined;
    const timer = setTimeout(() => {
      if (response) response.destroy();
      else sent.destroy(new Error(`no answer in ${TRY_MS / 1000} seconds`));
    }, TRY_MS);
    sent.on('close', () => {
      clearTimeout(timer);
      // nothing else tells of a receiver that switches to another protocol
      if (!response) fail(new Error('the connection was closed without an answer'));
    });
    sent.on('error', fail);
    sent.on('response', (answered) => {
      response = answered;
      const { statusCode = 0, headers } = answered;
      beginning(answered, (answer) =>
        done({ status: statusCode, error: null, answer, retryAfter: secondsOf(headers['retry-after']) }),
      );
    });
    sent.end(body);
  });
}

/** Reads how an answer begins. What counts is its status: the rest may break off, or not come in time. */
function beginning(response: IncomingMessage, done: (answer: string) => void): void {
  const parts: Buffer[] = [];
  let bytes = 0;
  response.on('error', () => undefined);
  response.on('data', (part: Buffer) => {
    parts.push(part);
    bytes += part.length;
    if (bytes >= READ_BYTES) response.destroy();
  });
  response.once('close', () => {
    const text = Buffer.concat(parts).subarray(0, READ_BYTES).toString('utf8');
    done(text.replaceAll('\0', '\uFFFD'));
  });
}

function refused(error: string): Outcome {
  return { status: null, error, answer: null, retryAfter: null };
}

function sentenceOf(error: NodeJS.ErrnoException): string {
  if (error instanceof BadAddress) return error.message;
  const inner = error instanceof AggregateError ? (error.errors as Error[])[0] : undefined;
  return (inner ?? error).message || error.code || 'no connection';
}

/** The seconds of `Retry-After`, which is a number of them or a date. */
function secondsOf(header: string | undefined): number | null {
  if (!header) return null;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
