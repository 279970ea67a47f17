import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublic, literalOf, resolve } from './addresses';

/** How long a try may take, from the look-up of the name on, in milliseconds. */
const TRY_MS = 15_000;

/** How much of an answer is read. */
const READ_BYTES = 2048;

/** How many informational answers (103 Early Hints and the like) may come before the answer. */
const MOST_INFORMATIONAL = 8;

/** How long a connection to a receiver is kept while nothing is sent on it, in milliseconds. */
const IDLE_MS = 4_000;

const kept = { keepAlive: true, timeout: IDLE_MS };
const AGENTS = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) };

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
 * public unless that is allowed. The name is looked up for each connection. A connection is kept for the next delivery.
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
  const options = { method: 'POST', headers, lookup };
  const ends = performance.now() + TRY_MS;
  try {
    return await post(
      url,
      { ...options, agent: AGENTS[url.protocol as keyof typeof AGENTS] },
      body,
      ends,
    ).catch((error: unknown) => {
      if (!(error instanceof StaleConnection)) throw error;
      return post(url, { ...options, agent: false }, body, ends);
    });
  } catch (error) {
    return refused(sentenceOf(error as NodeJS.ErrnoException));
  }
}

/** A connection that was kept had been closed by the receiver meanwhile. */
class StaleConnection extends Error {}

/** @param ends when the try is over, on the clock of `performance` */
function post(url: URL, options: RequestOptions, body: string, ends: number): Promise<Outcome> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((done, fail) => {
    const sent = request(url, options);
    let response: IncomingMessage | undefined;
    let informational = 0;
    const timer = setTimeout(() => {
      if (response) response.destroy();
      else sent.destroy(new Error(`no answer in ${TRY_MS / 1000} seconds`));
    }, ends - performance.now());
    sent.on('close', () => {
      clearTimeout(timer);
      // nothing else tells of a receiver that switches to another protocol
      if (!response) fail(new Error('the connection was closed without an answer'));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isStale =
        sent.reusedSocket && !informational && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      fail(isStale ? new StaleConnection() : error);
    });
    sent.on('information', () => {
      if (++informational > MOST_INFORMATIONAL)
        sent.destroy(new Error(`more than ${MOST_INFORMATIONAL} informational answers`));
    });
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

/** Why there is no answer, without the addresses that messages of the system and of certificates name. */
function sentenceOf(error: NodeJS.ErrnoException): string {
  const inner = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[])[0] : undefined;
  const { message, code, syscall } = inner ?? error;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'the certificate is not for this name';
  return (syscall && code ? `${syscall} ${code}` : message) || code || 'no connection';
}

/** The seconds of `Retry-After`, which is a number of them or a date. */
function secondsOf(header: string | undefined): number | null {
  if (!header) return null;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
