import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections';

/**
 * Handles the requests of one connection one after the other: each begins when its client has taken the answer before.
 * Of one that sends hundreds and reads nothing, Node would have all answers made, and keep them (decision 271).
 */
export function handleInTurn(instance: FastifyInstance, connections: Connections): void {
  instance.addHook('onRequest', ({ raw }, _reply, done) => {
    const before = connections.before(raw);
    if (!before) return done();
    // after what others sent meanwhile: thousands of small requests of one connection would keep them all waiting
    before.once('close', () =>
      setImmediate(() => {
        if (!raw.socket.destroyed) done();
      }),
    );
  });
}
