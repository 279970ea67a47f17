import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics';

/** One log line and one measurement for each request: no bodies, no tokens, no query. */
export function observeRequests(instance: FastifyInstance, metrics: Metrics): void {
  instance.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    metrics.requests.observe({ method: request.method, route, status: reply.statusCode }, ms / 1000);
    if (!QUIET.has(route)) {
      const { organization_id, user_id } = request.actor ?? {};
      const path = request.originalUrl.split('?', 1)[0];
      const line = { method: request.method, path, status: reply.statusCode, ms };
      request.log.info({ ...line, organization_id, user_id, ip: request.ip }, 'request');
    }
    done();
  });
}

/** Asked every few seconds by machines; they are measured, not logged. */
const QUIET = new Set(['/health/live', '/health/ready', '/metrics']);
