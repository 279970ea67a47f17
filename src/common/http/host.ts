import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { Invalid } from '../errors/errors';

/** A name, an IPv4 or a bracketed IPv6 address, and perhaps a port (RFC 9110, section 7.2). */
const HOST = /^(?:[a-z\d](?:[\w.-]{0,252}[a-z\d.])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Refuses a Host that is none, before it lands in a link. */
export function checkHosts(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, _reply, done) => {
    // HTTP/1.0 has no Host; the health checks of some proxies speak it
    const none = !request.host && request.raw.httpVersion === '1.0' && !endpointOf(request);
    done(none || HOST.test(request.host) ? undefined : new Invalid({}, 'The Host header is not valid.'));
  });
}

/** The address that the client reaches the service at, without a path. */
export function baseOf(request: FastifyRequest, config: Config): string {
  return config.public_url ?? `${request.protocol === 'https' ? 'https' : 'http'}://${request.host}`;
}
