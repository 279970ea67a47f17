import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Gathered } from '../../gathered';
import { closedAddress, lookupTo, reasonOf } from '../../http/addresses';

/** The longest time for an answer, including name resolution, in milliseconds. */
const LONGEST_MS = 5_000;
/** The most bytes of an answer. */
const MOST_BYTES = 256 * 1024;

/**
 * Gets a JSON object of a URL once, as webhooks are sent: without redirects and without a proxy, from public addresses only
 * unless others are allowed, which is checked at each connection.
 * @throws Error with the reason, which has no address in it
 */
export async function fetchJson(url: URL, allowPrivate: boolean): Promise<Record<string, unknown>> {
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new Error('it is not https');
  if (url.username || url.password) throw new Error('it has a user or a password in it');
  if (closedAddress(url, allowPrivate)) throw new Error('it leads to an address that is not public');
  const text = await textOf(url, lookupTo(allowPrivate));
  const value: unknown = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('it answered no JSON object');
  return value as Record<string, unknown>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it answered no JSON object');
  }
}

function textOf(url: URL, lookup: LookupFunction): Promise<string> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((done, fail) => {
    const sent = request(url, { lookup, agent: false, headers: { accept: 'application/json' } });
    const timer = setTimeout(() => {
      fail(new Error(`no answer in ${LONGEST_MS / 1000} seconds`));
      sent.destroy();
    }, LONGEST_MS);
    let hasAnswer = false;
    const brokeOff = () => fail(new Error('the connection was closed without an answer'));
    // an answer that ends with its connection is read after this
    sent.on('close', () => {
      clearTimeout(timer);
      if (!hasAnswer) brokeOff();
    });
    sent.on('error', (error) => fail(new Error(reasonOf(error))));
    sent.on('response', (response) => {
      hasAnswer = true;
      if (response.statusCode !== 200) {
        response.destroy();
        return fail(new Error(`it answered ${response.statusCode}`));
      }
      const answer = new Gathered(MOST_BYTES);
      response.on('error', brokeOff);
      response.on('data', (part: Buffer) => {
        if (answer.add(part)) return;
        response.destroy();
        fail(new Error(`it answered more than ${MOST_BYTES / 1024} KiB`));
      });
      response.on('end', () => done(answer.bytes.toString('utf8')));
    });
    sent.end();
  });
}
