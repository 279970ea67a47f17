import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { ConfigError } from '../config/config';
import { Metrics, METRICS_TYPE } from './metrics';
import { COMMON } from '../errors/codes';

/**
 * Answers `/metrics` on a port of its own from before the service listens until it ends, so that only who may reach it
 * asks. The service does not become ready where the port is in use: nobody would learn that it is not measured.
 */
export function serveMetrics(instance: FastifyInstance, metrics: Metrics, port: number, host: string): void {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics')
      return void response.writeHead(404, { 'Content-Type': 'application/json' }).end(NOTHING);
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': METRICS_TYPE }).end(text),
      (error: unknown) => response.destroy(error as Error),
    );
  });
  instance.addHook('onReady', async () => {
    try {
      await once(server.listen(port, host), 'listening');
    } catch (error) {
      throw new ConfigError(`METRICS_PORT ${port} cannot be listened on: ${(error as Error).message}.`);
    }
  });
  instance.addHook('onClose', async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
}

const NOTHING = JSON.stringify({
  error: 'There is nothing at this path but /metrics.',
  code: COMMON.no_such_path,
});
