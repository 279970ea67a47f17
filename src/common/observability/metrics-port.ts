import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { ConfigError } from '../config/config';
import { Metrics, METRICS_TYPE } from './metrics';
import { COMMON } from '../errors/codes';
import { commonHeaders } from '../http/headers';
import { methodNotAllowed } from '../http/method-not-allowed';

/**
 * Serves `/metrics` on a separate port while the service runs, so that a firewall can protect it. The service does not
 * start when the port is in use, because nobody would notice the missing metrics.
 */
export function serveMetrics(instance: FastifyInstance, metrics: Metrics, port: number, host: string): void {
  const server = createServer((request, response) => {
    response.setHeaders(new Map(Object.entries(commonHeaders(randomUUID()))));
    const { method, url = '' } = request;
    if (url.split('?', 1)[0] !== '/metrics')
      return void response.writeHead(404, { 'Content-Type': JSON_TYPE }).end(NOTHING);
    if (method !== 'GET' && method !== 'HEAD')
      return void response
        .writeHead(405, { 'Content-Type': JSON_TYPE, Allow: ALLOW })
        .end(JSON.stringify(methodNotAllowed(method!, ALLOW)));
    metrics.text().then(
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

const JSON_TYPE = 'application/json; charset=utf-8';
const ALLOW = 'GET, HEAD';

const NOTHING = JSON.stringify({
  error: 'There is nothing at this path but /metrics.',
  code: COMMON.no_such_path,
});
