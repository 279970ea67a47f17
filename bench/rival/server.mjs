// A server written by hand that answers what `bench/scenes.mjs` asks for as the service does: Fastify and node-postgres.
// Its address is DATABASE_URL; it says its port when it listens.
import { fastify } from 'fastify';
import { actorOf, pool } from './database.mjs';
import {
  CONTAINER,
  HOLDS,
  invoices,
  page,
  recordsOf,
  shippingLines,
  truckVisits,
  voyages,
} from './reads.mjs';
import { applyHold, createPreAdvice, gateIn, gateOut, liftHold, refuse } from './writes.mjs';

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
    api.get('/voyages', (request) => page(request, 'voyages', voyages));
    api.get('/truck_visits', (request) => page(request, 'truck_visits', truckVisits));
    api.get('/invoices', (request) => page(request, 'invoices', invoices));
    api.get('/shipping_lines', (request) =>
      page(request, 'shipping_lines', shippingLines, 'AND t.name ILIKE $2', [contained(request.query.name)]),
    );
    api.get('/containers/:number', async ({ actor, params }) => {
      const [container] = await recordsOf(pool, CONTAINER, [actor.organization_id, params.number]);
      refuse(!container, `Container '${params.number}' was not found.`, 404);
      return { container };
    });
    api.get('/containers/:number/holds', async ({ actor, params }) => {
      const all = await recordsOf(pool, `${HOLDS} ORDER BY h.id`, [actor.organization_id, params.number]);
      refuse(!all.length, `Container '${params.number}' was not found.`, 404);
      const [holds, ofBills] = [false, true].map((isOfBill) =>
        all.filter(({ id, bill_of_lading }) => id && Boolean(bill_of_lading) === isOfBill),
      );
      return { holds, bill_of_lading_holds: ofBills };
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
