import type { FastifyInstance } from 'fastify';
import { BYTES_TYPES } from '../endpoint/endpoint';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { COMMON } from '../errors/codes';
import { Refused } from '../errors/errors';

const TYPES = BYTES_TYPES.map((type) => type.toLowerCase());
/** The largest such body, in bytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Reads the body of an endpoint that takes bytes as it is, and refuses it elsewhere before it is read. */
export function takeBytes(instance: FastifyInstance): void {
  instance.addHook('preParsing', async (request, reply) => {
    const endpoint = endpointOf(request);
    if (!endpoint || ['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
    const isBytes = TYPES.includes(type.split(';')[0]!.trim().toLowerCase());
    if (!endpoint.takesBytes && !isBytes) return;
    if (endpoint.takesBytes && isBytes && encoding.toLowerCase() === 'identity') return;
    void reply.header('Connection', 'close');
    throw new Refused({
      code: endpoint.takesBytes ? COMMON.media_type : COMMON.not_json,
      sentence: endpoint.takesBytes
        ? 'The body must be sent as it is, as Content-Type: application/EDIFACT, text/plain or application/octet-stream.'
        : 'The body must be JSON, sent as Content-Type: application/json.',
      status: 415,
    });
  });
  instance.addContentTypeParser(TYPES, { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
    done(null, body),
  );
}
