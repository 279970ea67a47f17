import type { FastifyInstance } from 'fastify';
import { Faults } from '../database/faults';
import { Unavailable } from '../errors/database-errors';
import type { Connections } from './connections';
import { retryAfter } from './retry-after';

/** How often is looked whether the process keeps up. */
const TICK_MS = 100;
/** How far it may be behind while so many requests are under way. */
const LATE_MS = 1_000;
const MANY = 50;

/** What tells an orchestrator how the service does is answered always. */
const ALWAYS = /^\/(health|metrics)/;

/**
 * Turns requests away as they arrive while the process is so far behind that they would wait for its processor longer
 * than for the database: refusing costs little, so that those that are under way end in time.
 */
export function refuseWhenLate(instance: FastifyInstance, connections: Connections, faults: Faults): void {
  let due = performance.now() + TICK_MS;
  let late = 0;
  const tick = setInterval(() => {
    late = performance.now() - due;
    due = performance.now() + TICK_MS;
  }, TICK_MS).unref();
  instance.addHook('onClose', (_, done) => {
    clearInterval(tick);
    done();
  });
  instance.addHook('onRequest', (request, reply, done) => {
    const isLate = Math.max(late, performance.now() - due) > LATE_MS && connections.underWay > MANY;
    if (!isLate || ALWAYS.test(request.url)) return done();
    const refusal = new Unavailable('overload');
    faults.note(refusal, request.id);
    void reply
      .status(503)
      .header('Retry-After', retryAfter())
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ error: refusal.message, code: refusal.code }));
  });
}
