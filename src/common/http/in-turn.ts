import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections';

/**
 * Handles the requests of one connection one after the other: each begins when the client has read the answer before.
 * Otherwise Node would make and keep all answers for a client that pipelines hundreds and reads none (decision 271).
 */
export function handleInTurn(instance: FastifyInstance, connections: Connections): void {
  instance.addHook('onRequest', ({ raw }, _reply, done) => {
    const before = connections.before(raw);
    if (!before) return done();
    // Requests of other connections go first, because thousands of small ones of this connection would delay them all.
    before.once('close', () =>
      setImmediate(() => {
        if (!raw.socket.destroyed) done();
      }),
    );
  });
}
