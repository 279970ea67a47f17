// A server written by hand that answers what `bench/scenes.mjs` asks for as the service does: Fastify and node-postgres.
// Its address is DATABASE_URL; it says its port when it listens.
import { fastify } from 'fastify';
import { actorOf, pool } from './database.mjs';
import {
  actionsOf,
  billHolds,
  containers,
  holdOf,
  holdRows,
  invoices,
  page,
  shippingLines,
  truckVisits,
  voyages,
} from './reads.mjs';
import { applyHold, createPreAdvice, gateIn, gateOut, liftHold, Refused } from './writes.mjs';

const app = fastify({ genReqId: ({ headers }) => headers['x-request-id'] });
app.decorateRequest('actor', null);
app.decorateRequest('base', null);
app.addHook('onRequest', async (request, reply) => {
  request.base = `http://${request.host}`;
  request.actor = await actorOf(request.headers.authorization);
  if (!request.actor) return reply.code(401).send({ error: 'The token is unknown, expired or revoked.' });
});
app.setErrorHandler((error, request, reply) => {
  void reply.code(error.statusCode ?? 500).send({ error: error.message });
});

const contained = (text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

app.register(
  (api, _, done) => {
    api.get('/voyages', (request) => page(request, 'voyages', '', [], voyages));
    api.get('/truck_visits', (request) => page(request, 'truck_visits', '', [], truckVisits));
    api.get('/invoices', (request) => page(request, 'invoices', '', [], invoices));
    api.get('/shipping_lines', (request) =>
      page(request, 'shipping_lines', 'AND t.name ILIKE $2', [contained(request.query.name)], shippingLines),
    );
    api.get('/containers/:number', async ({ actor, params }) => {
      const [container] = await containers(pool, 'AND t.number = $2', [actor.organization_id, params.number]);
      if (!container) throw new Refused(`Container '${params.number}' was not found.`, 404);
      return { container };
    });
    api.get('/containers/:number/holds', async ({ actor, params, base }) => {
      const rows = await holdRows(pool, 'AND c.number = $2 ORDER BY t.id', [
        actor.organization_id,
        params.number,
      ]);
      if (!rows.length) throw new Refused(`Container '${params.number}' was not found.`, 404);
      return {
        holds: rows.filter(({ id }) => id).map((row) => ({ ...holdOf(row), actions: actionsOf(row, base) })),
        bill_of_lading_holds: await billHolds(pool, [actor.organization_id, params.number], base),
      };
    });
    api.put('/containers/:number/holds/:id/apply', applyHold);
    api.put('/containers/:number/holds/:id/lift', liftHold);
    api.post('/pre_advices', (request, reply) => reply.code(201) && createPreAdvice(request));
    api.post('/truck_visits', (request, reply) => reply.code(201) && gateIn(request));
    api.post('/trucks/:plate/gate_out', gateOut);
    done();
  },
  { prefix: '/api/v1' },
);

await app.listen({ port: 0, host: '127.0.0.1' });
process.send({ port: app.server.address().port });
