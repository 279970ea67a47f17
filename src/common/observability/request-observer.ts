import type { FastifyInstance } from 'fastify';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { logWhenOver } from '../http/request-log';
import type { Metrics } from './metrics';

/** One log line and one measurement for each request that reaches a route. How long a stream lasts says nothing of us. */
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
