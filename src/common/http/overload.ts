import type { FastifyInstance } from 'fastify';
import { Faults } from '../database/pool/faults';
import { Unavailable } from '../errors/database-errors';
import type { Connections } from './connections';
import { retryAfter } from './retry-after';

/** How often the delay of the event loop is measured, in milliseconds. */
const TICK_MS = 100;
/** The delay of the event loop, and the number of requests in progress, above which requests are refused. */
const LATE_MS = 1_000;
const MANY = 50;

/** Paths for orchestrators, which are always answered. */
const ALWAYS = /^\/(health|metrics)/;

/**
 * Refuses requests on arrival while the event loop is so late that they would wait for the processor longer than for the
 * database. A refusal costs little, so that requests in progress end in time.
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
