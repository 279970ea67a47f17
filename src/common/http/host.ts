import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { Invalid } from '../errors/errors';

/** A name, an IPv4 address or a bracketed IPv6 address, with an optional port (RFC 9110, 7.2). */
const HOST = /^(?:[a-z\d](?:[\w.-]{0,252}[a-z\d.])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Refuses a malformed Host, and several (RFC 9112, 3.2), because links repeat it. */
export function checkHosts(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, _reply, done) => {
    // HTTP/1.0, which health checks of some proxies use, has no Host.
    const none = !request.host && request.raw.httpVersion === '1.0' && !endpointOf(request);
    const isGood = none || (HOST.test(request.host) && !hasSeveral(request.raw));
    done(isGood ? undefined : new Invalid({}, 'The Host header is not valid.'));
  });
}

/** Whether a request has several Host headers, of which Node keeps the first. */
function hasSeveral({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}

/** The base URL at which the client reaches the service. */
export function baseOf(request: FastifyRequest, config: Config): string {
  return config.public_url ?? `${request.protocol === 'https' ? 'https' : 'http'}://${request.host}`;
}
