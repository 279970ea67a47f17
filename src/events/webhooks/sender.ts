import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Gathered } from '../../common/gathered';
import { closedAddress, lookupTo, reasonOf } from '../../common/http/addresses';

/** The longest duration of a try, including name resolution, in milliseconds. */
const TRY_MS = 15_000;

/** The bytes of an answer that are read. */
const READ_BYTES = 2048;

/** The most informational answers (such as 103 Early Hints) before the answer. */
const MOST_INFORMATIONAL = 8;

/** How long an idle connection to a receiver is kept, in milliseconds. */
const IDLE_MS = 4_000;

const kept = { keepAlive: true, timeout: IDLE_MS };
const AGENTS = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) };

/** The result of a try. */
export interface Outcome {
  status: number | null;
  /** The reason for a missing answer. */
  error: string | null;
  /** The beginning of the answer. */
  answer: string | null;
  /** The seconds of `Retry-After`. */
  retryAfter: number | null;
}

/**
 * Posts a body to a URL once, without redirects and without a proxy, and to public addresses only unless others are
 * allowed. The name is resolved for each connection. Connections are kept alive for the next delivery.
 */
export async function send(
  url: URL,
  headers: Record<string, string>,
  body: string,
  allowPrivate: boolean,
): Promise<Outcome> {
  const closed = closedAddress(url, allowPrivate);
  if (closed) return refused(`${closed} is not a public address`);
  const options = { method: 'POST', headers, lookup: lookupTo(allowPrivate) };
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
    return refused(reasonOf(error as NodeJS.ErrnoException));
  }
}

/** Whether a kept connection had been closed by the receiver. */
class StaleConnection extends Error {}

/** @param ends the end of the try, on the clock of `performance` */
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
      // No other event reports that a receiver switches to another protocol.
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

/** Reads the beginning of an answer. Only its status counts, so the body may break off or be late. */
function beginning(response: IncomingMessage, done: (answer: string) => void): void {
  const begun = new Gathered(READ_BYTES);
  response.on('error', () => undefined);
  response.on('data', (part: Buffer) => {
    begun.add(part);
    if (begun.bytes.length === READ_BYTES) response.destroy();
  });
  response.once('close', () => {
    done(begun.bytes.toString('utf8').replaceAll('\0', '\uFFFD'));
  });
}

function refused(error: string): Outcome {
  return { status: null, error, answer: null, retryAfter: null };
}

/** The seconds of `Retry-After`, which is a number or a date. */
function secondsOf(header: string | undefined): number | null {
  if (!header) return null;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
