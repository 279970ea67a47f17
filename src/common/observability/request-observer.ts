import type { FastifyInstance } from 'fastify';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { logWhenOver } from '../http/request-log';
import type { Metrics } from './metrics';

/**
 * Logs and measures each request that reaches a route. The duration of a stream is not measured, because the client
 * determines it.
 */
export function observeRequests(instance: FastifyInstance, metrics: Metrics): void {
  instance.addHook('onRequest', (request, reply, done) => {
    logWhenOver(request, reply, (route, status, seconds) => {
      const { method } = request;
      metrics.requests.inc({ method, route, status: status ?? 'aborted' });
      if (endpointOf(request)?.returns.kind !== 'stream') metrics.duration.observe({ route }, seconds);
    });
    done();
  });
}
