import type { FastifyReply, FastifyRequest } from 'fastify';
import { askedMethod } from './method-not-allowed';

/** Paths that machines poll every few seconds; they are measured, not logged. */
const QUIET = new Set(['/health/live', '/health/ready', '/health/writable', '/metrics']);

/**
 * Writes one log line when the response has ended: no bodies, no tokens, no query. A connection that the client closed
 * before the answer also ends it; the line then says `aborted`, and has a status if one was sent.
 * @param measure takes the route, the status (undefined if none was sent) and the seconds
 */
export function logWhenOver(
  request: FastifyRequest,
  reply: FastifyReply,
  measure?: (route: string, status: number | undefined, seconds: number) => void,
): void {
  const start = performance.now();
  const { raw } = reply;
  raw.once('close', () => {
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const route = request.routeOptions?.url ?? 'none';
    const status = raw.headersSent ? raw.statusCode : undefined;
    measure?.(route, status, ms / 1000);
    if (QUIET.has(route)) return;
    const { organization_id, user_id, signed_in } = request.actor ?? {};
    // undefined, and so not in the line, for the tokens of the service
    const { identity_id, client_id } = signed_in ?? {};
    const aborted = raw.writableFinished ? undefined : true;
    const [path] = request.originalUrl.split('?', 1);
    const line = { method: askedMethod(request.raw), path, status, ms, aborted };
    request.log.info(
      { ...line, organization_id, user_id, identity_id, client_id, ip: request.ip },
      'request',
    );
  });
}
