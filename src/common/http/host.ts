import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { Invalid } from '../errors/errors';

/** A name, an IPv4 or a bracketed IPv6 address, and perhaps a port (RFC 9110, section 7.2). */
const HOST = /^(?:[a-z\d](?:[\w.-]{0,252}[a-z\d.])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Refuses a Host that is none, and more than one (RFC 9112, section 3.2), before it lands in a link. */
export function checkHosts(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, _reply, done) => {
    // HTTP/1.0 has no Host; the health checks of some proxies speak it
    const none = !request.host && request.raw.httpVersion === '1.0' && !endpointOf(request);
    const isGood = none || (HOST.test(request.host) && !hasSeveral(request.raw));
    done(isGood ? undefined : new Invalid({}, 'The Host header is not valid.'));
  });
}

/** Whether a request names several hosts, of which Node tells the first only. */
function hasSeveral({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}

/** The address that the client reaches the service at, without a path. */
export function baseOf(request: FastifyRequest, config: Config): string {
  return config.public_url ?? `${request.protocol === 'https' ? 'https' : 'http'}://${request.host}`;
}
