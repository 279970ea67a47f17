import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { isOne, type ReturnsOne } from '../endpoint/returns';

/** The version of a record: a hash of the body that shows it, without fields that run with the clock (decision 340). */
export function etagOf(body: string, { running }: ReturnsOne): string {
  // eslint-disable-next-line no-restricted-syntax -- built from the name of a field
  const lasting = running ? body.replace(new RegExp(`"${running}" ?: ?("[^"]*"|\\d+|null)`), '') : body;
  return `"${hash('sha256', lasting, 'base64url').slice(0, 27)}"`;
}

/** Whether a conditional header names the tag, or is `*` (RFC 9110, 13.1). */
export function hasTag(header: string, tag: string): boolean {
  return header.trim() === '*' || header.split(',').some((each) => each.trim() === tag);
}

/** Sets the `ETag` of an answer that shows one record, and answers 304 to a client that has that version. */
export function serveEtags(instance: FastifyInstance): void {
  instance.addHook('onSend', (request, reply, payload, done) => {
    const returns = endpointOf(request)?.returns;
    const isShown = ['GET', 'HEAD'].includes(request.method) && returns && isOne(returns);
    if (!isShown || reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload);
    const tag = etagOf(payload, returns);
    void reply.header('ETag', tag);
    // A weak tag counts as the same version, because If-None-Match compares weakly (13.1.2).
    const known = request.headers['if-none-match']?.replaceAll('W/', '');
    if (known === undefined || !hasTag(known, tag)) return done(null, payload);
    void reply.code(304).removeHeader('Content-Type').removeHeader('Content-Length');
    done(null, '');
  });
}

/** Whether the request states the version of the record that the client read. */
export function isConditional({ method, headers }: FastifyRequest): boolean {
  return headers['if-match'] !== undefined && ['PUT', 'PATCH', 'DELETE'].includes(method);
}
